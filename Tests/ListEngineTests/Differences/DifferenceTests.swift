import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListEngine

@Suite("Difference of lists")
struct DifferenceTests {
  typealias List = SectionedList<String, TestItem>
  typealias Move = ListBatch.Move

  private func makeList(_ sections: KeyValuePairs<String, [Int]>) -> List {
    var list = List(sections: sections.map(\.key))
    for (section, ids) in sections { list.append(ids.map { TestItem($0) }, to: section) }
    return list
  }

  @Test("equal lists differ by nothing, whether they share storage or not")
  func equal() {
    let list = makeList(["A": Array(0..<500), "B": [1]])
    #expect(list.difference(from: list) == ListBatch())
    #expect(list.difference(from: makeList(["A": Array(0..<500), "B": [1]])) == ListBatch())
    #expect(List(sections: []).difference(from: List(sections: [])) == ListBatch())
  }

  @Test("an update is told, once, of an item that is moved into another section afterwards")
  func updatedAndMoved() {
    let first = makeList(["A": [0, 1], "B": []])
    var second = first
    second.update(TestItem(1), in: "A")  // == sees nothing of it
    second.move(1, from: "A", .first, in: "B")
    #expect(second.difference(from: first).reconfiguredItems == [[1, 0]])
    var third = second
    third.move(1, from: "B", .last, in: "A")
    #expect(third.difference(from: second).reconfiguredItems == [])
    #expect(third.difference(from: first).reconfiguredItems == [[0, 1]])
  }

  @Test("an update is told once: by the difference from the list before, and by none that comes later")
  func updatedOnce() {
    let first = makeList(["A": [0, 1, 2]])
    var second = first
    second.update(TestItem(1), in: "A")  // == sees nothing of it
    #expect(second.difference(from: first).reconfiguredItems == [[0, 1]])
    #expect(second.difference(from: second) == ListBatch())
    var third = second
    third.remove([2], from: "A")
    #expect(third.difference(from: second).reconfiguredItems == [])
    #expect(third.difference(from: first).reconfiguredItems == [[0, 1]])
    third.update(TestItem(1), in: "A")
    #expect(third.difference(from: second).reconfiguredItems == [[0, 1]])
    var other = second
    other.update(TestItem(1), in: "A")
    #expect(other.difference(from: third).reconfiguredItems == [[0, 1]])
  }

  @Test("deletes are places before, inserts places after, and a moved item is neither")
  func oneSection() {
    let old = makeList(["A": [0, 1, 2, 3, 4, 5]])
    let new = makeList(["A": [0, 9, 5, 2, 3, 4]])
    var batch = ListBatch()
    batch.deletedItems = [[0, 1]]
    batch.insertedItems = [[0, 1]]
    batch.movedItems = [Move(from: [0, 5], to: [0, 2])]
    #expect(new.difference(from: old) == batch)
  }

  @Test("each of many items that change sections at once is moved, whatever their hashes share")
  func manyAcrossSections() {
    let ids = Array(0..<300)
    let batch = makeList(["A": [], "B": ids.reversed()]).difference(from: makeList(["A": ids, "B": []]))
    #expect(batch.movedItems.count == 300 && batch.deletedItems == [] && batch.insertedItems == [])
  }

  @Test(
    "an item moves between sections that stay; out of a deleted and into an inserted one it is deleted and inserted")
  func acrossSections() {
    let old = makeList(["A": [1, 2], "B": [3, 4], "C": [5]])
    let new = makeList(["D": [4, 6], "A": [2, 5], "C": [1]])
    var batch = ListBatch()
    batch.deletedSections = [1]
    batch.insertedSections = [0]
    batch.movedItems = [Move(from: [2, 0], to: [1, 1]), Move(from: [0, 0], to: [2, 0])]
    #expect(new.difference(from: old) == batch)
  }

  @Test("an id that stands in two sections and leaves both comes in from the first")
  func sameIDTwice() {
    let old = makeList(["A": [7, 1], "B": [2, 7], "C": [], "D": []])
    let new = makeList(["A": [1], "B": [2], "C": [7], "D": [7]])
    let moves = [Move(from: [0, 0] as IndexPath, to: [2, 0]), Move(from: [1, 1], to: [3, 0])]
    #expect(new.difference(from: old).movedItems == moves)
    let one = makeList(["A": [1], "B": [2, 7], "C": [7], "D": []])
    #expect(one.difference(from: old).movedItems == [moves[0]])
  }

