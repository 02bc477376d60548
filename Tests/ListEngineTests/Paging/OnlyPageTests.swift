import ListTesting
import ListViewModelsTestSupport
import Testing

@testable import ListEngine

/// What a service that says neither page numbers nor that a page is the last lets one conclude.
@MainActor
@Suite("Pages that do not say what they are", .leavesNothing)
struct OnlyPageTests {
  let service = ManualPages()
  let list: PagedList<String, TestItem>

  init() {
    list = PagedList(sections: ["a"], maximumPagesWithoutNewItems: 3, loadPage: service.load).withoutTimeLimit()
  }

  /// Loads pages one after another, as long as each is asked for.
  private func load(_ pages: Page<TestItem>...) async throws {
    for (number, page) in zip(1..., pages) {
      list.loadNextPage(in: "a")
      await service.arrived(in: list)
      try service.answer("a", number, .success(page))
      await service.arrived(in: list)
    }
  }

  @Test("a service that repeats its only page has finished")
  func onlyPage() async throws {
    try await load(Page([3, 1, 2]), Page([3, 1, 2]))
    #expect(list.state(of: "a").phase == .finished)
    #expect(service.requests.isEmpty)
  }

  @Test("also after the user has taken items out and put others in", arguments: [false, true])
  func onlyPageOfEdited(isSent: Bool) async throws {
    try await load(Page([3, 1, 2]))
    let edit: @MainActor (inout PagedList<String, TestItem>.List) -> Void = {
      $0.remove([1], from: "a")
      $0.insert([8, 9].map { TestItem($0) }, .first, in: "a")
    }
    let pending = isSent ? list.pendingEdit(edit) : nil
    if !isSent { list.edit(edit) }
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    try service.answer("a", 2, .success(Page([3, 1, 2])))
    await service.arrived(in: list)
    #expect(list.state(of: "a").phase == .finished)
    pending?.confirm()
  }

  @Test("a second page that repeats the first and has a cursor is followed")
  func cursor() async throws {
    try await load(
      Page(items: [1, 2].map { TestItem($0) }, nextCursor: "x"),
      Page(items: [1, 2].map { TestItem($0) }, nextCursor: "y"))
    #expect(list.state(of: "a").phase == .loading(page: 3))
    list.cancel("a")
  }

  @Test("a third page that holds all there is already does not end the section: the second was another one")
  func thirdPage() async throws {
    try await load(Page([1]), Page([2]), Page([1, 2]))
    #expect(list.state(of: "a").phase == .loading(page: 4))
    list.cancel("a")
  }

  @Test("two pages of nothing are no only page: what follows is asked for")
  func nothing() async throws {
    try await load(Page([]), Page([]))
    #expect(list.state(of: "a").phase == .loading(page: 3))
    list.cancel("a")
  }

  @Test("a second page that adds something, or names less than there is, is not the only one")
  func notTheOnlyPage() async throws {
    try await load(Page([1, 2]), Page([1, 2, 3]))
    #expect(list.state(of: "a").append == .idle)
    list.refresh("a")
    await service.arrived(in: list)
    try service.answer("a", 1, .success(Page([1, 2, 3])))
    await service.arrived(in: list)
    list.loadNextPage(in: "a")
    await service.arrived(in: list)
    try service.answer("a", 2, .success(Page([2])))
    await service.arrived(in: list)
    #expect(list.state(of: "a").append == .loading(page: 3))
    list.cancel("a")
  }
}
