import ListTesting
import ListViewModelsTestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Replacements and whole sections that are remembered", .leavesNothing)
struct RememberedReplacementsTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>

  init() { list = PagedList(sections: ["a", "b", "c"], loadPage: service.load).withoutTimeLimit() }

  @Test("an item that took another one's place and was moved stays there when an edit of it is taken back")
  func replacedAndMoved() async throws {
    try await load([5])
    let replaced = list.pendingEdit { $0.replace(5, with: TestItem(50), in: "a") }
    let mark = list.pendingEdit { $0.update(TestItem(50, "x"), in: "a") }
    list.edit { $0.move(50, from: "a", .first, in: "b") }
    mark.takeBack()
    #expect(shown("b") == ["50"])
    replaced.confirm()
  }

  @Test("a move brings what its item was had an edit that set all items never been")
  func carriedAfterASet() async throws {
    try await load([1, 2, 3])
    list.refresh("a")
    let set = list.pendingEdit { $0.replaceItems(in: "a", with: [1, 2].map { TestItem($0) }) }
    try await answer(Page(items: [TestItem(1), TestItem(9, "old")], isLast: false))
    #expect(ids() == [1, 2])
    list.edit { $0.insert([TestItem(9, "mine")], .last, in: "a") }
    list.edit { $0.move(9, from: "a", .first, in: "b") }
    set.takeBack()
    #expect(shown("a") == ["1"] && shown("b") == ["9old"])
  }

  @Test("what was done before all items were set is done to what a page adds since")
  func setAfterOthers() async throws {
    try await load([1])
    list.loadNextPage(in: "a")
    list.edit { $0.put(TestItem(2, "mine")) }
    list.edit { $0.remove([3], from: "a") }
    list.edit { $0.replaceItems(in: "a", with: [8, 1].map { TestItem($0) }) }
    try await answer(Page([2, 3, 4]))
    #expect(shown("a") == ["8", "1", "2mine", "4"])
  }

  @Test("an item that takes its own place is not kept where a refresh that joins on does without it")
  func replacedByItself() async throws {
    list.loadNextPage(in: "a")
    try await answer(Page(items: [1, 2, 3].map { TestItem($0) }, isLast: false))
    list.edit { $0.replace(2, with: TestItem(2, "mine"), in: "a") }
    #expect(shown("a") == ["1", "2mine", "3"])
    list.refresh("a", joiningOn: true)
    try await answer(Page(items: [1, 3].map { TestItem($0) }, isLast: false))
    #expect(shown("a") == ["1", "3"])
  }

  @Test(
    "what has found nothing to replace keeps nothing out, whatever has come in by its own way since",
    arguments: [false, true])
  func replacedNothing(besideALoad: Bool) async throws {
    list.loadNextPage(in: "a")
    try await answer(Page(items: [TestItem(2)], isLast: false))
    if besideALoad { list.refresh("a") }
    list.edit { $0.replace(1, with: TestItem(4), in: "a") }
    list.edit {
      $0.replace(1, with: TestItem(4), in: "a")
      $0.append([TestItem(4)], to: "a")
    }
    list.cancel("a")
    list.loadNextPage(in: "a")
    try await answer(Page([1, 3]))
    #expect(ids() == [2, 4, 1, 3])
  }

  @Test("what took an item's place keeps it out, also if it was removed then, or had been put in", arguments: [1, 8])
  func replacedAndRemoved(old: Int) async throws {
    try await load([1, 2])
    list.loadNextPage(in: "a")
    list.edit { if old == 8 { $0.append([TestItem(8)], to: "a") } }
    list.edit { $0.replace(old, with: TestItem(50), in: "a") }
    list.edit { if old == 1 { $0.remove([50], from: "a") } }
    try await answer(Page(items: [3].map { TestItem($0) }, isLast: false))
    list.loadNextPage(in: "a")
    try await answer(Page(items: [old, 50, 4].map { TestItem($0) }, isLast: false))
    #expect(ids().sorted() == (old == 1 ? [2, 3, 4] : [1, 2, 3, 4, 50]))
  }
}