  @Test("the fewest sections move, with their items, whose changes are told beside it")
  func sections() {
    let old = makeList(["A": [1], "B": [2], "C": [3], "D": [4]])
    let new = makeList(["D": [5, 4], "A": [], "B": [2], "C": [3]])
    // D moves and its items change, so it is deleted and inserted.
    var batch = ListBatch()
    (batch.deletedSections, batch.insertedSections) = ([3], [0])
    batch.deletedItems = [[0, 0]]
    #expect(new.difference(from: old) == batch)

    let moved = makeList(["D": [4], "A": [], "B": [2], "C": [3]])
    batch = ListBatch()
    batch.movedSections = [.init(from: 3, to: 0)]
    batch.deletedItems = [[0, 0]]
    #expect(moved.difference(from: old) == batch)
  }

  @Test("what crashed UIKit is never said: the section is deleted and inserted")
  func crashReports() {
    // rdar 48941906: a section that moves to its own place, and an item that leaves it.
    let old = makeList(["A": [1], "B": [2, 9], "C": [3]])
    let new = makeList(["C": [3], "B": [2], "A": [1, 9]])
    var batch = ListBatch()
    (batch.deletedSections, batch.insertedSections) = ([0], [2])
    batch.movedSections = [.init(from: 2, to: 0)]
    batch.deletedItems = [[1, 1]]
    #expect(new.difference(from: old) == batch)

    // rdar 26021018: an inserted section, and a section that moves and gets an item.
    let eight = (0..<8).map { section in ("\(section)", (0..<3).map { section * 10 + $0 }) }
    var changed = eight
    let three = changed.remove(at: 3)
    changed.insert(contentsOf: [("new", []), (three.0, [999] + three.1)], at: 0)
    func make(_ sections: [(String, [Int])]) -> List {
      var list = List(sections: sections.map(\.0))
      for (section, ids) in sections { list.append(ids.map { TestItem($0) }, to: section) }
      return list
    }
    batch = ListBatch()
    (batch.deletedSections, batch.insertedSections) = ([3], [0, 1])
    #expect(make(changed).difference(from: make(eight)) == batch)
  }

  @Test("a section is not moved to the position that it has")
  func noMoveToTheSamePlace() {
    // C keeps its position, but not its place among the others: the fewest moves leave D and E.
    let old = makeList(["A": [1], "B": [2], "C": [3], "D": [4], "E": [5]])
    let new = makeList(["D": [4], "E": [5], "C": [3], "A": [1], "B": [2]])
    let batch = new.difference(from: old)
    #expect(batch.movedSections.allSatisfy { $0.from != $0.to } && batch.movedSections.count == 2)
    #expect(batch.deletedSections == [2] && batch.insertedSections == [2])
  }

  @Test("new contents are redrawn where the item stands afterwards, whichever part of the list it is in")
  func contents() {
    let old = makeList(["A": Array(0..<300), "B": [1_000, 1_001]])
    var new = old
    for id in [3, 150, 299, 200] { new.update(TestItem(id, "new"), in: "A") }
    #expect(new.difference(from: old).reconfiguredItems == [[0, 3], [0, 150], [0, 200], [0, 299]])
    new.remove([149], from: "A")
    new.move(200, from: "A", to: 10, in: "A")
    new.move(3, from: "A", to: 1, in: "B")
    let batch = new.difference(from: old)
    #expect(batch.reconfiguredItems == [[0, 9], [0, 149], [0, 297], [1, 1]].sorted())
    #expect(batch.deletedItems == [[0, 149]] && batch.movedItems.count == 2)
    #expect(new.difference(from: old, by: { _, _ in true }).reconfiguredItems == [])
    #expect(new.difference(from: old, by: nil).reconfiguredItems == [])
  }

  @Test("new contents before a place that was edited are all redrawn, and those of what stood first")
  func contentsBefore() {
    let old = makeList(["A": Array(0..<500)])
    var new = old
    for id in [3, 150, 299] { new.update(TestItem(id, "new"), in: "A") }
    new.remove([400], from: "A")
    #expect(new.difference(from: old, by: ==).reconfiguredItems == [[0, 3], [0, 150], [0, 299]])
    let few = makeList(["A": [1, 2, 3]])
    var turned = few
    turned.sort("A") { $0.id > $1.id }
    turned.update(TestItem(1, "new"), in: "A")
    #expect(turned.difference(from: few, by: ==).reconfiguredItems == [[0, 2]])
  }

