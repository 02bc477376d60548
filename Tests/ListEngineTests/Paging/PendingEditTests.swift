import ListTesting
import ListViewModelsTestSupport
import Observation
import Reactive
import Testing

@testable import ListEngine

/// A spinner in a cell, for as long as what the user did is being sent.
@MainActor
@Suite("Whether an edit is being sent", .leavesNothing)
struct PendingEditTests {
  let list: PagedList<String, TestItem>
  let view: StrictListView

  init() async {
    let list = PagedList<String, TestItem>(sections: ["a", "b"]) { _, _ in Page(1...4, isLast: true) }
      .withoutTimeLimit()
    self.list = list
    view = StrictListView.reporting(list) { path in
      guard let item = list.item(at: path) else { return "?" }
      return "\(item.id)\(item.text)\(list.isPending(item.id, in: list.section(at: path[0])) ? "…" : "")"
    }
    list.loadNextPage(in: "a")
    await list.settled()
  }

  private func evaluate(_ id: Int, in section: String = "a") -> Log<Bool> {
    let told = Log<Bool>()
    withObservationTracking { [list] in
      _ = list.isPending(id, in: section)
    } onChange: {
      told.add(true)
    }
    return told
  }

  @Test("is told when it is confirmed, with the cell configured again", arguments: [false, true])
  func confirmed(isReplaced: Bool) async {
    let binding = list.bind(to: view)
    let pending = list.pendingEdit { $0.update(TestItem(1, "!"), in: "a") }
    #expect(view.cells == [["1!…", "2", "3", "4"], []])
    let (told, other) = (evaluate(1), evaluate(1, in: "b"))
    if isReplaced { pending.confirm { $0.update(TestItem(2, "?"), in: "a") } } else { pending.confirm() }
    await list.idle()
    #expect(view.cells == [["1!", isReplaced ? "2?" : "2", "3", "4"], []] && view.discrepancies == [])
    #expect(told.entries.count == 1 && other.entries.isEmpty && !list.isPending(1, in: "a"))
    binding.cancel()
  }

  @Test("of an item that moves, or comes in, is told when it is made, confirmed and taken back")
  func moved() async {
    let binding = list.bind(to: view)
    let move = list.pendingEdit { $0.move(1, .last, in: "a") }
    let insert = list.pendingEdit { $0.insert([TestItem(9)], .first, in: "a") }
    #expect(view.cells == [["9…", "2", "3", "4", "1…"], []])
    insert.confirm()
    await list.idle()
    #expect(view.cells == [["9", "2", "3", "4", "1…"], []])
    move.takeBack()
    await list.idle()
    #expect(view.cells == [["9", "1", "2", "3", "4"], []] && view.discrepancies == [])
    binding.cancel()
  }

  @Test("is true until the last of two edits of an item is settled")
  func twice() async {
    let binding = list.bind(to: view)
    let first = list.pendingEdit { $0.update(TestItem(1, "!"), in: "a") }
    let second = list.pendingEdit { $0.update(TestItem(1, "?"), in: "a") }
    first.confirm()
    await list.idle()
    #expect(view.cells[0][0] == "1?…")
    second.confirm()
    await list.idle()
    #expect(view.cells[0][0] == "1?" && view.discrepancies == [])
    binding.cancel()
  }

  @Test("of an item that takes another's place while that one's edit is sent ends with it")
  func replaced() async {
    let binding = list.bind(to: view)
    let pending = list.pendingEdit { $0.update(TestItem(1, "!"), in: "a") }
    list.edit { $0.replace(1, with: TestItem(9), in: "a") }
    #expect(view.cells[0][0] == "9…")
    pending.confirm()
    await list.idle()
    #expect(view.cells[0][0] == "9" && view.discrepancies == [])
    binding.cancel()
  }

  @Test("is told to nobody where the items of a confirmed edit are not shown")
  func hidden() async {
    list.arrange("a", filter: { $0.text.isEmpty })
    let removal = list.pendingEdit { $0.remove([2], from: "a") }
    let mark = list.pendingEdit { $0.update(TestItem(1, "read"), in: "a") }
    let updates = Log<ListUpdate>()
    let heard = list.updates.sink { updates.add($0) }
    let told = Log<Bool>()
    withObservationTracking { [list] in
      _ = list.items(in: "a")
    } onChange: {
      told.add(true)
    }
    removal.confirm()
    mark.confirm()
    await list.idle()
    #expect(updates.entries.isEmpty && told.entries.isEmpty)
    heard.cancel()
  }

  @Test("its end is told of the item that what the service made of it moves elsewhere", arguments: [false, true])
  func movedAtTheEnd(isArranged: Bool) async {
    if isArranged { list.arrange("b", order: { $0.id < $1.id }) }
    let binding = list.bind(to: view)
    let mark = list.pendingEdit { $0.update(TestItem(1, "!"), in: "a") }
    mark.confirm { $0.move(1, from: "a", .first, in: "b") }
    await list.idle()
    #expect(view.cells == [["2", "3", "4"], ["1!"]] && view.discrepancies == [])
    binding.cancel()
  }

