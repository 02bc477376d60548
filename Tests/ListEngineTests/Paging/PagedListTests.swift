import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("Paged lists", .leavesNothing)
struct PagedListTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>
  let view: StrictListView

  init() {
    let list = PagedList(
      sections: ["a", "b", "c"], maximumLoads: 2, prefetchDistance: 5, maximumPagesWithoutNewItems: 2,
      loadPage: service.load
    ).withoutTimeLimit()
    self.list = list
    view = StrictListView.manual(list)
    view.animation = .none
  }

  @Test("sections load side by side, and their pages come in by one event each, in the order of their answers")
  func sideBySide() async throws {
    let token = list.gate.bind(to: view)
    var events: [ListUpdate] = []
    let observer = list.gate.updates.sink { events.append($0) }
    list.loadFirstPages(in: ["a", "b"])
    await service.arrived(in: list)
    #expect(list.loadsInFlight == 2)
    try service.answer("b", 1, 1...2)
    await service.arrived(in: list)
    try service.answer("a", 1, 1...3)
    await service.arrived(in: list)
    #expect(events == [.insert([[1, 0], [1, 1]]), .insert([[0, 0], [0, 1], [0, 2]])])
    #expect(view.violations.isEmpty)
    observer.cancel()
    token.cancel()
  }

  @Test("at most the stated number of loads run; the others wait in the order asked for")
  func maximumLoads() async throws {
    list.loadFirstPages()
    await service.arrived(in: list)
    #expect(service.requests.map(\.section).sorted() == ["a", "b"])
    #expect(list.loadsInFlight == 3)
    try service.answer("b", 1, 1...2)
    await service.arrived(in: list)
    #expect(service.requests.map(\.section).sorted() == ["a", "c"])
  }

  @Test("repeats are looked for in the whole section, before index paths are computed")
  func repeats() async throws {
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    try service.answer("a", 1, [1, 2, 3, 2])
    await service.arrived(in: list)
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    var events: [ListUpdate] = []
    let observer = list.gate.updates.sink { events.append($0) }
    try service.answer("a", 2, [3, 4, 1, 5])
    await service.arrived(in: list)
    #expect(ids("a") == [1, 2, 3, 4, 5])
    #expect(events == [.insert([[0, 3], [0, 4]])])
    #expect(list.state(of: "a").repeats == 3)
    observer.cancel()
  }

  @Test("index paths are computed when the change is made, not when its answer came")
  func computedLate() async throws {
    view.animation = .manual
    let token = list.gate.bind(to: view)
    list.loadNextPage(in: "a")
    list.loadNextPage(in: "b")
    await service.arrived(in: list)
    try service.answer("b", 1, 1...2)
    await service.arrived(in: list)
    try service.answer("a", 1, 1...4)  // waits for b's animation
    await service.arrived(in: list)
    #expect(ids("a") == [])
    #expect(list.state(of: "a").phase == .loading(page: 1))
    list.refresh("a")  // outranks the answer that waits
    await service.arrived(in: list)
    view.finishAnimations()
    #expect(ids("a") == [])
    try service.answer("a", 1, [9])
    await service.arrived(in: list)
    view.finishAnimations()
    #expect(ids("a") == [9])
    #expect(view.violations.isEmpty)
    token.cancel()
  }

  @Test("an answer that comes after its load was cancelled is dropped")
  func afterCancel() async throws {
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    let request = try #require(service.requests.first)
    list.cancel("a")
    #expect(list.state(of: "a").phase == .idle)
    #expect(request.isCancelled)
    service.answer(request, .success(Page(1...3)))
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    try service.answer("a", 1, [7])
    await service.arrived(in: list)
    #expect(ids("a") == [7])
  }

  @Test("a refresh keeps the old items until its first page is there, and when it fails")
  func refresh() async throws {
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    try service.answer("a", 1, 1...3)
    await service.arrived(in: list)
    list.refresh("a")
    await service.arrived(in: list)
    #expect(ids("a") == [1, 2, 3])
    try service.answer("a", 1, .failure(Refused()))
    await service.arrived(in: list)
    #expect(ids("a") == [1, 2, 3])
    #expect(list.state(of: "a").error == .service(Refused()))
    var events: [ListUpdate] = []
    let observer = list.gate.updates.sink { events.append($0) }
    list.retry("a")
    await service.arrived(in: list)
    try service.answer("a", 1, 4...5)
    await service.arrived(in: list)
    #expect(ids("a") == [4, 5])
    #expect(events == [.reload(section: 0)])
    observer.cancel()
  }

  @Test("a failed section says so, is retryable, and holds up no other")
  func failure() async throws {
    var states: [String] = []
    let token = list.loadStates.sink { section, state in states.append("\(section) \(state.phase)") }
    list.loadFirstPages(in: ["a", "b"])
    await service.arrived(in: list)
    try service.answer("a", 1, .failure(Refused()))
    await service.arrived(in: list)
    try service.answer("b", 1, 1...2, isLast: true)
    await service.arrived(in: list)
    list.loadNextPage(in: "a")
    #expect(list.state(of: "a").phase == .failed(page: 1, .service(Refused())))
    #expect(list.state(of: "b").phase == .finished)
    list.retry("a")
    await service.arrived(in: list)
    try service.answer("a", 1, [1])
    await service.arrived(in: list)
    #expect(ids("a") == [1])
    #expect(
      states
        == [
          "a loading(page: 1)", "b loading(page: 1)", "a failed(page: 1, refused)", "b finished", "a loading(page: 1)",
          "a idle",
        ].map { $0 })
    token.cancel()
  }

  @Test("a page that repeats itself for ever ends in a failure that says so")
  func repeatsForEver() async throws {
    list.loadNextPage(in: "a")
    for page in 1...3 {
      await service.arrived(in: list)
      try service.answer("a", page, 1...3)
      await service.arrived(in: list)
      if page == 1 { list.loadNextPage(in: "a") }
    }
    #expect(list.state(of: "a").phase == .failed(page: 4, .nothingNew(pages: 2)))
    #expect(service.requests.isEmpty)
  }

  @Test("a cancelled task waits no longer for a list to settle, which waits for its load")
  func settledCancelled() async {
    list.loadNextPage(in: "a")
    let waiter = Task { await list.settled() }
    await list.gate.nextTurns()
    waiter.cancel()
    await waiter.value
    #expect(list.loadsInFlight == 1)
    list.cancel("a")
    await list.settled()
  }

  @Test("a section of which all has been loaded is empty if that is nothing")
  func isEmpty() async throws {
    for section in ["a", "b"] {
      #expect(!list.isEmpty(section))
      list.loadNextPage(in: section)
      await service.arrived(in: list)
      try service.answer(section, 1, section == "a" ? [] : [1], isLast: true)
      await service.arrived(in: list)
    }
    #expect(list.isEmpty("a") && !list.isEmpty("b"))
  }

  @Test("near the end of a section a cell about to be shown asks for the next page, once")
  func willDisplay() async throws {
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    try service.answer("a", 1, 1...20)
    await service.arrived(in: list)
    list.willDisplay([0, 14])
    #expect(list.loadsInFlight == 0)
    list.willDisplay([0, 15])
    list.willDisplay([0, 16])
    list.willDisplay(20, in: "a")
    list.willDisplay([7, 0])
    list.willDisplay([-1, 0])
    await service.arrived(in: list)
    #expect(service.requests.count == 1)
    #expect(list.state(of: "a").phase == .loading(page: 2))
  }

  @Test("a list shorter than the screen loads on until it is filled")
  func fill() async throws {
    list.fill("a", with: 5)
    for page in 1...3 {
      await service.arrived(in: list)
      try service.answer("a", page, (page * 2)..<(page * 2 + 2))
    }
    await service.arrived(in: list)
    #expect(ids("a").count == 6)
    #expect(list.state(of: "a").phase == .idle)
  }

  @Test("a section that an edit leaves with less than the screen holds is filled again")
  func fillingAfterAnEdit() async throws {
    list.fill("a", with: 2)
    await service.arrived(in: list)
    try service.answer("a", 1, 1...2)
    await service.arrived(in: list)
    list.edit { $0.remove([1, 2], from: "a") }
    await service.arrived(in: list)
    try service.answer("a", 2, 3...4)
    await service.arrived(in: list)
    #expect(ids("a") == [3, 4])
    #expect(list.loadsInFlight == 0)
  }

  @Test("the last item asks for more, whatever the prefetch distance", arguments: [0, -1, 1])
  func prefetchDistance(_ distance: Int) async throws {
    let service = ManualPages()
    let list = PagedList(sections: ["a"], prefetchDistance: distance, loadPage: service.load).withoutTimeLimit()
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    try service.answer("a", 1, 1...3)
    await service.arrived(in: list)
    list.willDisplay([0, 1])
    #expect(list.loadsInFlight == 0)
    list.willDisplay([0, 2])
    #expect(list.loadsInFlight == 1)
  }

  @Test("together: nothing comes in before all have ended; then section order, and one summary at the end")
  func together() async throws {
    let service = ManualPages()
    let list = PagedList(sections: ["a", "b", "c"], loadPage: service.load).withoutTimeLimit()
    var log: [String] = []
    var bag: Set<AnyCancellable> = []
    list.gate.updates.sink { log.append("\($0)") }.store(in: &bag)
    list.allEnded.sink { log.append("loaded \($0.loaded) failed \($0.failed)") }.store(in: &bag)
    list.loadFirstPages(order: .together)
    await service.arrived(in: list)
    try service.answer("c", 1, [1])
    await service.arrived(in: list)
    try service.answer("b", 1, .failure(Refused()))
    await service.arrived(in: list)
    #expect(log == [])
    try service.answer("a", 1, [1])
    await service.arrived(in: list)
    #expect(
      log == [
        "\(ListUpdate.insert([[0, 0]]))", "\(ListUpdate.insert([[2, 0]]))", "loaded [\"a\", \"c\"] failed [\"b\"]",
      ])
  }

  @Test(
    "what was waited for comes into a bound view one right after another, with one animation", arguments: [1, 2, 3])
  func oneAnimation(sections: Int) async throws {
    let names = ["a", "b", "c"].prefix(sections)
    let service = ManualPages()
    let list = PagedList(sections: Array(names), loadPage: service.load).withoutTimeLimit()
    let view = StrictListView.manual(list)
    let token = list.gate.bind(to: view)
    list.loadFirstPages(order: .together)
    await service.arrived(in: list)
    for name in names.reversed() {
      #expect(view.runningAnimations == 0 && list.items.numberOfItems == 0)
      try service.answer(name, 1, [1])
      await service.arrived(in: list)
    }
    #expect(list.items.numberOfItems == sections && list.gate.waiting == 0)
    #expect(view.runningAnimations == 1)
    view.finishNextAnimation()
    #expect(list.gate.isIdle && view.batches == sections && view.overlappingBatches == 0 && view.violations == [])
    // The next ones have an animation again.
    list.edit { $0.append([TestItem(9)], to: "a") }
    #expect(view.runningAnimations == 1)
    view.finishAnimations()
    token.cancel()
  }

  @Test("a service that throws CancellationError by itself has failed; nothing is stuck")
  func foreignCancellation() async throws {
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    try service.answer("a", 1, .failure(CancellationError()))
    await service.arrived(in: list)
    #expect(list.state(of: "a").error != nil)
  }

  @Test("a list that goes away cancels its loads")
  func goesAway() async throws {
    let service = ManualPages()
    var list: PagedList<String, TestItem>? = PagedList(sections: ["a"], loadPage: service.load).withoutTimeLimit()
    list?.loadFirstPages()
    if let list { await service.arrived(in: list) }
    weak let released = list
    list = nil
    #expect(released == nil)
    #expect(service.openRequests == 0)
    for request in service.requests { service.answer(request, .failure(Refused())) }
  }

  @Test("settled returns when nothing is in flight and the last animation is over")
  func settled() async throws {
    let view = StrictListView(dataSource: list)
    let token = list.bind(to: view)
    view.animation = .manual
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    var isSettled = false
    let waiter = Task {
      await list.settled()
      isSettled = true
    }
    try service.answer("a", 1, 1...2)
    await list.gate.nextTurns()
    #expect(ids("a") == [1, 2] && list.state(of: "a").refresh == .idle && !isSettled)
    view.finishAnimations()
    await waiter.value
    #expect(isSettled)
    token.cancel()
  }

  @Test("an answer for another page than the one asked for fails the load")
  func wrongPage() async throws {
    list.loadNextPage(in: "a")
    try await answer(Page([1], number: 3))
    #expect(list.state(of: "a").refresh == .failed(page: 1, .wrongPage(asked: 1, answered: 3)))
  }
}