  @Test("new contents behind a place that was edited are redrawn, and told in order beside those that changed sections")
  func contentsBehind() {
    let old = makeList(["A": Array(0..<500), "B": [1_000, 1_001]])
    var new = old
    new.remove([250], from: "A")
    new.insert([TestItem(9_999)], at: 250, in: "A")
    new.update(TestItem(499, "new"), in: "A")
    #expect(new.difference(from: old, by: ==).reconfiguredItems == [[0, 499]])
    new.update(TestItem(1_001, "new"), in: "B")
    new.update(TestItem(1_000, "new"), in: "B")
    new.move(1_000, from: "B", to: 0, in: "A")
    #expect(new.difference(from: old, by: ==).reconfiguredItems == [[0, 0], [0, 500], [1, 0]])
  }

  @Test("a section that is deleted and inserted has nothing to redraw")
  func recreated() {
    let old = makeList(["A": [1, 2], "B": [3, 4]])
    var new = makeList(["B": [3, 5], "A": [1, 6]])
    for (id, section) in [(1, "A"), (3, "B")] { new.update(TestItem(id, "new"), in: section) }
    for batch in [new.difference(from: old, by: ==), new.difference(from: old)] {
      #expect(batch.deletedSections.count == 1 && batch.reconfiguredItems.count == 1)
      #expect(batch.reconfiguredItems.allSatisfy { !batch.insertedSections.contains($0.section) })
    }
  }

  @Test("nor has a mark in it anything to reload")
  func markedInRecreated() throws {
    var (old, new) = (ListSnapshot<String, Int>(), ListSnapshot<String, Int>())
    for (section, items) in [("A", [1, 2]), ("B", [3, 4])] {
      try old.appendSections([section])
      try old.appendItems(items)
    }
    for (section, items) in [("B", [3, 5]), ("A", [1, 6])] {
      try new.appendSections([section])
      try new.appendItems(items)
    }
    try new.reloadItems([1, 3])
    let batch = new.difference(from: old)
    #expect(batch.insertedSections.count == 1 && batch.reloadedItems.count == 1)
    #expect(batch.reloadedItems.allSatisfy { !batch.insertedSections.contains($0.section) })
  }

  @Test("sections that are deleted make none of the others move")
  func deletedSections() {
    let old = makeList(["A": [0], "B": [1], "C": [2], "D": [3], "E": [4], "F": [5], "G": [6]])
    let new = makeList(["F": [5], "G": [6], "A": [0]])
    let batch = new.difference(from: old)
    #expect(batch.movedSections == [Move(from: 0, to: 2)])
    #expect(batch.deletedSections == [1, 2, 3, 4])
  }

  @Test("what is marked is redrawn at its new place if it was there before, once")
  func marks() throws {
    var old = ListSnapshot<String, Int>()
    try old.appendSections(["A", "B", "C"])
    try old.appendItems([1, 2, 3], toSection: "A")
    try old.appendItems([4, 5], toSection: "B")
    try old.reloadItems([4])
    var new = old
    try new.insertItems([9], beforeItem: 1)
    try new.appendSections(["D"])
    try new.appendItems([2], toSection: "D")
    try new.reloadItems([2, 3, 9])
    try new.reconfigureItems([3, 1, 5])
    try new.reloadSections(["B", "D"])
    let batch = new.difference(from: old)
    #expect(batch.reloadedSections == [1])
    #expect(batch.reloadedItems == [[0, 2]])  // item 2 is in an inserted section, with a new cell
    #expect(batch.reconfiguredItems == [[0, 1]])
    #expect(batch.insertedItems == [[0, 0]] && batch.insertedSections == [3])
    #expect(batch.movedItems == [] && batch.deletedItems == [[0, 1]])
  }

  @Test("of the sections that are compared alone, each is asked about its own items")
  func updatedBesideAnother() {
    typealias Difference = ListDifference<String, TestItem>
    let old = makeList(["A": [0], "B": [1], "C": [2]])
    // An item that has just come in, at the place where the other section has one that was updated.
    let rounds: [(String, String, Int, IndexPath)] = [("B", "C", 2, [2, 0]), ("C", "B", 1, [1, 0])]
    for (changed, other, id, expected) in rounds {
      var new = old
      new.insert([TestItem(9)], at: 0, in: changed)
      new.update(TestItem(9), in: changed)
      new.update(TestItem(id), in: other)
      let batch = new.batch(of: Difference(from: old, to: new, at: [1, 2]), by: ==, andUpdated: true)
      #expect(batch.reconfiguredItems == [expected])
    }
  }

