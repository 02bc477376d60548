import Foundation
import ListTesting
import ListViewModelsTestSupport
import Observation
import Reactive
import Testing

@testable import ListEngine

/// An observer may call anything from anywhere: what it asks for is queued, never half-done.
@MainActor
@Suite("Observers that call back", .leavesNothing)
struct ObserverTests {
  let service = ManualPages()
  let list: PagedList<String, TestItem>

  init() {
    list = PagedList(sections: ["a", "b", "c"], loadPage: service.load).withoutTimeLimit()
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
    let list = PagedList(sections: ["a", "b"], maximumLoads: 1, loadPage: service.load).withoutTimeLimit()
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
    track("more") { _ = list.numberOfItems(in: "a") }
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    try service.answer("a", 2, [2])
    await list.settled()
    #expect(told.entries.last == "more")
    track("fewer") { _ = list.numberOfItems(in: "a") }
    list.refresh("a")
    await service.arrived(in: list)
    try service.answer("a", 1, [], isLast: true)
    await list.settled()
    #expect(told.entries == ["count", "state", "item", "more", "fewer"])
  }

  @Test("a section that an observer takes out as its load begins: its service is not called")
  func editAsALoadBegins() async throws {
    let token = list.loadStates.sink { [weak list] section, state in
      if state.isLoading { list?.edit { $0.removeSection(section) } }
    }
    list.loadNextPage(in: "a")
    #expect(list.requestsInFlight.value == 0)
    await list.settled()
    await list.gate.nextTurn()
    #expect(service.calls == 0)
    token.cancel()
  }

  @Test("a section that goes while a page comes in does not take the request of the next one")
  func editTakesOutTheOneThatWaits() async throws {
    let list = PagedList(sections: ["a", "b", "c"], maximumLoads: 1, loadPage: service.load).withoutTimeLimit()
    let token = list.updates.sink { [weak list] _ in list?.edit { $0.removeSection("b") } }
    for section in ["a", "b", "c"] { list.loadNextPage(in: section) }
    await service.arrived(in: list)
    try service.answer("a", 1, [1], isLast: true)
    await service.arrives("c")
    #expect(list.requestsInFlight.value == 1)
    token.cancel()
  }

  @Test("a state that is left before it was told is not told; the last word is the state that the list is in")
  func staleState() async throws {
    var agrees = true
    var last: [String: LoadState] = [:]
    let tokens = [
      list.updates.sink { [weak list] _ in list?.edit { $0.removeSection("b") } },
      list.loadStates.sink { [list] section, state in
        agrees = agrees && list.state(of: section) == state
        last[section] = state
      },
    ]
    list.loadFirstPages(order: .together)
    await service.arrived(in: list)
    try service.answer("b", 1, .failure(Refused()))
    try service.answer("c", 1, [2], isLast: true)
    await service.arrived(in: list)
    try service.answer("a", 1, [1], isLast: true)
    await list.settled()
    #expect(agrees && last["b"] == LoadState())
    for token in tokens { token.cancel() }
  }

  @Test("insertions joined while a change is delivered begin with the next one")
  func joinsInADelivery() async throws {
    var shown = 0
    var tokens: [AnyCancellable] = []
    let token = list.updates.sink { [weak list] _ in
      guard tokens.isEmpty, let list else { return }
      shown = list.numberOfItems(in: "a")
      tokens.append(list.insertions.sink { shown += $0.1.count })
    }
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    try service.answer("a", 1, [1, 2])
    await service.arrived(in: list)
    #expect(shown == 2)
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    try service.answer("a", 2, [3], isLast: true)
    await list.settled()
    #expect(shown == 3)
    token.cancel()
  }

  @Test("a loader, and items, that are let go may ask the list")
  func releasedObjects() async throws {
    func refresh(_ asks: Bool) {
      let last = Last { [weak list] in if asks { _ = list?.state(of: "a") } }
      list.refresh("a") { _ in
        _ = last
        return Page([1], isLast: true)
      }
    }
    for asks in [true, true, false] {
      refresh(asks)
      await list.settled()
    }
    refresh(true)
    list.cancel("a")
    refresh(true)
    list.edit { $0.removeSection("a") }
    await list.settled()
    #expect(list.numberOfItems(in: "a") == 0)
  }

  @Test("a failed section that goes and comes back says that it is idle")
  func rebornState() async throws {
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    try service.answer("a", 1, .failure(Refused()))
    await list.settled()
    var last: LoadState?
    let token = list.loadStates.sink { last = $0.1 }
    list.edit { list in
      list.removeSection("a")
      list.insertSections(["a"], at: 0)
    }
    #expect(last == LoadState() && list.state(of: "a") == LoadState())
    token.cancel()
  }
}

@MainActor
private final class Last {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
  deinit {
    let main: MainScheduler = .main
    if main.isCurrent { MainActor.assumeIsolated { body() } }
  }
}
