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
  @Test("a list stands below one whose gate alone was bound, too")
  func belowAGate() {
    let upper = PagedList<String, TestItem>(sections: ["a", "b"]) { _, _ in Page(items: [], isLast: true) }
    let lower = PagedList<String, TestItem>(sections: ["x"], sharing: upper) { _, _ in Page(items: [], isLast: true) }
    let view = StrictListView.reporting(StackedLists(upper, lower))
    let tokens = [upper.gate.bind(to: view), lower.bind(to: view, below: upper)]
    lower.edit { $0.append([TestItem(1)], to: "x") }
    #expect((0..<3).map { view.numberOfItems(inSection: $0) } == [0, 0, 1] && view.discrepancies == [])
    for token in tokens { token.cancel() }
  }

  @Test("their batches never overlap, and offsets are those of the turn, also while the upper one gains sections")
  func belowEachOther() async throws {
    let service = ManualPages()
    let upper = PagedList(sections: ["a"], loadPage: service.load).withoutTimeLimit()
    let lower = PagedList(sections: ["x", "y"], sharing: upper, loadPage: service.load).withoutTimeLimit()
    let both = StackedLists(upper, lower)
    let view = StrictListView.reporting(both, animation: .manual)
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
