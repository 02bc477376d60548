import ListTesting
import ListViewModelsTestSupport
import Observation
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("Edits that are remembered", .leavesNothing)
struct RememberedEditsTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>

  init() { list = PagedList(sections: ["a", "b", "c"], loadPage: service.load).withoutTimeLimit() }

  @Test("an item that was put where it stood already stays there, whatever a page brings to another section")
  func putInAgain() async throws {
    try await load([1, 7], in: "b")
    list.refresh("b")
    list.loadNextPage(in: "a")
    list.edit { $0.insert([TestItem(7)], .first, in: "b") }
    list.edit { $0.update(TestItem(2), in: "a") }
    try await answer(Page([2, 7]))
    #expect(ids() == [2, 7] && shown("b") == ["1", "7"])
    list.cancel("b")
  }

  @Test("what is done and not yet known to a load waits for nothing, also when other edits have gone")
  func doneMeanwhile() async throws {
    try await load([1, 2])
    list.refresh("a")
    list.edit { $0.update(TestItem(1, "mine"), in: "a") }
    let mark = list.pendingEdit { $0.update(TestItem(2, "mine"), in: "a") }
    list.edit { $0.removeSections(["c"]) }
    #expect(!list.isPending(1, in: "a") && list.isPending(2, in: "a"))
    mark.confirm()
    list.cancel("a")
  }

  @Test("a sort leaves alone what an edit has removed that is not being sent")
  func sortedWithoutTheRemoved() async throws {
    try await load([1, 2, 3])
    let mark = list.pendingEdit { $0.update(TestItem(1, "mine"), in: "a") }
    list.edit { $0.remove([3], from: "a") }
    list.refresh("a")
    list.edit { $0.sort("a") { $0.id > $1.id } }
    try await answer(Page([1, 2, 3]))
    #expect(ids() == [2, 1, 3])
    mark.confirm()
  }

  @Test("what is done to an item follows it home by its own move alone, out of the section that it went to")
  func ownMoves() async throws {
    try await load([1])
    try await load([2], in: "b")
    try await load([1], in: "c")
    let move = list.pendingEdit { $0.move(1, from: "a", .first, in: "b") }
    let marks = [
      list.pendingEdit { $0.update(TestItem(1, "u"), in: "c") },
      list.pendingEdit { $0.update(TestItem(2, "u"), in: "b") },
    ]
    list.edit { $0.update(TestItem(1, "x"), in: "c") }
    list.edit { $0.update(TestItem(2, "x"), in: "b") }
    try await load([2])
    #expect(shown("a") == ["2"])
    move.takeBack()
    #expect(shown("a") == ["1", "2"] && shown("c") == ["1x"])
    for mark in marks { mark.confirm() }
  }

  @Test("nor into a section of the same name as one that has gone")
  func sectionOfTheSameName() async throws {
    try await load([1], in: "b")
    let move = list.pendingEdit { $0.move(1, from: "b", .first, in: "a") }
    list.edit { $0.removeSections(["b"]) }
    list.edit { $0.insertSections(["b"]) }
    list.loadNextPage(in: "b")
    list.edit { $0.update(TestItem(1, "x"), in: "a") }
    try await answer(Page([1]), of: "b")
    #expect(shown("a") == ["1x"] && shown("b") == ["1"])
    move.confirm()
  }

  @Test("an item that was moved to the end stays before what a page brings behind it")
  func movedToTheEnd() async throws {
    try await load([1, 2, 3])
    list.loadNextPage(in: "a")
    list.edit { $0.move(1, .offset(9), in: "a") }
    try await answer(Page([4, 5]))
    #expect(ids() == [2, 3, 1, 4, 5])
  }

  @Test("it does not follow a move that is settled")
  func settledMove() async throws {
    try await load([1])
    list.refresh("a")
    list.loadNextPage(in: "b")
    list.edit { $0.move(1, from: "a", .first, in: "b") }
    let mark = list.pendingEdit { $0.update(TestItem(1, "u"), in: "b") }
    list.refresh("a")
    list.edit { $0.update(TestItem(1, "x"), in: "b") }
    try await answer(Page([1]))
    #expect(shown("a") == ["1"])
    list.cancel("b")
    mark.confirm()
  }

  @Test("moved there and back, and removed: that ends", .timeLimit(.minutes(10)))
  func thereAndBack() async throws {
    try await load([1, 2])
    let move = list.pendingEdit { $0.move(1, from: "a", .first, in: "b") }
    list.edit { $0.move(1, from: "b", .first, in: "a") }
    list.edit { $0.remove([1], from: "a") }
    #expect(ids("a") == [2] && ids("b") == [])
    move.takeBack()
    #expect(ids("a") == [2] && ids("b") == [])
  }

  @Test("nor does it follow home into a section that has gone and come back")
  func homeIsGone() async throws {
    try await load([1])
    let move = list.pendingEdit { $0.move(1, from: "a", .first, in: "b") }
    list.edit { list in
      list.removeSection("a")
      list.insertSections(["a"])
    }
    list.edit { $0.update(TestItem(1, "x"), in: "b") }
    try await load([1])
    #expect(shown("a") == ["1"])
    move.confirm()
  }

  @Test("an offset is counted behind what stays when a refresh joins on")
  func offsetBesideAJoin() async throws {
    list.refresh("a", at: PageKey(number: 2))
    try await answer(Page([5, 6, 7]))
    let pending = list.pendingEdit { $0.insert([TestItem(4)], at: 1, in: "a") }
    list.loadPreviousPage(in: "a")
    try await answer(Page([1, 2]))
    #expect(ids() == [1, 2, 5, 4, 6, 7])
    list.refresh("a", at: PageKey(number: 2), joiningOn: true)
    try await answer(Page([6, 7]))
    #expect(ids() == [1, 2, 5, 4, 6, 7])
    pending.confirm()
  }

  @Test("an offset is counted behind what has come into its own section, and was not put in elsewhere")
  func offsetsBySection() async throws {
    for section in ["a", "b"] {
      list.refresh(section, at: PageKey(number: 2))
      try await answer(Page([5, 6]), of: section)
    }
    let placed = list.pendingEdit { $0.insert([TestItem(1)], .last, in: "a") }
    let pending = list.pendingEdit { $0.insert([TestItem(4)], at: 1, in: "b") }
    list.loadPreviousPage(in: "a")
    try await answer(Page([5]))
    list.loadPreviousPage(in: "b")
    try await answer(Page([1, 2]), of: "b")
    placed.confirm()
    let other = list.pendingEdit { $0.append([TestItem(8)], to: "b") }
    other.takeBack()
    #expect(ids("b") == [1, 2, 5, 4, 6])
    pending.confirm()
  }

  @Test("a page before the items of one section moves nothing in another one")
  func frontOfAnother() async throws {
    list.refresh("a", at: PageKey(number: 2))
    try await answer(Page([5]))
    try await load([1, 9], in: "b")
    let pending = list.pendingEdit { $0.insert([TestItem(4)], at: 1, in: "b") }
    let mark = list.pendingEdit { $0.update(TestItem(5, "u"), in: "a") }
    list.loadPreviousPage(in: "a")
    try await answer(Page([1]))
    #expect(ids("b") == [1, 4, 9])
    pending.confirm()
    mark.confirm()
  }

  @Test("what came in before an offset was given stays so when a later edit names it")
  func namedLater() async throws {
    list.refresh("a", at: PageKey(number: 2))
    try await answer(Page([5, 6]))
    let pending = list.pendingEdit { $0.insert([TestItem(4)], at: 1, in: "a") }
    list.loadPreviousPage(in: "a")
    try await answer(Page([1]))
    list.edit { $0.replace(1, with: TestItem(1, "x"), in: "a") }
    try await load([7])
    #expect(ids() == [1, 5, 4, 6, 7])
    pending.confirm()
  }

  @Test("an offset is counted among what the same edit has put in before")
  func offsetInOneEdit() async throws {
    list.refresh("a", at: PageKey(number: 2))
    try await answer(Page([5, 6]))
    let draft = list.pendingEdit { $0.insert([TestItem(4)], .last, in: "a") }
    list.loadPreviousPage(in: "a")
    list.edit { list in
      list.insert([TestItem(1)], .first, in: "a")
      list.move(4, .offset(1), in: "a")
    }
    try await answer(Page([1]))
    #expect(ids() == [1, 4, 5, 6])
    try await load([7])
    #expect(ids() == [1, 4, 5, 6, 7])
    draft.confirm()
  }

  @Test("an edit stays above one before it that is being sent, when an older one is settled")
  func inOrder() async throws {
    try await load([1, 2])
    let mark = list.pendingEdit { $0.update(TestItem(1, "m"), in: "a") }
    let first = list.pendingEdit { $0.insert([TestItem(4)], .first, in: "a") }
    list.edit { $0.insert([TestItem(5)], .first, in: "a") }
    mark.confirm()
    let other = list.pendingEdit { $0.append([TestItem(6)], to: "a") }
    other.takeBack()
    #expect(ids() == [5, 4, 1, 2])
    first.confirm()
  }

  @Test("what is put in again is no longer removed")
  func putInAgain() {
    list.edit { $0.append([TestItem(1)], to: "a") }
    list.edit { $0.remove([1], from: "a") }
    list.edit { $0.append([TestItem(1)], to: "a") }
    list.seed("a", [1, 2].map { TestItem($0) }, next: PageKey(number: 2))
    #expect(ids() == [1, 2])
  }

  @Test("an edit that takes a section out says nothing of its items")
  func itemsOfAGoneSection() {
    list.edit { $0.append([TestItem(1)], to: "a") }
    let items = Log<Int>()
    let heard = list.edits.sink { items.add($0.items.count) }
    list.edit { list in
      list.remove([1], from: "a")
      list.removeSection("a")
    }
    #expect(items.entries == [0])
    heard.cancel()
  }

  @Test("an update of what is not there is nothing to save")
  func nothingToSave() {
    let saved = Log<String>()
    let heard = list.savedChanges.sink { saved.add($0) }
    list.edit { $0.update(TestItem(99), in: "a") }
    #expect(saved.entries == [])
    heard.cancel()
  }

  @Test("a move into a section that the same edit takes out is a removal")
  func movedIntoAGoneSection() async throws {
    try await load([1, 2])
    list.refresh("a")
    list.edit { list in
      list.move(1, from: "a", .first, in: "b")
      list.removeSection("b")
      list.insert([TestItem(7)], .first, in: "a")
    }
    try await answer(Page([1, 2]))
    #expect(ids() == [7, 2])
  }

  @Test("sections that are named as they stand have not changed")
  func sameSections() async throws {
    try await load([1, 2])
    list.fill("a", with: 5)
    list.cancel("a")
    list.edit { $0.moveSection("a", to: 0) }
    #expect(list.loadsInFlight == 0)
    list.loadSections(from: {}) { ["a", "b", "c"] }
    await service.arrives("b")
    #expect(!list.state(of: "a").isLoading)
    list.cancel("b")
    list.cancel("c")
  }

  @Test("what was done in a section that has gone is forgotten when one of its name comes", arguments: [false, true])
  func forgotten(isSent: Bool) async throws {
    try await load([1, 2])
    var pending: PendingEdit<String, TestItem>?
    if isSent {
      pending = list.pendingEdit { $0.remove([1], from: "a") }
    } else {
      list.edit { $0.remove([1], from: "a") }
    }
    list.edit { $0.removeSection("a") }
    list.edit { $0.insertSections(["a"]) }
    list.seed("a", [1, 2].map { TestItem($0) }, next: PageKey(number: 2))
    #expect(ids() == [1, 2])
    pending?.confirm()
  }

  @Test("what was done in a section that stays is not")
  func notForgotten() async throws {
    try await load([1, 2, 3])
    list.edit { $0.remove([1], from: "a") }
    list.edit { $0.insert([TestItem(7)], .after(2), in: "a") }
    list.edit { $0.insertSections(["d"]) }
    try await load([1, 4])
    #expect(ids() == [2, 7, 3, 4])
    list.refresh("a", joiningOn: true)
    try await answer(Page([2, 3]))
    #expect(Set(ids()) == [2, 3, 7, 4])
  }

  @Test("when the only section with edits has gone, later edits are made on what there is")
  func baseForgotten() async throws {
    try await load([1])
    let gone = list.pendingEdit { $0.append([TestItem(5)], to: "b") }
    list.edit { $0.removeSection("b") }
    list.edit { $0.append([TestItem(9)], to: "a") }
    let other = list.pendingEdit { $0.append([TestItem(8)], to: "a") }
    other.takeBack()
    #expect(ids() == [1, 9])
    gone.confirm()
  }

  @Test("what an edit has done in a section that it brings in holds, too", arguments: [false, true])
  func notesOfANewSection(besideOthers: Bool) {
    let other = besideOthers ? list.pendingEdit { $0.append([TestItem(5)], to: "b") } : nil
    list.edit { list in
      list.insertSections(["d"])
      list.append([1, 2].map { TestItem($0) }, to: "d")
      list.remove([1], from: "d")
    }
    list.seed("d", [1, 2].map { TestItem($0) }, next: PageKey(number: 2))
    #expect(ids("d") == [2])
    other?.confirm()
  }
}
