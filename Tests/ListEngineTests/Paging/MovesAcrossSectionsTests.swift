import ListTesting
import ListViewModelsTestSupport
import Testing

@testable import ListEngine

/// Items that are moved into another section while edits of them are being sent.
@MainActor
@Suite("Moves across sections beside edits that are being sent", .leavesNothing)
struct MovesAcrossSectionsTests {
  typealias List = PagedList<String, TestItem>

  let list: List

  init() async {
    list = List(sections: ["inbox", "archive", "trash"]) { section, _ in
      Page(section == "inbox" ? [1, 2] : section == "archive" ? [9] : [], isLast: true)
    }.withoutTimeLimit()
    _ = await list.refreshAll().summary
  }

  private var shown: [String] {
    list.sections.map { section in
      list.items(in: section).map { "\($0.id)\($0.text)" }.joined(separator: " ")
    }
  }

  private func move(_ id: Int, from source: String, to target: String) -> PendingEdit<String, TestItem> {
    list.pendingEdit { $0.move(id, from: source, .first, in: target) }
  }

  @Test(
    "what replaces an item where it went does so at home, too, if it is back, and nothing to another that stands there")
  func replacedAtHome() async {
    let view = StrictListView.reporting(list) { [list] path in
      guard let item = list.item(at: path) else { return "?" }
      return "\(item)\(list.isPending(item.id, in: list.section(at: path[0])))"
    }
    let binding = list.bind(to: view)
    let away = move(1, from: "inbox", to: "archive")
    list.edit { $0.replace(1, with: TestItem(2, " new"), in: "archive") }
    #expect(shown == ["2", "2 new 9", ""] && view.discrepancies == [])
    _ = await list.refresh("archive").summary
    #expect(shown == ["2", "2 new 9", ""] && view.discrepancies == [])
    away.takeBack()
    #expect(shown == ["2 new", "9", ""] && view.discrepancies == [])
    let other = move(2, from: "inbox", to: "archive")
    list.edit { $0.append([TestItem(1)], to: "inbox") }
    list.edit { $0.replace(1, with: TestItem(2, " newer"), in: "archive") }
    #expect(shown == ["1", "2 newer 9", ""])
    other.takeBack()
    #expect(shown == ["2 newer 1", "9", ""], "the one that is replaced was another")
    #expect(view.discrepancies == [])
    binding.cancel()
  }

  @Test("what waits along in the section that an item came from is told there, behind that section's row")
  func waitsAtHome() async {
    list.showStateRows([], atFront: [.finished])
    let view = StrictListView.reporting(list) { [list] path in
      guard let item = list.item(at: path) else { return "…" }
      return "\(item.id)\(list.isPending(item.id, in: list.section(at: path[0])))"
    }
    let binding = list.bind(to: view)
    let away = move(1, from: "inbox", to: "archive")
    list.edit { $0.replace(1, with: TestItem(2), in: "archive") }
    #expect(view.cells == [["…", "2true"], ["…", "2true", "9false"], []] && view.discrepancies == [])
    away.confirm()
    await list.idle()
    #expect(view.cells == [["…", "2false"], ["…", "2false", "9false"], []] && view.discrepancies == [])
    binding.cancel()
  }

  @Test("a refused mark goes from its item, wherever that is by then")
  func mark() {
    let mark = list.pendingEdit { $0.put(TestItem(1, " read")) }
    list.edit { $0.move(1, from: "inbox", .first, in: "archive") }
    #expect(shown == ["2", "1 read 9", ""] && list.isPending(1, in: "archive"))
    list.edit { $0.move(1, from: "archive", .first, in: "trash") }
    #expect(shown == ["2", "9", "1 read"] && list.isPending(1, in: "trash"))
    mark.takeBack(because: Refused())
    #expect(shown == ["2", "9", "1"] && list.shown.remembers == 0)
  }

  @Test("a draft that is refused goes, wherever it has been moved; its move alone can be taken back")
  func draft() {
    let draft = list.pendingEdit { $0.insert([TestItem(7)], .first, in: "inbox") }
    let move = move(7, from: "inbox", to: "archive")
    move.takeBack()
    #expect(shown == ["7 1 2", "9", ""])
    list.edit { $0.move(7, from: "inbox", .first, in: "archive") }
    draft.takeBack(because: Refused())
    #expect(shown == ["1 2", "9", ""] && list.shown.remembers == 0)
  }

