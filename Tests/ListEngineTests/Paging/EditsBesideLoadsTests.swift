import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

/// What a user does while something loads, as he sees it.
@MainActor
@Suite("Edits beside loads", .leavesNothing)
struct EditsBesideLoadsTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>
  let view: StrictListView

  init() async throws {
    let list = PagedList(sections: ["a"], loadPage: service.load).withoutTimeLimit()
    self.list = list
    view = StrictListView.reporting(list) { list.item(at: $0).map { "\($0.id)\($0.text)" } ?? "…" }
    list.loadNextPage(in: "a")
    try await answer(1, Page(1...4, number: 1))
  }

  @Test("what is deleted, marked and pushed while a refresh is on its way stays so when it answers")
  func besideRefresh() async throws {
    let binding = list.bind(to: view)
    list.refresh("a")
    list.edit { $0.remove([2], from: "a") }
    list.edit { $0.update(TestItem(3, "!"), in: "a") }
    list.edit { $0.insert([TestItem(9, "pushed")], .first, in: "a") }
    try await answer(1, Page(1...4, number: 1))
    #expect(view.cells == [["9pushed", "1", "3!", "4"]])
    list.refresh("a")  // knows all of it
    try await answer(1, Page(1...4, number: 1))
    #expect(view.cells == [["1", "2", "3", "4"]])
    binding.cancel()
  }

  @Test(
    "an item that is put is put in all sections that hold it, by then or by an answer asked for before; nowhere else")
  func put() async throws {
    let binding = list.bind(to: view)
    list.edit { $0.insertSections(["b", "c"]) }
    list.edit { $0.append([TestItem(3)], to: "b") }
    list.refresh("a")
    list.loadNextPage(in: "c")
    list.edit { list in
      let isHeld = list.put(TestItem(3, "!"))
      #expect(isHeld)
    }
    #expect(view.cells == [["1", "2", "3!", "4"], ["3!"], []])
    await service.arrives("c")
    try service.answer("c", 1, .success(Page(2...3, number: 1)))
    try await answer(1, Page(3...5, number: 1))
    #expect(view.cells == [["3!", "4", "5"], ["3!"], ["2", "3!"]])
    list.edit { list in
      let isHeld = list.put(TestItem(77))
      #expect(!isHeld)
    }
    list.refresh("a")
    try await answer(1, Page(3...5, number: 1))
    #expect(view.cells == [["3", "4", "5"], ["3!"], ["2", "3!"]] && view.discrepancies == [])
    binding.cancel()
  }

  @Test("what was deleted does not come back with a next page, whenever that was asked for, but with a refresh")
  func besideNextPage() async throws {
    list.loadNextPage(in: "a")
    list.edit { $0.remove([5, 2], from: "a") }
    try await answer(2, Page([2, 5, 6], number: 2))
    #expect(list.items(in: "a").map(\.id) == [1, 3, 4, 6])
    list.loadNextPage(in: "a")
    try await answer(3, Page([2, 5, 7], number: 3))
    #expect(list.items(in: "a").map(\.id) == [1, 3, 4, 6, 7])
    list.edit { $0.insert([TestItem(5)], .last, in: "a") }
    list.edit { $0.remove([1], from: "a") }
    list.refresh("a")
    try await answer(1, Page([1, 2], number: 1))
    #expect(list.items(in: "a").map(\.id) == [1, 2])
  }

  @Test(
    "what is pushed, or moved in, while an answer is on its way that names it, too, stays where and as it is put",
    arguments: [false, true], [false, true])
  func pushed(isSent: Bool, isRefresh: Bool) async throws {
    let binding = list.bind(to: view)
    list.edit { $0.insertSections(["b"]) }
    list.edit { $0.append([TestItem(8, "!")], to: "b") }
    if isRefresh { list.refresh("a") } else { list.loadNextPage(in: "a") }
    let pushed = list.pendingEdit { list in
      list.insert([TestItem(9, "!")], .first, in: "a")
      list.move(8, from: "b", .first, in: "a")
    }
    if !isSent { pushed.confirm() }
    let page = isRefresh ? [1, 9, 2, 8] : [5, 9, 8]
    try await answer(
      isRefresh ? 1 : 2, Page(items: page.map { TestItem($0, "?") }, number: isRefresh ? 1 : 2, isLast: false))
    #expect(view.cells[0] == (isRefresh ? ["8!", "9!", "1?", "2?"] : ["8!", "9!", "1", "2", "3", "4", "5?"]))
    pushed.takeBack()
    await list.idle()
    if isSent {
      #expect(view.cells[0] == (isRefresh ? ["1?", "9?", "2?", "8?"] : ["1", "2", "3", "4", "5?", "9?", "8?"]))
    }
    #expect(view.discrepancies == [])
    binding.cancel()
  }

  @Test("what is held already is not put in, also if another section's page, or a first page, brings it")
  func heldAlready() async throws {
    list.edit { $0.insertSections(["b"]) }
    list.edit { $0.append([1, 9].map { TestItem($0) }, to: "b") }
    list.loadNextPage(in: "a")
    let mark = list.pendingEdit { $0.update(TestItem(1, "?"), in: "b") }
    list.edit { $0.insert([TestItem(9, "!")], .first, in: "b") }
    list.edit { $0.insert([TestItem(1), TestItem(9, "!")], .first, in: "b") }
    try await answer(2, Page([9], number: 2))
    mark.takeBack()
    await list.idle()
    #expect(list.items(in: "b").map { "\($0.id)\($0.text)" } == ["1", "9"])
    let waits = list.pendingEdit { $0.remove([1], from: "a") }
    list.edit { $0.insert([TestItem(7, "!")], .first, in: "a") }
    list.refresh("a")
    list.edit { $0.insert([TestItem(7, "?")], .first, in: "a") }
    try await answer(1, Page([1, 2, 7], number: 1))
    #expect(list.items(in: "a").map { "\($0.id)\($0.text)" } == ["2", "7"])
    waits.confirm()
  }

  @Test("what replaces an item where it went leaves a mark at home only if it was there")
  func replacedElsewhere() async throws {
    list.edit { $0.insertSections(["b"]) }
    let away = list.pendingEdit { $0.move(4, from: "a", .first, in: "b") }
    list.edit { $0.replace(4, with: TestItem(2, "!"), in: "b") }
    away.confirm()
    list.refresh("a", joiningOn: true)
    try await answer(1, Page([1, 3], number: 1))
    #expect(list.items(in: "a").map(\.id) == [1, 3], "the page joins on, and nobody has put 2 there")
    let back = list.pendingEdit { $0.move(3, from: "a", .first, in: "b") }
    list.edit { $0.replace(3, with: TestItem(8), in: "b") }
    back.takeBack()
    #expect(list.items(in: "a").map(\.id) == [1, 8])
    list.loadNextPage(in: "a")
    try await answer(2, Page([3, 5], number: 2))
    #expect(list.items(in: "a").map(\.id) == [1, 8, 5])
  }

  @Test("what a refresh that joins on knows stays in what it leaves, also behind an edit that is being sent")
  func knownToTheJoining() async throws {
    let waits = list.pendingEdit { $0.update(TestItem(1, "!"), in: "a") }
    list.edit { $0.append([TestItem(9)], to: "a") }
    list.refresh("a", joiningOn: true)
    try await answer(1, Page([1, 2], number: 1))
    #expect(list.items(in: "a").map(\.id) == [1, 2, 3, 4, 9])
    waits.confirm()
  }

  @Test("an edit that is taken back takes none along that was made for good before")
  func takenBackAfterAnAnswer() async throws {
    list.refresh("a")
    list.edit { $0.remove([2], from: "a") }
    try await answer(1, Page(1...4, number: 1))
    list.edit { $0.insert([TestItem(9)], .first, in: "a") }
    list.pendingEdit { $0.update(TestItem(1, "!"), in: "a") }.takeBack()
    #expect(list.items(in: "a").map(\.id) == [9, 1, 3, 4])
  }

  @Test("a replacement that was sent leaves no mark at home, where the item that it replaces has gone for good before")
  func replacedAndSent() async throws {
    list.edit { $0.insertSections(["b"]) }
    let away = list.pendingEdit { $0.move(4, from: "a", .first, in: "b") }
    let replacement = list.pendingEdit { $0.replace(4, with: TestItem(2, "!"), in: "b") }
    away.confirm()
    replacement.confirm()
    list.refresh("a", joiningOn: true)
    try await answer(1, Page([1, 3], number: 1))
    #expect(list.items(in: "a").map(\.id) == [1, 3], "the page joins on, and nobody has put 2 there")
  }

  @Test("an item that is moved beside a load is told as moved, and not configured")
  func notConfigured() async throws {
    list.refresh("a")
    var told: [String] = []
    let token = list.updates.sink { told.append("\($0)") }
    list.edit { $0.move(1, .last, in: "a") }
    #expect(told == ["batch: move 0-0 to 0-3"])
    list.cancel("a")
    token.cancel()
  }

  @Test("all that is shown is deleted, sent or not, or moved away: the next page comes, for which no cell could ask")
  func deletesAll() async throws {
    list.edit { $0.remove([1, 2, 3, 4], from: "a") }
    try #require(list.loadsInFlight == 1, "an empty section that has more does not ask for it")
    try await answer(2, Page(5...6, number: 2))
    #expect(list.items(in: "a").map(\.id) == [5, 6] && list.loadsInFlight == 0)
    list.edit { list in
      list.insertSections(["archive"])
      for id in [5, 6] { list.move(id, from: "a", .last, in: "archive") }
    }
    try await answer(3, Page(7...7, number: 3))
    let deletion = list.pendingEdit { $0.remove([7], from: "a") }
    #expect(list.state(of: "a").append == .loading(page: 4))
    list.cancel("a")
    list.refresh("a")
    try await answer(1, Page([7], number: 1))
    #expect(list.items(in: "a").isEmpty, "the answer has what is still being deleted, and nothing else")
    try await answer(2, Page(8...8, number: 2, isLast: true))
    deletion.takeBack()
    await list.idle()
    #expect(list.items(in: "a").map(\.id) == [7, 8])
    list.edit { $0.remove([7, 8], from: "a") }
    #expect(list.isEmpty("a") && list.loadsInFlight == 0)
  }

  @Test("an edit counts up once, however many answers come")
  func countsOnce() async throws {
    var runs = 0
    list.refresh("a")
    list.edit { list in
      runs += 1
      guard let item = list["a", 1] else { return }
      list.update(TestItem(1, item.text + "+"), in: "a")
    }
    try await answer(1, Page(1...2, number: 1))
    list.loadNextPage(in: "a")
    try await answer(2, Page(3...4, number: 2))
    #expect(runs == 1 && list.items(in: "a").map(\.text) == ["+", "", "", ""])
  }

  @Test("its item is configured when the edit is made, not when it is made again")
  func configuredOnce() async throws {
    list.refresh("a")
    list.edit { $0.update(TestItem(1, "!"), in: "a") }
    var updates: [ListUpdate] = []
    let token = list.updates.sink { updates.append($0) }
    try await answer(1, Page(1...4, number: 1))
    #expect(updates == [])
    token.cancel()
  }

  @Test("an item that a refresh leaves as it is is in no part of its batch")
  func refreshIsADifference() async throws {
    var updates: [String] = []
    let token = list.updates.sink { updates.append("\($0)") }
    list.refresh("a")
    try await answer(
      1, Page(items: [TestItem(1), TestItem(3, "!"), TestItem(4), TestItem(5)], number: 1, isLast: true))
    list.refresh("a")
    try await answer(
      1, Page(items: [TestItem(1), TestItem(3, "!"), TestItem(4), TestItem(5)], number: 1, isLast: true))
    list.refresh("a")
    try await answer(1, Page(6...7, number: 1))
    #expect(updates == ["batch: delete 0-1; insert 0-3; then reconfigure 0-1", "reload section 0"])
    token.cancel()
  }

  @Test("what a page names of what the user has removed is no repeat")
  func repeats() async throws {
    list.edit { $0.remove([2], from: "a") }
    list.loadNextPage(in: "a")
    try await answer(2, Page([2, 3, 5], number: 2))
    #expect(list.state(of: "a").repeats == 1)
    let pending = list.pendingEdit { $0.remove([4], from: "a") }
    list.loadNextPage(in: "a")
    try await answer(3, Page([2, 3, 4, 6], number: 3))
    #expect(list.state(of: "a").repeats == 3)  // 4 is there until its removal is confirmed
    pending.confirm()
  }

  @Test("an edit is forgotten when the load is cancelled that did not know it")
  func cancelled() async throws {
    list.refresh("a")
    list.edit { $0.remove([2], from: "a") }
    #expect(list.shown.remembers == 1)
    list.cancel("a")
    #expect(list.shown.remembers == 0)
  }

  @Test("a debug build says once where == hides what a refresh has changed, and where edits pile up")
  func notices() async throws {
    struct Liked: Identifiable, Equatable, Sendable {
      let id: Int
      var likes = 0
      static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }
    }
    let likes = Box(0)
    let list = PagedList<String, Liked>(sections: ["a"]) { _, _ in
      Page(items: (1...3).map { Liked(id: $0, likes: likes.value) }, isLast: true)
    }.withoutTimeLimit()
    _ = await list.refreshAll().summary
    _ = await list.refreshAll().summary
    #expect(!DebugNotice.hasTold("== of Liked") && !DebugNotice.hasTold("edits of Liked"))
    likes.value = 1
    _ = await list.refreshAll().summary
    let pending = list.pendingEdit { $0.remove([9], from: "a") }
    for _ in 0...1_000 { list.edit { $0.remove([9], from: "a") } }
    #if DEBUG
      #expect(DebugNotice.hasTold("== of Liked") && DebugNotice.hasTold("edits of Liked"))
      #expect(!DebugNotice.tell("== of Liked", "once"))
    #endif
    pending.takeBack()
  }

  @Test("a debug build says nothing of items that == tells apart, or of a thousand edits")
  func noNotices() async throws {
    struct Seen: Identifiable, Equatable, Sendable {
      let id: Int
      var likes = 0
    }
    let likes = Box(0)
    let list = PagedList<String, Seen>(sections: ["a"]) { _, _ in
      Page(items: (1...3).map { Seen(id: $0, likes: likes.value) }, isLast: true)
    }.withoutTimeLimit()
    _ = await list.refreshAll().summary
    likes.value = 1
    _ = await list.refreshAll().summary
    #expect(!DebugNotice.hasTold("== of Seen"))
    let pending = list.pendingEdit { $0.remove([9], from: "a") }
    for _ in 0..<999 { list.edit { $0.remove([9], from: "a") } }
    #expect(list.shown.remembers == 1_000 && !DebugNotice.hasTold("edits of Seen"))
    pending.takeBack()
  }
}
