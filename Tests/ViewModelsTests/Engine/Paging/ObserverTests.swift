import Foundation
import Observation
import Reactive
import Testing

@testable import ViewModels

/// An observer may call anything from anywhere: what it asks for is queued, never half-done.
@MainActor
@Suite("Observers that call back")
struct ObserverTests {
  let service = ManualPages()
  let list: PagedList<String, Row>

  init() {
    let service = service
    list = PagedList(sections: ["a", "b", "c"]) { try await service.load($0, $1) }
  }

  @Test("first pages asked for by an observer of the first state of a group: both groups end, and so does every load")
  func groups() async throws {
    var isFirst = true
    var summaries: [LoadSummary<String>] = []
    let tokens = [
      list.loadStates.sink { [list] _, _ in
        if isFirst {
          isFirst = false
          list.loadFirstPages(order: .together)
        }
      },
      list.allEnded.sink { summaries.append($0) },
    ]
    list.loadFirstPages()
    await service.arrived(in: list)
    for section in ["a", "b", "c"] {
      try service.answer(section, 1, [1], isLast: section == "c")
      await service.arrived(in: list)
    }
    #expect(summaries.map(\.loaded) == [[], ["a", "b", "c"]])
    list.loadNextPage(in: "b")
    await service.arrived(in: list)
    try service.answer("b", 2, [10], isLast: true)
    await list.settled()
    #expect(list.items(in: "b").map(\.id) == [1, 10])
    for token in tokens { token.cancel() }
  }

  @Test("a refresh asked for while a page comes in outranks the load that waits, and takes its request")
  func refreshInsideAnUpdate() async throws {
    let service = service
    let list = PagedList<String, Row>(sections: ["a", "b"], maximumLoads: 1) { try await service.load($0, $1) }
    let token = list.updates.sink { [weak list] _ in list?.refresh("b") }
    list.loadNextPage(in: "a")
    list.loadNextPage(in: "b")
    await service.arrived(in: list)
    try service.answer("a", 1, [1], isLast: true)
    await service.arrived(in: list)
    token.cancel()
    #expect(service.calls == 2)
    #expect(list.state(of: "b").generation == 1)
    try service.answer("b", 1, [7], isLast: true)
    await list.settled()
    #expect(list.items(in: "b").map(\.id) == [7])
    #expect(list.state(of: "b").phase == .finished)
  }

  @Test("each observer of a state finds the list in that state, also if one before it cancels")
  func statesAgree() async throws {
    var heard: [Bool] = []
    let tokens = [
      list.loadStates.sink { [list] section, state in if state.isLoading { list.cancel(section) } },
      list.loadStates.sink { [list] section, state in heard.append(list.state(of: section) == state) },
    ]
    list.loadNextPage(in: "a")
    #expect(heard == [true, true])
    #expect(list.state(of: "a").phase == .idle)
    for token in tokens { token.cancel() }
  }

  @Test("a cell that appears in a section that has ended changes nothing, and SwiftUI is told of nothing")
  func nothingChanged() async throws {
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    try service.answer("a", 1, [1], isLast: true)
    await list.settled()
    let told = Log<Void>()
    withObservationTracking {
      _ = list.state(of: "a")
    } onChange: {
      told.add(())
    }
    for _ in 0..<20 { list.willDisplay([0, 0]) }
    #expect(told.entries.isEmpty)
    list.refresh("a")
    #expect(told.entries.count == 1)
    list.cancel("a")
  }

  @Test("SwiftUI is told of items, placeholders and states that change")
  func observed() async throws {
    let told = Log<String>()
    func track(_ name: String, _ read: () -> Void) {
      withObservationTracking(read) { told.add(name) }
    }
    track("count") { _ = list.numberOfItems(in: "a") }
    list.showPlaceholders(2)
    #expect(told.entries == ["count"])
    track("item") { _ = list.item(at: [0, 0]) }
    track("state") { _ = list.state(of: "a") }
    list.loadNextPage(in: "a")
    #expect(told.entries == ["count", "state"])
    await service.arrived(in: list)
    try service.answer("a", 1, [1])
    await list.settled()
    #expect(told.entries == ["count", "state", "item"])
  }
}