  @Test("its end is told where what the service made of it takes out the only section that is arranged")
  func withoutTheArranged() async {
    list.edit { $0.insertSections(["c"]) }
    list.arrange("c", order: { $0.id < $1.id })
    let binding = list.bind(to: view)
    let mark = list.pendingEdit { $0.update(TestItem(1, "!"), in: "a") }
    mark.confirm { $0.removeSection("c") }
    await list.idle()
    #expect(view.cells == [["1!", "2", "3", "4"], []] && view.discrepancies == [])
    binding.cancel()
  }

  @Test("what an edit made wait that is taken back waits no more")
  func waitedAlong() async {
    let mark = list.pendingEdit { $0.update(TestItem(1, "mine"), in: "a") }
    let swap = list.pendingEdit { $0.replace(1, with: TestItem(2, "new"), in: "a") }
    #expect(list.isPending(2, in: "a"))
    swap.takeBack()
    #expect(list.isPending(1, in: "a") && !list.isPending(2, in: "a"))
    mark.confirm()
  }

  @Test("what waits along shows it: put in together with an item that waits, set with it, or moved to where it waited")
  func waitsAlong() async {
    let binding = list.bind(to: view)
    let removal = list.pendingEdit { $0.remove([2], from: "a") }
    list.edit { $0.insert([TestItem(2), TestItem(3)], .first, in: "a") }
    #expect(view.cells == [["2…", "1", "3…", "4"], []] && view.discrepancies == [])
    removal.confirm()
    await list.idle()
    let mark = list.pendingEdit { $0.update(TestItem(1, "!"), in: "a") }
    list.edit { $0.replaceItems(in: "a", with: [2, 1, 3].map { TestItem($0) }) }
    #expect(view.cells == [["2…", "1…", "3…"], []] && view.discrepancies == [])
    mark.confirm()
    list.edit { $0.append([TestItem(1)], to: "b") }
    await list.idle()
    let other = list.pendingEdit { $0.remove([1], from: "a") }
    list.edit { $0.move(1, from: "b", .first, in: "a") }
    #expect(view.cells == [["1…", "2", "3"], []] && view.discrepancies == [])
    other.confirm()
    await list.idle()
    #expect(view.cells == [["1", "2", "3"], []] && view.discrepancies == [])
    binding.cancel()
  }

  @Test(
    "what a page adds to a section that is being set waits for nothing, also when an edit that waits along is taken back"
  )
  func addedByAPage() async throws {
    let service = ManualPages()
    let list = PagedList<String, TestItem>(sections: ["a"], loadPage: service.load).withoutTimeLimit()
    list.loadNextPage(in: "a")
    await service.arrives("a")
    try service.answer("a", 1, 1..<3)
    await list.settled()
    let all = list.pendingEdit { $0.replaceItems(in: "a", with: [TestItem(9)]) }
    list.loadNextPage(in: "a")
    await service.arrives("a")
    try service.answer("a", 2, 3..<5, isLast: true)
    await service.arrived(in: list)
    await list.idle()
    list.pendingEdit { $0.insert([TestItem(8)], .first, in: "a") }.takeBack()
    await list.idle()
    #expect(list.items(in: "a").map(\.id) == [9, 3, 4])
    #expect(list.isPending(9, in: "a") && !list.isPending(4, in: "a"))
    all.takeBack()
  }

  @Test("two changes of a section that are taken back together are told once")
  func takenBackTogether() async {
    let binding = list.bind(to: view)
    let pending = list.pendingEdit { list in
      list.remove([1], from: "a")
      list.remove([3], from: "a")
    }
    let updates = Log<ListUpdate>()
    let heard = list.updates.sink { updates.add($0) }
    pending.takeBack()
    var batch = ListBatch()
    batch.insertedItems = [[0, 0], [0, 2]]
    #expect(updates.entries == [.batch(batch)] && view.discrepancies == [])
    heard.cancel()
    binding.cancel()
  }

  @Test("what takes its place when it is confirmed is told once, in whichever section that is")
  func replacedOnce() async {
    list.showStateRows([], atFront: [.finished])
    let binding = list.bind(to: view)
    let first = list.pendingEdit { $0.update(TestItem(1, "mine"), in: "a") }
    first.confirm { $0.update(TestItem(1, "saved"), in: "a") }
    let second = list.pendingEdit { $0.update(TestItem(2, "mine"), in: "a") }
    second.confirm { $0.append([TestItem(5)], to: "b") }
    await list.idle()
    #expect(list.items(in: "b").map(\.id) == [5] && view.discrepancies == [])
    binding.cancel()
  }
}
