import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

/// An answer is for one load, whatever has become of its section meanwhile.
@MainActor
@Suite("Stale answers", .leavesNothing)
struct StaleAnswerTests {
  let service = ManualPages()
  let list: PagedList<String, TestItem>

  init() {
    list = PagedList(sections: ["a", "b"], loadPage: service.load).withoutTimeLimit()
  }

  private func texts(_ section: String) -> [String] { list.items(in: section).map(\.text) }

  @Test("the answer to a section's earlier life is dropped when the section has come back, and the new one is taken")
  func sectionComesBack() async throws {
    list.loadNextPage(in: "b")
    await service.arrived(in: list)
    let old = try #require(service.requests.first)
    list.edit { $0.removeSection("b") }
    list.edit { $0.insertSections(["b"], at: 1) }
    list.loadNextPage(in: "b")
    await service.arrived(in: list)
    service.answer(old, .success(Page(items: [TestItem(1, "stale")], isLast: false)))
    await list.gate.nextTurn()
    #expect(list.state(of: "b").isLoading)
    try service.answer("b", 1, .success(Page(items: [TestItem(2, "new")], isLast: false)))
    await list.settled()
    #expect(texts("b") == ["new"])
  }

  @Test("a section that one edit takes out and puts in again begins with its first page")
  func replacedByOneEdit() async throws {
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    try service.answer("a", 1, [1])
    await service.arrived(in: list)
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    list.edit { list in
      list.removeSection("a")
      list.insertSections(["a"], at: 0)
    }
    #expect(list.state(of: "a").phase == .idle)
    list.loadNextPage(in: "a")
    #expect(list.state(of: "a").phase == .loading(page: 1))
  }

  @Test("a hundred refreshes in one turn call the service once")
  func refreshes() async throws {
    for _ in 0..<100 { list.refresh("a") }
    await service.arrived(in: list)
    #expect(service.calls == 1)
  }

  @Test("refreshes behind a load that hangs leave one wish behind")
  func refreshesBehindAHangingLoad() async throws {
    let list = PagedList(sections: ["a", "b"], maximumLoads: 1, loadPage: service.load).withoutTimeLimit()
    list.loadNextPage(in: "a")
    for _ in 0..<1_000 { list.refresh("b") }
    #expect(Array(list.loads.waiting.values) == [.section("b")])
    await service.arrived(in: list)
    try service.answer("a", 1, [1])
    await service.arrived(in: list)
    try service.answer("b", 1, [2])
    await list.settled()
    #expect(list.items(in: "b").map(\.id) == [2])
  }
}
