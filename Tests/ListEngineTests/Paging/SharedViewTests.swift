import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

/// Two lists in one view: the sections of one below those of the other.
@MainActor
@Suite("Two lists in one view", .leavesNothing)
struct SharedViewTests {
  @Test("their batches never overlap, and offsets are those of the turn, also while the upper one gains sections")
  func belowEachOther() async throws {
    let service = ManualPages()
    let upper = PagedList<String, TestItem>(sections: ["a"]) { try await service.load($0, $1) }.withoutTimeLimit()
    let lower = PagedList<String, TestItem>(sections: ["x", "y"], sharing: upper) {
      try await service.load($0, $1)
    }.withoutTimeLimit()
    let both = Both(upper, lower)
    let view = StrictListView(dataSource: both)
    view.animation = .manual
    view.onViolation = { Issue.record("\($0)") }
    let tokens = [upper.bind(to: view), lower.bind(to: view, below: upper)]
    upper.loadFirstPages()
    lower.loadFirstPages()
    for section in ["a", "x", "y"] { await service.arrives(section) }
    for (count, section) in ["x", "a", "y"].enumerated() { try service.answer(section, 1, 0...count) }
    for list in [upper, lower] {
      for await inFlight in list.requestsInFlight.values where inFlight == 0 { break }
    }
    upper.edit { $0.insertSections(["b"], at: 0) }
    lower.edit { $0.remove([0], from: "y") }
    while !upper.gate.isIdle {
      #expect(view.runningAnimations <= 1)
      view.finishAnimations()
      await lower.gate.nextTurn()
    }
    #expect((0..<4).map { view.numberOfItems(inSection: $0) } == [0, 2, 1, 2])
    #expect(view.overlappingBatches == 0 && view.discrepancies == [])
    for token in tokens { token.cancel() }
  }
}

@MainActor
private final class Both: ListDataSource {
  let upper: PagedList<String, TestItem>
  let lower: PagedList<String, TestItem>
  init(_ upper: PagedList<String, TestItem>, _ lower: PagedList<String, TestItem>) {
    (self.upper, self.lower) = (upper, lower)
  }

  var numberOfSections: Int { upper.numberOfSections + lower.numberOfSections }
  func numberOfItems(inSection section: Int) -> Int {
    let above = upper.numberOfSections
    return section < above
      ? upper.numberOfItems(inSection: section) : lower.numberOfItems(inSection: section - above)
  }
}
