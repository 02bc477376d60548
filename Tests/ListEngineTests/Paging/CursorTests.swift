import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("Pages by cursor", .leavesNothing)
struct CursorTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>

  init() {
    list = PagedList(sections: ["a", "b"], maximumPagesWithoutNewItems: 2, loadPage: service.load).withoutTimeLimit()
  }

  private func load(_ pages: (Range<Int>, next: String?)...) async throws {
    for (ids, next) in pages {
      list.loadNextPage(in: "a")
      await service.arrived(in: list)
      try await answer(page(ids, after: next))
    }
  }

  @Test("each page is asked for with the cursor of the one before, until there is none")
  func inOrder() async throws {
    list.loadNextPage(in: "a")
    #expect(try await asked() == .first)
    try await answer(page(0..<2, after: "x"))
    list.loadNextPage(in: "a")
    #expect(try await asked() == PageKey(number: 2, cursor: "x"))
    try await answer(page(2..<4, after: nil))
    #expect(list.state(of: "a").isFinished)
    #expect(list.items(in: "a").map(\.id) == [0, 1, 2, 3])
  }

  @Test("an empty cursor is none, as Slack sends it")
  func emptyCursor() async throws {
    #expect(Page(items: [TestItem(1)], nextCursor: "") == Page(items: [TestItem(1)], isLast: true))
    try await load((0..<2, next: ""))
    #expect(list.state(of: "a").isFinished)
  }

  @Test("a retry has the cursor of the page that failed")
  func retry() async throws {
    try await load((0..<2, next: "x"))
    list.loadNextPage(in: "a")
    _ = try await asked()
    service.answer(try #require(service.requests.first), .failure(Refused()))
    await service.arrived(in: list)
    list.retry("a")
    #expect(try await asked() == PageKey(number: 2, cursor: "x"))
  }

  @Test("a refresh begins without a cursor; cancelled or failed, the section goes on with the one it had")
  func refresh() async throws {
    try await load((0..<2, next: "x"))
    list.refresh("a")
    #expect(try await asked() == .first)
    list.cancel("a")
    list.refresh("a")
    _ = try await asked()
    let open = try #require(service.requests.first { !$0.isCancelled })
    service.answer(open, .failure(Refused()))
    await service.arrived(in: list)
    list.loadNextPage(in: "a")
    #expect(try await asked() == PageKey(number: 2, cursor: "x"))
  }

  @Test("an answer that has been outranked changes no cursor, on arrival or when its turn comes")
  func outranked() async throws {
    try await load((0..<2, next: "x"))
    list.loadNextPage(in: "a")
    _ = try await asked()
    let late = try #require(service.requests.first)
    list.refresh("a")
    _ = try await asked()
    service.answer(late, .success(Page(items: [TestItem(9)], nextCursor: "wrong")))
    try await answer(page(0..<1, after: "new"))
    list.loadNextPage(in: "a")
    #expect(try await asked() == PageKey(number: 2, cursor: "new"))
    #expect(list.items(in: "a").map(\.id) == [0])
  }

  @Test("a cursor that leads to itself fails the section, with the page's items in it; a retry asks once more")
  func repeatedCursor() async throws {
    try await load((0..<2, next: "x"), (2..<4, next: "x"))
    #expect(list.state(of: "a").append == .failed(page: 3, .repeatedCursor))
    #expect(list.numberOfItems(in: "a") == 4)
    list.retry("a")
    #expect(try await asked() == PageKey(number: 3, cursor: "x"))
    try await answer(page(4..<5, after: nil))
    #expect(list.state(of: "a").isFinished)
  }

  @Test("a first page around a cursor may name the same one for what comes before and after it")
  func aroundACursor() async throws {
    list.refresh("a", at: PageKey(cursor: "20"))
    #expect(try await asked() == PageKey(cursor: "20"))
    service.answer(
      try #require(service.requests.first),
      .success(Page(items: [TestItem(20)], previousCursor: "20", nextCursor: "20")))
    await service.arrived(in: list)
    #expect(list.state(of: "a").append == .idle && list.state(of: "a").prepend == .idle)
    list.loadNextPage(in: "a")
    #expect(try await asked() == PageKey(number: 2, cursor: "20"))
    try await answer(page(21..<22, after: "20"))
    #expect(list.state(of: "a").append == .failed(page: 3, .repeatedCursor))
  }

  @Test(
    "a first page whose cursor has expired is not asked for again: its retry begins the section, and joins on to nothing"
  )
  func expiredFirstPage() async throws {
    try await load((0..<4, next: "x"))
    list.refresh("a", at: PageKey(cursor: "gone"), joiningOn: true)
    _ = try await asked()
    service.answer(try #require(service.requests.first), .failure(LoadError.expiredCursor))
    await service.arrived(in: list)
    #expect(list.state(of: "a").refresh == .failed(page: 1, .expiredCursor))
    list.retry("a")
    #expect(try await asked() == .first)
    try await answer(page(1..<3, after: "y"))
    #expect(list.items(in: "a").map(\.id) == [1, 2] && list.nextPage(in: "a")?.cursor == "y")
  }

  @Test("an empty page with a cursor leads to the next; a circle of cursors ends as pages without new items")
  func emptyPages() async throws {
    try await load((0..<2, next: "x"))
    list.loadNextPage(in: "a")
    _ = try await asked()
    try await answer(page(0..<0, after: "y"))
    #expect(try await asked() == PageKey(number: 3, cursor: "y"))
    try await answer(page(0..<2, after: "x"))
    #expect(list.state(of: "a").append == .failed(page: 4, .nothingNew(pages: 2)))
  }

  @Test("what a page says beside a flag that it is the last is not asked for")
  func cursorAfterTheLast() async throws {
    list.loadNextPage(in: "a")
    _ = try await asked()
    var page = Page(items: [TestItem(0)], isLast: true)
    page.nextCursor = "x"
    service.answer(try #require(service.requests.first), .success(page))
    await service.arrived(in: list)
    list.loadNextPage(in: "a")
    #expect(list.state(of: "a").isFinished && list.loadsInFlight == 0)
  }

  @Test("an empty cursor for the page before is none")
  func emptyPreviousCursor() {
    #expect(Page(items: [TestItem(1)], previousCursor: "", nextCursor: "b").previousCursor == nil)
  }
}
