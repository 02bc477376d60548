import ListTesting
import ListViewModelsTestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Loads whose end is awaited", .leavesNothing)
struct BegunLoadsTests {
  let service = ManualPages()
  let list: PagedList<String, TestItem>

  init() {
    list = PagedList(sections: ["a", "b"], loadPage: service.load).withoutTimeLimit()
  }

  @Test("a refresh of all ends when the last page is in the list, and says how each did")
  func refreshAll() async throws {
    let loads = list.refreshAll()
    await service.arrived(in: list)
    try service.answer("a", 1, [1])
    await service.arrived(in: list)
    #expect(loads.result == nil)
    try service.answer("b", 1, .failure(Refused()))
    let summary = await loads.summary
    #expect(summary.loaded == ["a"] && summary.failed == ["b"] && list.items(in: "a").map(\.id) == [1])
    #expect(summary.errors["b"]?.description == "refused")
  }

  @Test("a refresh that a newer one outranks ends at once, and says so; one of a section that has gone, too")
  func outranked() async throws {
    let (first, second) = (list.refresh("a"), list.refresh("a"))
    #expect(await first.summary == LoadSummary(cancelled: ["a"]) && second.result == nil)
    list.edit { $0.removeSection("a") }
    #expect(await second.summary == LoadSummary(gone: ["a"]))
    #expect(await list.refresh("a").summary == LoadSummary(gone: ["a"]))
    #expect(await list.loadFirstPages(in: ["x"]).summary == LoadSummary(gone: ["x"]))
  }

  @Test("who is cancelled while he waits cancels no load, and no refresh is told to those who follow first pages")
  func cancelledWait() async throws {
    var summaries = 0
    let token = list.allEnded.sink { _ in summaries += 1 }
    let loads = list.refresh("b")
    let waiting = Task { await loads.summary }
    await service.arrived(in: list)
    waiting.cancel()
    #expect(await waiting.value == LoadSummary() && list.loadsInFlight == 1)
    try service.answer("b", 1, [1])
    #expect(await loads.summary == LoadSummary(loaded: ["b"]) && summaries == 0)
    token.cancel()
  }

  @Test("a list that goes keeps nobody waiting")
  func released() async {
    let loads: BegunLoads<String>
    do {
      let list = PagedList(sections: ["a"], loadPage: service.load).withoutTimeLimit()
      loads = list.refreshAll()
    }
    #expect(await loads.summary == LoadSummary())
  }

  @Test("a refresh can have what stays configured again, also when it was retried")
  func configuringAll() async throws {
    list.seed("a", [TestItem(1), TestItem(2)], next: nil)
    var updates: [String] = []
    let token = list.updates.sink { updates.append("\($0)") }
    list.refresh("a", configuringAll: true)
    await service.arrived(in: list)
    try service.answer("a", 1, .failure(Refused()))
    await service.arrived(in: list)
    list.retry("a")
    await service.arrived(in: list)
    try service.answer("a", 1, [1, 2, 3])
    await list.settled()
    list.refresh("a")
    await service.arrived(in: list)
    try service.answer("a", 1, [1, 2, 3])
    await list.settled()
    #expect(updates == ["batch: insert 0-2; then reconfigure 0-0...0-1"])
    token.cancel()
  }

  @Test("the refresh of one section says which generation it has begun, one of several does not")
  func generation() async throws {
    let one = list.refresh("a")
    #expect(one.generation == list.state(of: "a").generation && one.generation != nil)
    #expect(list.refreshAll().generation == nil)
    let none = PagedList<String, TestItem>(sections: [], loadPage: service.load).withoutTimeLimit()
    #expect(none.refreshAll().generation == nil)
    for section in ["a", "b"] { list.cancel(section) }
  }
}