  @Test("what is confirmed where an item went follows it home when the move is taken back: its removal, its mark")
  func home() {
    let first = move(1, from: "inbox", to: "archive")
    let deletion = list.pendingEdit { $0.remove([1], from: "archive") }
    deletion.confirm()
    first.takeBack(because: Refused())
    #expect(shown == ["2", "9", ""] && list.shown.remembers == 0)
    let second = move(2, from: "inbox", to: "archive")
    let mark = list.pendingEdit { $0.update(TestItem(2, " read"), in: "archive") }
    mark.confirm()
    second.takeBack(because: Refused())
    #expect(shown == ["2 read", "9", ""] && list.shown.remembers == 0)
  }

  @Test("so does a mark that is refused, after the move has been or before")
  func bothRefused() {
    for isMoveFirst in [true, false] {
      let move = move(1, from: "inbox", to: "archive")
      let mark = list.pendingEdit { $0.update(TestItem(1, " read"), in: "archive") }
      (isMoveFirst ? move : mark).takeBack()
      #expect(shown == (isMoveFirst ? ["1 read 2", "9", ""] : ["2", "1 9", ""]))
      (isMoveFirst ? mark : move).takeBack()
      #expect(shown == ["1 2", "9", ""] && list.shown.remembers == 0)
    }
  }

  @Test(
    "what becomes of an item when the section that it went to is replaced becomes of it at home",
    arguments: [true, false])
  func replaced(isKept: Bool) {
    let first = move(1, from: "inbox", to: "archive")
    list.edit { $0.replaceItems(in: "archive", with: [TestItem(9)] + (isKept ? [TestItem(1, " new")] : [])) }
    first.takeBack(because: Refused())
    #expect(shown[0] == (isKept ? "1 new 2" : "2") && list.shown.remembers == 0)
  }

  @Test(
    "an item that is moved back home stands where it was put there, also when the move that took it away is taken back",
    arguments: [true, false])
  func movedBack(isSent: Bool) {
    list.edit { $0.append([TestItem(3)], to: "inbox") }
    let away = move(1, from: "inbox", to: "archive")
    let back = list.pendingEdit { $0.move(1, from: "archive", .after(2), in: "inbox") }
    if !isSent { back.confirm() }
    #expect(shown == ["2 1 3", "9", ""])
    away.takeBack(because: Refused())
    #expect(shown == ["2 1 3", "9", ""])
    if isSent { back.takeBack() }
    #expect(shown == [isSent ? "1 2 3" : "2 1 3", "9", ""] && list.shown.remembers == 0)
  }

  @Test("an item that a section holds already stays where it is there, however its own edits end")
  func heldAlready() {
    list.edit { $0.insert([TestItem(1)], .first, in: "archive") }
    let mark = list.pendingEdit { $0.update(TestItem(1, " read"), in: "archive") }
    list.edit { $0.move(1, from: "inbox", .last, in: "archive") }
    #expect(shown == ["2", "1 read 9", ""])
    mark.takeBack(because: Refused())
    #expect(shown == ["2", "1 9", ""] && list.shown.remembers == 0)
  }

  @Test("an item that is moved on stays where it was moved last when the first move is taken back, and is in no other")
  func movedOn() {
    let archiving = move(1, from: "inbox", to: "archive")
    list.edit { $0.move(1, from: "archive", .first, in: "trash") }
    #expect(shown == ["2", "9", "1"])
    archiving.takeBack(because: Refused())
    #expect(shown == ["2", "9", "1"] && list.shown.remembers == 0)
  }

  @Test("an item that is moved back and forth has one mark, and comes home as if nothing had been")
  func backAndForth() {
    let there = move(1, from: "inbox", to: "archive")
    let mark = list.pendingEdit { $0.update(TestItem(1, " read"), in: "archive") }
    let back = move(1, from: "archive", to: "inbox")
    #expect(shown == ["1 read 2", "9", ""])
    mark.takeBack()
    #expect(shown == ["1 2", "9", ""])
    there.takeBack()
    #expect(shown == ["1 2", "9", ""])
    back.takeBack()
    #expect(shown == ["1 2", "9", ""] && list.shown.remembers == 0)
  }

