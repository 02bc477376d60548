import Foundation
import Synchronization
import Testing

@testable import ViewModels

@Suite("Difference of lists")
struct DifferenceTests {
  typealias List = SectionedList<String, Row>
  typealias Move = ListBatch.Move

  private func makeList(_ sections: KeyValuePairs<String, [Int]>) -> List {
    var list = List(sections: sections.map(\.key))
    for (section, ids) in sections { list.append(ids.map { Row($0) }, to: section) }
    return list
  }

  @Test("equal lists differ by nothing, whether they share storage or not")
  func equal() {
    let list = makeList(["A": Array(0..<500), "B": [1]])
    #expect(list.difference(from: list) == ListBatch())
    #expect(list.difference(from: makeList(["A": Array(0..<500), "B": [1]])) == ListBatch())
    #expect(List(sections: []).difference(from: List(sections: [])) == ListBatch())
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

  @Test("an item moves between sections, out of a deleted and into an inserted one too")
  func acrossSections() {
    let old = makeList(["A": [1, 2], "B": [3, 4], "C": [5]])
    let new = makeList(["D": [4, 6], "A": [2, 5], "C": [1]])
    var batch = ListBatch()
    batch.deletedSections = [1]
    batch.insertedSections = [0]
    batch.movedItems = [
      Move(from: [1, 1], to: [0, 0]), Move(from: [2, 0], to: [1, 1]), Move(from: [0, 0], to: [2, 0]),
    ]
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
    var batch = ListBatch()
    batch.movedSections = [.init(from: 3, to: 0)]
    batch.deletedItems = [[0, 0]]
    batch.insertedItems = [[0, 0]]
    #expect(new.difference(from: old) == batch)
  }

  @Test("new contents are redrawn where the item stands afterwards, whichever part of the list it is in")
  func contents() {
    let old = makeList(["A": Array(0..<300), "B": [1_000, 1_001]])
    var new = old
    for id in [3, 150, 299, 200] { new.update(Row(id, "new"), in: "A") }
    #expect(new.difference(from: old).reconfiguredItems == [[0, 3], [0, 150], [0, 200], [0, 299]])
    new.remove([149], from: "A")
    new.move(200, from: "A", to: 10, in: "A")
    new.move(3, from: "A", to: 1, in: "B")
    let batch = new.difference(from: old, updating: .reload)
    #expect(batch.reloadedItems == [[0, 9], [0, 149], [0, 297], [1, 1]].sorted())
    #expect(batch.reconfiguredItems.isEmpty && batch.deletedItems == [[0, 149]] && batch.movedItems.count == 2)
    #expect(new.difference(from: old, by: { _, _ in true }).reconfiguredItems == [])
    #expect(new.difference(from: old, by: nil).reconfiguredItems == [])
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
    #expect(batch.reloadedItems == [[0, 2], [3, 0]])
    #expect(batch.reconfiguredItems == [[0, 1]])
    #expect(batch.insertedItems == [[0, 0]] && batch.insertedSections == [3])
    #expect(batch.movedItems == [Move(from: [0, 1], to: [3, 0])])
  }
}

@Suite("The work of a difference", .serialized)
struct DifferenceWorkTests {
  /// An id that counts how often it is hashed and compared.
  struct CountedID: Hashable {
    static let work = Atomic(0)
    let number: Int
    // Counted ids are compared one by one, as ids with references are: plain ones are compared as bytes.
    let reference = [0]

    static func == (first: CountedID, second: CountedID) -> Bool {
      work.add(1, ordering: .relaxed)
      return first.number == second.number
    }

    func hash(into hasher: inout Hasher) {
      Self.work.add(1, ordering: .relaxed)
      hasher.combine(number)
    }
  }

  private func work(of body: () throws -> Void) rethrows -> Int {
    let before = CountedID.work.load(ordering: .relaxed)
    try body()
    return CountedID.work.load(ordering: .relaxed) - before
  }

  @Test("follows what was appended to the predecessor, or edited in its middle, not the length")
  func followsTheChange() throws {
    var snapshot = ListSnapshot<Int, CountedID>()
    try snapshot.appendSections([0, 1])
    try snapshot.appendItems((0..<20_000).map(CountedID.init), toSection: 0)
    try snapshot.appendItems((20_000..<40_000).map(CountedID.init), toSection: 1)

    var next = snapshot
    let making = try work { try next.appendItems((40_000..<40_020).map(CountedID.init)) }
    #expect(making < 20 * 6)
    let telling = work { #expect(next.difference(from: snapshot).insertedItems.count == 20) }
    #expect(telling < 200)
    var isEqual = true
    let comparing = work { isEqual = snapshot == next || next != next }
    #expect(!isEqual && comparing < 100)

    // Behind an edit in the middle ids are compared once each, but none is hashed twice.
    var edited = snapshot
    try edited.deleteItems([CountedID(number: 10_000)])
    let editing = work { #expect(edited.difference(from: snapshot).deletedItems == [[0, 10_000]]) }
    #expect(editing < 10_000 + 300)
  }

  @Test("of unrelated lists needs few hashes where ids follow each other as before")
  func hashesAreRare() throws {
    func make(_ numbers: some Sequence<Int>) throws -> ListSnapshot<Int, CountedID> {
      var snapshot = ListSnapshot<Int, CountedID>()
      try snapshot.appendSections([0])
      try snapshot.appendItems(numbers.map(CountedID.init))
      return snapshot
    }
    let old = try make(0..<10_000)
    let new = try make((0..<10_000).filter { $0 % 100 != 50 }.map { $0 % 100 == 7 ? -$0 : $0 })
    var batch = ListBatch()
    let comparing = work { batch = new.difference(from: old) }
    #expect(batch.deletedItems.count == 200 && batch.insertedItems.count == 100 && batch.movedItems.isEmpty)
    #expect(comparing < 10_000 * 2)
  }
}
