import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

/// A service that never answers ends as failed, and is in nobody's way.
@MainActor
@Suite("The time limit of a load")
struct TimeLimitTests {
  let service = ManualPages()
  let clock = TestClock()

  private func list(limit: Duration? = .seconds(60)) -> PagedList<String, TestItem> {
    let list = PagedList(sections: ["a", "b"], maximumLoads: 1, loadPage: service.load)
    (list.timeLimit, list.clock) = (limit, clock)
    return list
  }

  @Test("a load that is not answered in time has failed; its request is free, its group goes on, its answer is dropped")
  func timedOut() async throws {
    let list = list()
    var summaries: [LoadSummary<String>] = []
    let token = list.allEnded.sink { summaries.append($0) }
    list.loadFirstPages(order: .inOrder)
    await service.arrived(in: list)
    let hanging = try #require(service.requests.first)
    await clock.sleeper(until: .seconds(60))
    clock.advance(by: .seconds(60))
    await service.arrives("b")  // waits for the request of "a", and so for its alarm
    #expect(list.state(of: "a").error == .timedOut(after: .seconds(60)))
    #expect(hanging.isCancelled)
    try service.answer("b", 1, [1])
    await service.arrived(in: list)
    service.answer(hanging, .success(Page([9])))
    await list.settled()
    #expect(list.items(in: "a").isEmpty && list.items(in: "b").map(\.id) == [1])
    #expect(summaries.map(\.failed) == [["a"]])
    list.retry("a")
    await service.arrived(in: list)
    try service.answer("a", 1, [2])
    await list.settled()
    #expect(list.items(in: "a").map(\.id) == [2])
    token.cancel()
  }

  @Test("an answer in time ends the alarm; without a limit there is none")
  func inTime() async throws {
    let list = list()
    list.loadNextPage(in: "a")
    await clock.sleeper(until: .seconds(60))
    await service.arrived(in: list)
    try service.answer("a", 1, [1])
    await list.settled()
    clock.advance(by: .seconds(100))
    await list.gate.nextTurn()
    #expect(list.state(of: "a").phase == .idle)
    let unlimited = self.list(limit: nil)
    let sleeps = clock.sleepCount
    unlimited.loadNextPage(in: "a")
    await service.arrived(in: unlimited)
    #expect(clock.sleepCount == sleeps)
    try service.answer("a", 1, [1])
    await unlimited.settled()
  }
}
