import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

/// Edits that set what a section holds, or an item in the place of another, and what pages bring beside them.
@MainActor
@Suite("Edits that set sections", .leavesNothing)
struct SetSectionsTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>

  init() async throws {
    list = PagedList(sections: ["a"], loadPage: service.load).withoutTimeLimit()
    list.loadNextPage(in: "a")
    try await answer(1, Page(1...4, number: 1))
  }

  private func answer(
    _ ids: some Sequence<Int>, of section: String, in list: PagedList<String, TestItem>
  ) async throws {
    await service.arrives(section)
    let request = try #require(service.requests.first { $0.section == section && !$0.isCancelled })
    service.answer(request, .success(Page(items: ids.map { TestItem($0) }, isLast: false)))
    await service.arrived(in: list)
    await list.idle()
  }

  @Test("an edit that assigns a list which was kept is made as the calls that lead to it")
  func assigned() async throws {
    let kept = Box<PagedList<String, TestItem>.List?>(nil)
    list.edit { list in
      kept.value = list
      list.remove([1, 2], from: "a")
      list.insertSections(["b"])
    }
    list.refresh("a")
    list.edit { list in if let old = kept.value { list = old } }
    #expect(list.items(in: "a").map(\.id) == [1, 2, 3, 4] && list.sections == ["a"])
    try await answer(1, Page([8], number: 1))  // asked for before
    #expect(list.items(in: "a").map(\.id) == [1, 2, 3, 4])
  }

  @Test(
    "a page that is added is added to what an edit has set, at its end, while the edit is open and afterwards",
    arguments: [false, true])
  func setBesideAPage(isSent: Bool) async throws {
    let other = PagedList(sections: ["a"], loadPage: service.load).withoutTimeLimit()
    other.seed("a", (1...4).map { TestItem($0) }, previous: PageKey(cursor: "p"), next: PageKey(number: 2, cursor: "n"))
    func answer(_ ids: [Int]) async throws {
      await service.arrives("a")
      service.answer(
        try #require(service.requests.last),
        .success(Page(items: ids.map { TestItem($0) }, previousCursor: "p\(ids)", nextCursor: "n\(ids)")))
      await service.arrived(in: other)
    }
    let edit: @MainActor (inout PagedList<String, TestItem>.List) -> Void = {
      $0.replaceItems(in: "a", with: [4, 3, 9, 1].map { TestItem($0) })
    }
    other.loadNextPage(in: "a")
    let pending = isSent ? other.pendingEdit(edit) : nil
    if !isSent { other.edit(edit) }
    other.edit { $0.insert([TestItem(7)], at: 1, in: "a") }
    try await answer([2, 5, 9])  // 2 was taken out, 9 was put in
    #expect(other.items(in: "a").map(\.id) == [4, 7, 3, 9, 1, 5])
    other.loadPreviousPage(in: "a")
    try await answer([0, 3])
    #expect(other.items(in: "a").map(\.id) == [0, 4, 7, 3, 9, 1, 5])
    pending?.confirm()
    #expect(other.items(in: "a").map(\.id) == [0, 4, 7, 3, 9, 1, 5])
    other.loadNextPage(in: "a")
    try await answer([2, 6])
    #expect(other.items(in: "a").map(\.id) == [0, 4, 7, 3, 9, 1, 5, 6])
  }

  @Test("an edit that assigns a list is an edit of the sections that are others in it alone")
  func assignedSections() async throws {
    let kept = Box<PagedList<String, TestItem>.List?>(nil)
    list.edit { list in
      list.insertSections(["b"])
      list.append([TestItem(9)], to: "b")
      kept.value = list
    }
    list.edit { $0.remove([9], from: "b") }
    let told = Log<String>()
    let heard = list.savedChanges.sink { told.add($0) }
    list.loadNextPage(in: "a")
    list.edit { list in if let old = kept.value { list = old } }
    #expect(told.entries == ["b"] && list.items(in: "b").map(\.id) == [9])
    try await answer(2, Page([5, 6], number: 2))
    #expect(list.items(in: "a").map(\.id) == [1, 2, 3, 4, 5, 6])
    heard.cancel()
  }

  @Test("a refresh that joins on takes out what a next page has added to it, also if it leaves items in front")
  func joinedBehindAFront() async throws {
    let other = PagedList(sections: ["a"], loadPage: service.load).withoutTimeLimit()
    other.seed("a", [3, 5].map { TestItem($0) }, previous: PageKey(cursor: "p"), next: PageKey(number: 2, cursor: "n"))
    let set = other.pendingEdit { $0.replaceItems(in: "a", with: [TestItem(9)]) }
    func answer(_ ids: [Int]) async throws {
      await service.arrives("a")
      let page = Page(items: ids.map { TestItem($0) }, previousCursor: "p\(ids)", nextCursor: "n\(ids)")
      service.answer(try #require(service.requests.last), .success(page))
      await service.arrived(in: other)
    }
    other.loadPreviousPage(in: "a")
    try await answer([7])
    other.loadNextPage(in: "a")
    try await answer([6])
    #expect(other.items(in: "a").map(\.id) == [7, 9, 6])
    other.refresh("a", joiningOn: true)
    try await answer([5, 6])
    #expect(other.items(in: "a").map(\.id) == [7, 9])
    set.takeBack()
    #expect(other.items(in: "a").map(\.id) == [7, 3, 5, 6])
  }

  @Test("what is moved into a section stands on what an open edit has set there, and waits with it")
  func movedIntoIt() async throws {
    list.edit { $0.insertSections(["b"]) }
    let draft = list.pendingEdit { $0.insert([TestItem(9)], .first, in: "b") }
    list.edit { $0.replaceItems(in: "b", with: [9, 7].map { TestItem($0) }) }  // waits for the draft
    list.pendingEdit { $0.move(1, from: "a", .first, in: "b") }.confirm()
    list.refresh("b")
    try await answer([], of: "b", in: list)  // knows nothing of the draft, and of what stands on it
    #expect(list.items(in: "b").map(\.id) == [1, 9, 7] && list.items(in: "a").map(\.id) == [2, 3, 4])
    draft.confirm()
    await list.idle()
  }

  @Test("what a page has added to it stays when another section is refreshed")
  func besideAnotherSection() async throws {
    let other = PagedList(sections: ["a", "b"], loadPage: service.load).withoutTimeLimit()
    other.loadNextPage(in: "a")
    try await answer(1...2, of: "a", in: other)
    let set = other.pendingEdit { $0.replaceItems(in: "a", with: [TestItem(2)]) }
    other.loadNextPage(in: "a")
    try await answer(3...4, of: "a", in: other)
    for _ in 1...2 {
      other.refresh("b")
      try await answer(7...8, of: "b", in: other)
    }
    #expect(other.items(in: "a").map(\.id) == [2, 3, 4] && other.items(in: "b").map(\.id) == [7, 8])
    set.confirm()
  }

  @Test("an offset counts what an edit has set, and not what the previous page has brought of it again")
  func offsetBehindASet() async throws {
    let other = PagedList(sections: ["a"], loadPage: service.load).withoutTimeLimit()
    other.seed("a", (1...3).map { TestItem($0) }, previous: PageKey(number: 1), next: nil)
    let set = other.pendingEdit { $0.replaceItems(in: "a", with: [1, 7, 2, 3].map { TestItem($0) }) }
    other.edit { $0.insert([TestItem(5)], at: 2, in: "a") }
    other.loadPreviousPage(in: "a")
    try await answer([8, 7], of: "a", in: other)
    #expect(other.items(in: "a").map(\.id) == [8, 1, 7, 5, 2, 3])
    set.confirm()
  }

  @Test("a refresh that joins on takes out what a page has added to it, and leaves what the user has put in")
  func refreshedBesideAPage() async throws {
    let set = list.pendingEdit { $0.replaceItems(in: "a", with: [1, 9, 4].map { TestItem($0) }) }
    list.loadNextPage(in: "a")
    try await answer(2, Page([5, 6, 7], number: 2))
    set.confirm()
    list.refresh("a", joiningOn: true)
    try await answer(1, Page([1, 4, 7], number: 1))
    #expect(list.items(in: "a").map(\.id) == [1, 4, 7, 9])
  }

  @Test(
    "to put an item into the place of one that a section does not hold bars neither from it", arguments: [false, true])
  func replacingNothing(isLoading: Bool) async throws {
    if isLoading { list.loadNextPage(in: "a") }
    list.edit { $0.replace(5, with: TestItem(50)) }
    if !isLoading { list.loadNextPage(in: "a") }
    try await answer(2, Page([5, 6], number: 2))
    #expect(list.items(in: "a").map(\.id) == (isLoading ? [1, 2, 3, 4, 50, 6] : [1, 2, 3, 4, 5, 6]))
    list.edit { $0.replace(6, with: TestItem(60)) }
    list.loadNextPage(in: "a")
    try await answer(3, Page([6, 7], number: 3))
    #expect(list.items(in: "a").map(\.id) == (isLoading ? [1, 2, 3, 4, 50, 60, 7] : [1, 2, 3, 4, 5, 60, 7]))
  }
}