  @Test("an item that is moved to one with its id is removed where it was, also when that is made again or taken back")
  func movedToItself() async {
    list.edit { $0.append([TestItem(1, " elsewhere")], to: "archive") }
    let refresh = list.refresh("inbox")
    let move = move(1, from: "inbox", to: "archive")
    #expect(shown == ["2", "9 1 elsewhere", ""])
    _ = await refresh.summary
    #expect(shown == ["2", "9 1 elsewhere", ""])
    move.takeBack()
    #expect(shown == ["1 2", "9 1 elsewhere", ""])
  }

  @Test("what a service made of a draft takes its place where the draft has been moved to")
  func replaced() {
    let draft = list.pendingEdit { $0.insert([TestItem(7, " draft")], .first, in: "inbox") }
    let move = move(7, from: "inbox", to: "archive")
    draft.confirm { $0.replace(7, with: TestItem(8, " saved")) }
    #expect(shown == ["1 2", "8 saved 9", ""])
    move.takeBack()
    #expect(shown == ["8 saved 1 2", "9", ""] && list.shown.remembers == 0)
  }

  @Test("an item whose removal is taken back has been sorted, in the section that it was removed or moved from")
  func sorted() {
    list.edit { $0.insert([TestItem(3)], .first, in: "inbox") }
    let removal = list.pendingEdit { $0.remove([3], from: "inbox") }
    let move = move(1, from: "inbox", to: "archive")
    list.edit { list in
      list.insert([TestItem(5), TestItem(4)], .first, in: "inbox")
      list.sort("inbox") { $0.id < $1.id }
    }
    #expect(shown == ["2 4 5", "1 9", ""])
    removal.takeBack()
    #expect(shown == ["2 3 4 5", "1 9", ""])
    move.takeBack()
    #expect(shown == ["1 2 3 4 5", "9", ""] && list.shown.remembers == 0)
  }

  @Test("it has been sorted as what was put into its place; one that is back by then is sorted once")
  func sortedByContent() {
    let mark = list.pendingEdit { $0.replace(1, with: TestItem(1, " z"), in: "inbox") }
    let removal = list.pendingEdit { $0.remove([1], from: "inbox") }
    list.edit { $0.sort("inbox") { $0.text > $1.text } }
    removal.takeBack(because: Refused())
    #expect(shown == ["1 z 2", "9", ""])
    mark.takeBack(because: Refused())
    let second = list.pendingEdit { $0.remove([1], from: "inbox") }
    list.edit {
      $0.insert([TestItem(1)], .first, in: "inbox")
      $0.sort("inbox") { $0.id > $1.id }
    }
    second.takeBack(because: Refused())
    #expect(shown == ["2 1", "9", ""] && list.shown.remembers == 0)
  }

  @Test("an edit that is sent leaves sections as they are, and what it does to items of theirs is taken back")
  func sections() {
    let pending = list.pendingEdit { list in
      list.insertSections(["today"])
      list.append([TestItem(5)], to: "today")
      list.removeSections(["trash"])
      list.moveSection("inbox", to: 2)
      list.move(1, from: "inbox", .first, in: "today")
      list.remove([2], from: "inbox")
    }
    #expect(list.sections == ["inbox", "archive", "trash"] && shown == ["1", "9", ""])
    pending.takeBack()
    #expect(shown == ["1 2", "9", ""])
    let assigned = list.pendingEdit { list in
      var other = List.List(sections: ["new", "archive"])
      other.append([TestItem(5)], to: "archive")
      list = other
    }
    #expect(list.sections == ["inbox", "archive", "trash"] && shown == ["1 2", "5", ""])
    assigned.takeBack()
    #expect(shown == ["1 2", "9", ""])
    #if DEBUG
      #expect(DebugNotice.hasTold("sections of TestItem"))
    #endif
  }

  @Test("a section that goes meanwhile leaves what was moved out of it with what can still be taken back")
  func goneSource() {
    let mark = list.pendingEdit { $0.put(TestItem(1, " read")) }
    list.edit { list in
      list.move(1, from: "inbox", .first, in: "archive")
      list.insertSections(["new"])
    }
    list.edit { $0.removeSections(["inbox"]) }
    mark.takeBack()
    #expect(shown == ["1 9", "", ""] && list.shown.remembers == 0)
  }
}