  @Test("an item that has changed sections keeps its cell, which is redrawn where it stands now")
  func markedAcrossSections() throws {
    var old = try ListSnapshot<String, Int>(sections: ["A", "B"])
    try old.appendItems([1, 2], toSection: "A")
    try old.appendItems([3], toSection: "B")
    var new = old
    try new.moveItem(1, beforeItem: 3)
    try new.reconfigureItems([1])
    let batch = new.difference(from: old)
    #expect(batch.movedItems == [Move(from: [0, 0], to: [1, 0])] && batch.reconfiguredItems == [[1, 0]])
  }

  @Test("a section whose rows change is deleted and inserted instead of moved")
  func fixedSection() {
    let old = makeList(["A": [1], "B": [2], "C": [3]])
    let new = makeList(["C": [3], "A": [1], "B": [2]])
    let batch = ListDifference(from: old, to: new, isFixed: { $0 == "C" }).batch()
    #expect(batch.movedSections == [] && batch.deletedSections == [2] && batch.insertedSections == [0])
  }
}

@Suite("The work of a difference")
struct DifferenceWorkTests {
  let counter = CountedID.Counter()

  private func ids(_ numbers: some Sequence<Int>) -> [CountedID] { numbers.map { CountedID($0, counter) } }

  private func work(of body: () throws -> Void) rethrows -> Int {
    let work = try counter.work(of: body)
    return work.hashes + work.comparisons
  }

  @Test("follows what was appended to the predecessor, or edited in its middle, not the length")
  func followsTheChange() throws {
    var snapshot = try ListSnapshot<Int, CountedID>(sections: [0, 1])
    try snapshot.appendItems(ids(0..<20_000), toSection: 0)
    try snapshot.appendItems(ids(20_000..<40_000), toSection: 1)

    var next = snapshot
    let making = try work { try next.appendItems(ids(40_000..<40_020)) }
    #expect(making < 20 * 6)
    let telling = work { #expect(next.difference(from: snapshot).insertedItems.count == 20) }
    #expect(telling < 200)
    var isEqual = true
    let comparing = work { isEqual = snapshot == next || next != next }
    #expect(!isEqual && comparing < 100)

    var edited = snapshot
    try edited.deleteItems(ids([10_000]))
    let editing = work { #expect(edited.difference(from: snapshot).deletedItems == [[0, 10_000]]) }
    #expect(editing < 64 * 32 * 2)
  }

  @Test("of unrelated lists needs few hashes where ids follow each other as before")
  func hashesAreRare() throws {
    func make(_ numbers: some Sequence<Int>) throws -> ListSnapshot<Int, CountedID> {
      var snapshot = try ListSnapshot<Int, CountedID>(sections: [0])
      try snapshot.appendItems(ids(numbers))
      return snapshot
    }
    let old = try make(0..<10_000)
    let new = try make((0..<10_000).filter { $0 % 100 != 50 }.map { $0 % 100 == 7 ? -$0 : $0 })
    var batch = ListBatch()
    let comparing = work { batch = new.difference(from: old) }
    #expect(batch.deletedItems.count == 200 && batch.insertedItems.count == 100 && batch.movedItems.isEmpty)
    #expect(comparing < 10_000 * 3 / 2)
  }

  @Test("of an array that is given whole is a comparison, for every order", arguments: Shape.allCases)
  func fromAnArray(shape: Shape) throws {
    let count = 5_000
    var old = try ListSnapshot<Int, CountedID>(sections: [0])
    try old.appendItems(ids(0..<count))
    let wanted = ids(shape.numbers(count))
    var new = old
    var batch = ListBatch()
    let work = try counter.work {
      try new.replaceItems(in: 0, with: wanted)
      batch = new.difference(from: old)
    }
    #expect(work.hashes <= (shape.isAlmostSame ? 20 : count) + 2, "\(shape): \(work)")
    #expect(work.comparisons <= 8 * count && (shape == .same) == (batch == ListBatch()), "\(shape): \(work)")
    #expect(new.itemIdentifiers == wanted)
    new.list.checkInvariants()
    #expect(
      ReplayedBatch(batch, from: old.list, to: new.list).sections == [
        wanted.map(ListSnapshot<Int, CountedID>.Item.init)
      ])
  }
}
