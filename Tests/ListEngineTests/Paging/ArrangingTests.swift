import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("Filters and orders", .leavesNothing)
struct ArrangingTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>
  let view: StrictListView
  let isOdd: @Sendable (TestItem) -> Bool = { $0.id % 2 == 1 }
  let isLater: @Sendable (TestItem, TestItem) -> Bool = { $0.id > $1.id }

  init() {
    list = PagedList(sections: ["a", "b"], maximumPagesWithoutNewItems: 3, loadPage: service.load).withoutTimeLimit()
    view = StrictListView.reporting(list) { [list] in list.item(at: $0).map { "\($0.id)\($0.text)" } ?? "?" }
  }

  private func load(_ ids: [Int], isLast: Bool = false) async throws {
    list.loadNextPage(in: "a")
    try await answer(Page(ids, isLast: isLast))
  }

  @Test("shows what the filter lets through in the order asked for, and all again as they were loaded")
  func arranged() async throws {
    let binding = list.bind(to: view)
    try await load([4, 1, 5, 2, 3])
    let updates = Log<ListUpdate>()
    let heard = list.updates.sink { updates.add($0) }
    list.arrange("a", filter: isOdd, order: isLater)
    #expect(ids() == [5, 3, 1] && list.numberOfItems(inSection: 0) == 3 && list.item(at: [0, 0])?.id == 5)
    list.arrange("a", order: isLater)
    #expect(ids() == [5, 4, 3, 2, 1])
    list.arrange("a")
    #expect(ids() == [4, 1, 5, 2, 3] && view.discrepancies == [])
    list.arrange("a")
    list.arrange("nowhere", filter: isOdd)
    #expect(updates.entries.count == 3)
    heard.cancel()
    binding.cancel()
  }

  @Test("pages fall into their places, with as few inserts as they have items")
  func pages() async throws {
    let binding = list.bind(to: view)
    list.arrange("a", filter: isOdd, order: isLater)
    let updates = Log<ListUpdate>()
    let heard = list.updates.sink { updates.add($0) }
    try await load([2, 7, 3])
    try await load([5, 9, 4, 7])
    #expect(ids() == [9, 7, 5, 3])
    var batch = ListBatch()
    batch.insertedItems = [[0, 0], [0, 2]]
    #expect(updates.entries == [.insert([[0, 0], [0, 1]]), .batch(batch)])
    #expect(list.state(of: "a").repeats == 1 && view.discrepancies == [])
    heard.cancel()
    binding.cancel()
  }

  @Test("an item that an edit changes comes or goes; what is hidden is kept, and edits see it in loaded order")
  func edits() async throws {
    let binding = list.bind(to: view)
    try await load([1, 2, 3, 4])
    list.arrange("a", filter: { $0.text != "read" })
    list.edit { $0.update(TestItem(2, "read"), in: "a") }
    #expect(ids() == [1, 3, 4])
    list.edit { list in
      #expect(list.items(in: "a").map(\.id) == [1, 2, 3, 4])
      list.update(TestItem(2, "unread"), in: "a")
      list.insert([TestItem(8)], .after(2), in: "a")
      list.move(1, .last, in: "a")
    }
    #expect(ids() == [2, 8, 3, 4, 1])
    list.edit { $0.sort("a") { $0.id < $1.id } }
    #expect(ids() == [1, 2, 3, 4, 8])
    list.edit { $0.sort("a") { ($0.id + 6) % 8 < ($1.id + 6) % 8 } }
    #expect(ids() == [2, 3, 4, 8, 1])
    list.edit { $0.remove([8], from: "a") }
    list.edit { $0.update(TestItem(3, "read"), in: "a") }
    list.arrange("a")
    #expect(ids() == [2, 3, 4, 1] && view.cells[0] == ["2unread", "3read", "4", "1"])
    #expect(view.discrepancies == [])
    binding.cancel()
  }

  @Test("an item that is updated is configured again, also if == sees no difference")
  func configured() {
    struct Mail: Identifiable, Equatable, Sendable {
      let id: Int
      var subject = ""
      static func == (old: Mail, new: Mail) -> Bool { old.id == new.id }
    }
    let list = PagedList<String, Mail>(sections: ["a"]) { _, _ in Page(items: [], isLast: true) }
    list.arrange("a", order: { $0.id > $1.id })
    list.edit { $0.append([Mail(id: 1), Mail(id: 2)], to: "a") }
    let updates = Log<ListUpdate>()
    let heard = list.updates.sink { updates.add($0) }
    list.edit { $0.update(Mail(id: 1, subject: "new"), in: "a") }
    var batch = ListBatch()
    batch.reconfiguredItems = [[0, 1]]
    #expect(updates.entries == [.batch(batch)])
    heard.cancel()
  }

  @Test("an edit that is sent and taken back leaves the section as the filter shows it")
  func takenBack() async throws {
    try await load([1, 2, 3])
    list.arrange("a", filter: { $0.text != "read" }, order: isLater)
    let pending = list.pendingEdit { list in
      list.update(TestItem(2, "read"), in: "a")
      list.insert([TestItem(7)], .first, in: "a")
    }
    #expect(ids() == [7, 3, 1])
    list.refresh("a")
    try await answer(Page([1, 2, 5]))
    #expect(ids() == [7, 5, 1])
    pending.takeBack()
    await list.idle()
    #expect(ids() == [5, 2, 1])
  }

  @Test("a section that shows too little loads on, and says when nothing comes that is shown")
  func loadsOn() async throws {
    list.fill("a", with: 2)
    try await answer(Page([1, 2, 3, 4]))
    #expect(list.loadsInFlight == 0)
    list.arrange("a", filter: { $0.id > 3 })
    try await answer(Page([0, 5]))
    #expect(ids() == [4, 5] && list.loadsInFlight == 0)
    list.arrange("a", filter: { $0.id > 100 })
    for page in 3...5 { try await answer(Page([page * 10])) }
    #expect(list.state(of: "a").append == .failed(page: 6, .nothingShown(pages: 3)))
    list.retry("a")
    try await answer(Page([101]))
    try await answer(Page([102]))
    #expect(ids() == [101, 102] && list.state(of: "a").append == .idle)
    list.arrange("a", filter: { $0.id > 1_000 })
    for page in 8...10 { try await answer(Page([page * 10])) }
    #expect(list.state(of: "a").append == .failed(page: 11, .nothingShown(pages: 3)))
    list.arrange("a")
    #expect(list.state(of: "a").append == .idle && ids().count == 14 && list.loadsInFlight == 0)
  }

  @Test(
    "a section that comes to show nothing loads on: after an edit, a removal, one that is taken back, a seed",
    arguments: 0..<4)
  func showsNothing(after step: Int) async throws {
    list.arrange("a", filter: isOdd)
    if step == 3 {
      list.seed("a", [TestItem(2)], next: PageKey(number: 2))
    } else {
      try await load([1, 2])
    }
    #expect(list.loadsInFlight == (step == 3 ? 1 : 0))
    switch step {
    case 0: list.edit { $0.replace(1, with: TestItem(4), in: "a") }
    case 1: list.edit { $0.remove([1], from: "a") }
    case 2:
      let pushed = list.pendingEdit { list in
        list.remove([1], from: "a")
        list.append([TestItem(7)], to: "a")
      }
      list.edit { $0.remove([1], from: "a") }
      #expect(list.loadsInFlight == 0 && ids() == [7])
      pushed.takeBack()
      await list.idle()
    default: break
    }
    #expect(list.loadsInFlight == 1 && list.state(of: "a").append == .loading(page: 2))
    try await answer(Page([4, 6]))
    try await answer(Page([5]))
    #expect(ids() == [5] && list.loadsInFlight == 0)
  }

  @Test(
    "a seed that a filter leaves with less than is wanted loads its first page, as one that an edit does",
    arguments: [true, false])
  func shortSeed(byFilter: Bool) async throws {
    list.seed("a", [1, 2, 4].map { TestItem($0) }, next: .first)
    list.fill("a", with: 2)
    #expect(list.loadsInFlight == 0)
    if byFilter { list.arrange("a", filter: isOdd) } else { list.edit { $0.remove([2, 4], from: "a") } }
    #expect(list.state(of: "a").refresh == .loading(page: 1))
    list.cancel("a")
  }

  @Test(
    "so does one whose refresh joins on and leaves nothing that is shown, and one whose previous page shows nothing")
  func showsNothingAfterPages() async throws {
    try await load([1, 2])
    try await load([4, 6])
    list.arrange("a", filter: isOdd)
    list.refresh("a", joiningOn: true)
    list.edit { $0.replace(1, with: TestItem(8), in: "a") }
    try await answer(Page([1, 2]))
    #expect(ids() == [] && list.state(of: "a").append == .loading(page: 3))
    list.cancel("a")
    list.refresh("a", at: PageKey(number: 2))
    try await answer(Page([5]))
    list.loadPreviousPage(in: "a")
    list.edit { $0.remove([5], from: "a") }
    try await answer(Page([4]))
    #expect(ids() == [] && list.state(of: "a").append == .loading(page: 3))
    list.cancel("a")
    #expect(list.loadsInFlight == 0, "nothing goes on by itself after a cancel")
    list.edit { $0.remove([4], from: "a") }
    #expect(list.loadsInFlight == 1)
    list.cancel("a")
  }

  @Test("a section that goes leaves what is hidden of the others")
  func othersHidden() async throws {
    try await load([1, 2, 3])
    list.arrange("a", filter: isOdd)
    list.edit { $0.removeSection("b") }
    #expect(ids() == [1, 3])
    list.arrange("a")
    #expect(ids() == [1, 2, 3])
  }

  @Test("one without a first page stays as empty as an edit leaves it")
  func staysEmpty() async throws {
    list.arrange("b", filter: isOdd)
    list.edit { $0.append([TestItem(1)], to: "b") }
    list.edit { $0.remove([1], from: "b") }
    #expect(list.loadsInFlight == 0)
  }

  @Test("the end of what is shown asks for the next page")
  func willDisplay() async throws {
    try await load(Array(1...40))
    list.arrange("a", filter: isOdd, order: isLater)
    list.willDisplay([0, 5])
    #expect(list.loadsInFlight == 0)
    list.willDisplay([0, 19])
    #expect(list.loadsInFlight == 1)
    list.cancel("a")
  }

  @Test("a section that goes takes its arrangement along; others are not arranged")
  func sections() async throws {
    let binding = list.bind(to: view)
    list.arrange("a", filter: isOdd)
    list.edit { list in
      list.append([1, 2, 3].map { TestItem($0) }, to: "a")
      list.append([1, 2].map { TestItem($0) }, to: "b")
    }
    #expect(ids("a") == [1, 3] && ids("b") == [1, 2])
    list.edit { list in
      list.removeSection("a")
      list.insertSections(["a", "c"])
      list.append([1, 2].map { TestItem($0) }, to: "a")
      list.moveSection("c", to: 0)
    }
    #expect(list.sections == ["c", "b", "a"] && ids("a") == [1, 2] && view.discrepancies == [])
    binding.cancel()
  }

  @Test("a drag within a filtered section lands behind the item it was dropped behind; in an ordered one it is refused")
  func drags() async throws {
    let dataSource = DragSource(list) { _, _, _ in "" }
    try await load([1, 2, 3, 4, 5])
    list.arrange("a", filter: isOdd)
    #expect(dataSource.canMove(at: [0, 0]))
    let binding = list.bind(to: view)
    view.drag(from: [0, 0], to: [0, 1]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(ids() == [3, 1, 5])
    await list.gate.nextTurns()
    list.arrange("a")
    #expect(ids() == [2, 3, 1, 4, 5] && view.discrepancies == [])
    list.arrange("a", order: isLater)
    #expect(!dataSource.canMove(at: [0, 0]))
    binding.cancel()
  }

  @Test("an update in one section configures no cell of another one that an edit changes, too")
  func configuredElsewhere() {
    list.edit { list in
      list.append([1, 2].map { TestItem($0) }, to: "a")
      list.append([TestItem(1)], to: "b")
    }
    list.arrange("a", order: isLater)
    let updates = Log<ListUpdate>()
    let heard = list.updates.sink { updates.add($0) }
    list.edit { list in
      list.update(TestItem(1, "new"), in: "b")
      list.remove([2], from: "a")
    }
    var batch = ListBatch()
    batch.deletedItems = [[0, 0]]
    batch.reconfiguredItems = [[1, 0]]
    #expect(updates.entries == [.batch(batch)])
    heard.cancel()
  }

  @Test("a page that shows nothing leads to the next, also beside an edit that is being sent")
  func hiddenBesideAnEdit() async throws {
    try await load([1, 2])
    list.arrange("a", filter: isOdd)
    let pending = list.pendingEdit { $0.update(TestItem(1, "mine"), in: "a") }
    try await load([4])
    #expect(list.state(of: "a").append == .loading(page: 3))
    list.cancel("a")
    pending.confirm()
  }

  @Test("arranged by nothing, a section is one without an arrangement")
  func arrangedByNothing() async throws {
    try await load([1, 2])
    list.arrange("a")
    let pending = list.pendingEdit { $0.remove([4], from: "a") }
    try await load([4])
    #expect(list.shown.whole == nil && list.state(of: "a").append == .idle)
    pending.confirm()
  }
}

private final class DragSource: PagedDataSource<String, TestItem, StrictListView, String> {
  override func canMove(_ item: TestItem) -> Bool { true }
}
