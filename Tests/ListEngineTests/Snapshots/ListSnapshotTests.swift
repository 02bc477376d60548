import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListEngine

@Suite("List snapshot")
struct ListSnapshotTests {
  typealias Snapshot = ListSnapshot<String, Int>

  /// A: 1 2 3, B: 4 5, C: nothing.
  private func makeSnapshot() throws -> Snapshot {
    var snapshot = Snapshot()
    try snapshot.appendSections(["A", "B", "C"])
    try snapshot.appendItems([1, 2, 3], toSection: "A")
    try snapshot.appendItems([4, 5], toSection: "B")
    return snapshot
  }

  @Test("counts, identifiers and places are those of the sections in order")
  func reading() throws {
    let snapshot = try makeSnapshot()
    #expect(snapshot.numberOfItems == 5 && snapshot.numberOfSections == 3)
    #expect(snapshot.sectionIdentifiers == ["A", "B", "C"] && snapshot.itemIdentifiers == [1, 2, 3, 4, 5])
    #expect(try snapshot.numberOfItems(inSection: "A") == 3)
    #expect(try snapshot.itemIdentifiers(inSection: "B") == [4, 5])
    #expect(snapshot.sectionIdentifier(containingItem: 4) == "B")
    #expect(snapshot.sectionIdentifier(containingItem: 9) == nil)
    #expect(snapshot.indexOfItem(5) == 4 && snapshot.indexOfItem(9) == nil)
    #expect(snapshot.indexOfSection("C") == 2 && snapshot.indexOfSection("Z") == nil)
    #expect(snapshot.indexPath(for: 5) == IndexPath(item: 1, section: 1) && snapshot.indexPath(for: 9) == nil)
    #expect(snapshot.itemIdentifier(for: IndexPath(item: 1, section: 1)) == 5)
    #expect(snapshot.itemIdentifier(for: IndexPath(item: 0, section: 2)) == nil)
    #expect(snapshot.itemIdentifier(for: IndexPath(item: 0, section: 3)) == nil)
  }

  @Test("items that are appended or inserted although they are there are moved")
  func presentItemsMove() throws {
    var snapshot = try makeSnapshot()
    try snapshot.appendItems([2, 6], toSection: "B")
    #expect(try snapshot.itemIdentifiers(inSection: "A") == [1, 3])
    #expect(try snapshot.itemIdentifiers(inSection: "B") == [4, 5, 2, 6])
    try snapshot.appendItems([4], toSection: "B")
    #expect(try snapshot.itemIdentifiers(inSection: "B") == [5, 2, 6, 4])
    try snapshot.insertItems([5, 1, 7], beforeItem: 6)
    #expect(snapshot.itemIdentifiers == [3, 2, 5, 1, 7, 6, 4])
    try snapshot.insertItems([2], afterItem: 3)
    #expect(try snapshot.itemIdentifiers(inSection: "A") == [3, 2])
    #expect(snapshot.numberOfItems == 7)
  }

  @Test("without a section named, items go to the last one")
  func lastSection() throws {
    var snapshot = try makeSnapshot()
    try snapshot.appendItems([7])
    #expect(try snapshot.itemIdentifiers(inSection: "C") == [7])
  }

  @Test("sections and items may have the same names, and deleting what is not there does nothing")
  func namesAndUnknowns() throws {
    var snapshot = ListSnapshot<Int, Int>()
    try snapshot.appendSections([1, 2])
    try snapshot.appendItems([2, 1], toSection: 1)
    try snapshot.deleteItems([9])
    try snapshot.deleteSections([9])
    #expect(snapshot.itemIdentifiers == [2, 1])
    try snapshot.deleteSections([1])
    #expect(snapshot.sectionIdentifiers == [2] && snapshot.numberOfItems == 0)
  }

  @Test("deleting all items takes the sections too")
  func deleteAll() throws {
    var snapshot = try makeSnapshot()
    snapshot.deleteAllItems()
    #expect(snapshot.numberOfSections == 0 && snapshot.numberOfItems == 0 && snapshot == Snapshot())
  }

  @Test("moves go before or after, and take an item into the other's section")
  func moves() throws {
    var snapshot = try makeSnapshot()
    try snapshot.moveItem(1, afterItem: 4)
    #expect(try snapshot.itemIdentifiers(inSection: "B") == [4, 1, 5])
    try snapshot.moveItem(2, afterItem: 3)
    #expect(try snapshot.itemIdentifiers(inSection: "A") == [3, 2])
    try snapshot.moveSection("A", afterSection: "C")
    #expect(snapshot.sectionIdentifiers == ["B", "C", "A"])
    try snapshot.moveSection("A", beforeSection: "B")
    #expect(snapshot.sectionIdentifiers == ["A", "B", "C"])
    #expect(snapshot.itemIdentifiers == [3, 2, 4, 1, 5])
    try snapshot.moveSection("A", afterSection: "B")
    #expect(snapshot.sectionIdentifiers == ["B", "A", "C"])
    try snapshot.moveSection("C", beforeSection: "A")
    #expect(snapshot.sectionIdentifiers == ["B", "C", "A"])
  }

  @Test("marks are kept in their order, kept by a move, lost with what they mark, and ignored by ==")
  func marks() throws {
    let plain = try makeSnapshot()
    var snapshot = plain
    try snapshot.reloadItems([3, 1])
    try snapshot.reloadItems([1, 2])
    try snapshot.reconfigureItems([4, 1])
    try snapshot.reloadSections(["B", "A"])
    #expect(snapshot.reloadedItemIdentifiers == [3, 1, 2])
    #expect(snapshot.reconfiguredItemIdentifiers == [4, 1])
    #expect(snapshot.reloadedSectionIdentifiers == ["B", "A"])
    #expect(snapshot == plain)
    try snapshot.moveItem(1, afterItem: 5)
    try snapshot.appendItems([2], toSection: "C")
    #expect(snapshot.reloadedItemIdentifiers == [3, 1, 2])
    try snapshot.deleteItems([3])
    try snapshot.deleteSections(["B"])
    #expect(snapshot.reloadedItemIdentifiers == [2])
    #expect(snapshot.reconfiguredItemIdentifiers == [] && snapshot.reloadedSectionIdentifiers == ["A"])
    snapshot.deleteAllItems()
    #expect(snapshot.reloadedItemIdentifiers == [] && snapshot.reloadedSectionIdentifiers == [])
  }

  @Test("what is marked once more keeps its place among the marks")
  func markedAgain() throws {
    var snapshot = try makeSnapshot()
    try snapshot.reloadItems([2, 1])
    try snapshot.reloadItems([2, 5])
    #expect(snapshot.reloadedItemIdentifiers == [2, 1, 5])
  }

  @Test("snapshots are equal if sections and items are, however they came about")
  func equality() throws {
    var one = Snapshot()
    try one.appendSections(["A"])
    try one.appendItems(Array(0..<500))
    var other = one
    #expect(one == other)
    try other.deleteItems([300])
    #expect(one != other)
    try other.insertItems([300], afterItem: 299)
    #expect(one == other)
    try other.moveItem(499, beforeItem: 0)
    #expect(one != other)
    try other.appendSections(["B"])
    try one.appendSections(["C"])
    #expect(one != other)
    #expect(try Snapshot(sections: ["A", "B"]) != Snapshot(sections: ["A", "C"]))
  }

  @Test("replacing a section's items moves in what is elsewhere, and drops the marks of what has left")
  func replaceItems() throws {
    var snapshot = try makeSnapshot()
    try snapshot.reloadItems([1, 2, 5])
    try snapshot.replaceItems(in: "A", with: [7, 2, 5, 8])
    #expect(try snapshot.itemIdentifiers(inSection: "A") == [7, 2, 5, 8])
    #expect(try snapshot.itemIdentifiers(inSection: "B") == [4])
    #expect(snapshot.reloadedItemIdentifiers == [2, 5] && snapshot.indexOfItem(1) == nil)
    try snapshot.replaceItems(in: "A", with: [])
    #expect(snapshot.itemIdentifiers == [4])
    snapshot.list.checkInvariants()
  }

  @Test("a snapshot describes itself, hashes as it compares, and knows nothing at places that are not there")
  func conveniences() throws {
    let snapshot = try makeSnapshot()
    var other = try Snapshot(sections: ["A", "B", "C"])
    #expect(other.isEmpty && !snapshot.isEmpty && Snapshot().description == "no sections")
    #expect(snapshot.description == "A: 3 items: 1, 2, 3\nB: 2 items: 4, 5\nC: 0 items")
    try other.replaceItems(in: "A", with: Array(1...10))
    #expect(other.description == "A: 10 items: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10\nB: 0 items\nC: 0 items")
    try other.replaceItems(in: "A", with: [1])
    #expect(other.description.hasPrefix("A: 1 item: 1\n"))
    try other.replaceItems(in: "A", with: Array(1...12))
    #expect(other.description.hasPrefix("A: 12 items: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, … 2 more"))
    try other.replaceItems(in: "A", with: [1, 2, 3])
    try other.replaceItems(in: "B", with: [4, 5])
    #expect(other == snapshot && Set([other, snapshot]).count == 1)
    #expect(throws: Snapshot.Failure.repeatedSections(["A"])) { try Snapshot(sections: ["A", "B", "A"]) }
    #expect(snapshot.sectionIdentifier(at: 2) == "C" && snapshot.sectionIdentifier(at: 3) == nil)
    for path in [[], [0], [-1, 0], [0, -1], [0, 3], [0, 0, 0]] as [IndexPath] {
      #expect(snapshot.itemIdentifier(for: path) == nil)
    }
  }

  @Test("appending a hundred thousand and finding each of them")
  func large() throws {
    var snapshot = Snapshot()
    try snapshot.appendSections(["A", "B"])
    try snapshot.appendItems(Array(0..<100_000), toSection: "A")
    try snapshot.appendItems(Array(100_000..<100_500), toSection: "B")
    #expect((0..<100_500).allSatisfy { snapshot.indexOfItem($0) == $0 })
    snapshot.list.checkInvariants()
  }

  @Test("marks go with their items, also where a long section has nothing in common with its new items")
  func marksGoWithAllItems() throws {
    var snapshot = try ListSnapshot<Int, Int>(sections: [0])
    try snapshot.appendItems(Array(0..<200))
    var reloaded = snapshot
    try reloaded.reloadItems([1])
    try reloaded.replaceItems(in: 0, with: Array(1_000..<1_200))
    #expect(reloaded.reloadedItemIdentifiers == [])
    var reconfigured = snapshot
    try reconfigured.reconfigureItems([1])
    try reconfigured.replaceItems(in: 0, with: Array(1_000..<1_200))
    #expect(reconfigured.reconfiguredItemIdentifiers == [])
  }
}

@Suite("What a list snapshot refuses")
struct ListSnapshotErrorTests {
  typealias Snapshot = ListSnapshot<String, Int>
  typealias Change = @Sendable (inout Snapshot) throws -> Void

  /// Each row of the table of what NSDiffableDataSourceSnapshot raises, on A: 1 2 3, B: 4 5.
  static let refusals: [(Snapshot.Failure, Change)] = [
    (.sectionsAlreadyPresent(["A"]), { try $0.appendSections(["X", "A"]) }),
    (.sectionsAlreadyPresent(["A", "B"]), { try $0.insertSections(["A", "X", "B"], beforeSection: "C") }),
    (.repeatedSections(["X"]), { try $0.appendSections(["X", "Y", "X", "X"]) }),
    (.repeatedSections(["A"]), { try $0.insertSections(["A", "A"], afterSection: "Z") }),
    (.repeatedSections(["Z"]), { try $0.deleteSections(["Z", "Z"]) }),
    (.repeatedSections(["A"]), { try $0.reloadSections(["A", "A"]) }),
    (.repeatedItems([9, 8]), { try $0.appendItems([8, 9, 9, 8], toSection: "A") }),
    (.repeatedItems([9]), { try $0.appendItems([9, 9], toSection: "Z") }),
    (.repeatedItems([1]), { try $0.insertItems([1, 1], beforeItem: 1) }),
    (.repeatedItems([1]), { try $0.deleteItems([1, 1]) }),
    (.repeatedItems([9]), { try $0.reloadItems([9, 9]) }),
    (.repeatedItems([1]), { try $0.reconfigureItems([1, 1]) }),
    (
      .noSections,
      {
        $0.deleteAllItems(); try $0.appendItems([1])
      }
    ),
    (
      .noSections,
      {
        $0.deleteAllItems(); try $0.appendItems([1, 1], toSection: "A")
      }
    ),
    (.unknownIdentifier(.section, .section("Z")), { try $0.appendItems([9], toSection: "Z") }),
    (.unknownIdentifier(.section, .section("Z")), { try $0.appendItems([], toSection: "Z") }),
    (.unknownIdentifier(.section, .item(9)), { try $0.insertItems([1], afterItem: 9) }),
    (.unknownIdentifier(.insertIndex, .section("Z")), { try $0.insertSections(["X"], beforeSection: "Z") }),
    (.unknownIdentifier(.insertIndex, .section("Z")), { try $0.insertSections(["A"], beforeSection: "Z") }),
    (.unknownIdentifier(.fromIndex, .item(9)), { try $0.moveItem(9, beforeItem: 8) }),
    (.unknownIdentifier(.toIndex, .item(9)), { try $0.moveItem(1, afterItem: 9) }),
    (.unknownIdentifier(.fromSection, .section("Z")), { try $0.moveSection("Z", beforeSection: "Y") }),
    (.unknownIdentifier(.toSection, .section("Z")), { try $0.moveSection("A", afterSection: "Z") }),
    (.destinationAmongInserted(.item(4)), { try $0.insertItems([9, 4], beforeItem: 4) }),
    (.destinationAmongInserted(.item(9)), { try $0.insertItems([9], afterItem: 9) }),
    (.destinationAmongInserted(.section("A")), { try $0.insertSections(["A"], afterSection: "A") }),
    (.destinationIsSource(.item(9)), { try $0.moveItem(9, beforeItem: 9) }),
    (.destinationIsSource(.section("A")), { try $0.moveSection("A", afterSection: "A") }),
    (.sectionNotFound("Z"), { _ = try $0.numberOfItems(inSection: "Z") }),
    (.sectionNotFound("Z"), { _ = try $0.itemIdentifiers(inSection: "Z") }),
    (.sectionNotFound("Z"), { try $0.replaceItems(in: "Z", with: [1, 1]) }),
    (.repeatedItems([9, 1]), { try $0.replaceItems(in: "A", with: [1, 9, 9, 2, 1, 9]) }),
    (.repeatedItems([3]), { try $0.replaceItems(in: "A", with: [3, 1, 2, 3]) }),
    (.reloadOfUnknownIdentifier(.item(9)), { try $0.reloadItems([1, 9, 8]) }),
    (.reconfigureOfUnknownItem(9), { try $0.reconfigureItems([9]) }),
    (.reloadOfUnknownIdentifier(.section("Z")), { try $0.reloadSections(["Z"]) }),
  ]

  @Test("each row of the table throws its error and changes nothing", arguments: refusals.indices)
  func refusal(row: Int) throws {
    let (error, change) = Self.refusals[row]
    var snapshot = Snapshot()
    try snapshot.appendSections(["A", "B", "C"])
    try snapshot.appendItems([1, 2, 3], toSection: "A")
    try snapshot.appendItems([4, 5], toSection: "B")
    let before = snapshot
    #expect(throws: error) { try change(&snapshot) }
    #expect(snapshot == before || error == .noSections)
    #expect(snapshot.reloadedItemIdentifiers == [] && snapshot.reconfiguredItemIdentifiers == [])
    snapshot.list.checkInvariants()
  }

  @Test("errors speak with UIKit's words")
  func texts() {
    typealias Failure = ListSnapshotError<String, String>
    let texts: [(Failure, String)] = [
      (.noSections, "There are currently no sections in the data source. Please add a section first."),
      (
        .repeatedItems(["x", "y"]),
        "Fatal: supplied item identifiers are not unique. Duplicate identifiers: {(\n    x,\n    y\n)}"
      ),
      (.unknownIdentifier(.section, .item("x")), "Invalid parameter not satisfying: section != NSNotFound"),
      (
        .destinationAmongInserted(.item("x")),
        "Invalid update: destination for insertion operation [x] is in the insertion identifier list"
      ),
      (
        .destinationIsSource(.item("x")),
        "Invalid update: destination for item move is the same as the source [x]"
      ),
      (
        .reconfigureOfUnknownItem("x"),
        "Attempted to reconfigure item identifier that does not exist in the snapshot: x"
      ),
      (
        .reloadOfUnknownIdentifier(.item("x")),
        "Attempted to reload item identifier that does not exist in the snapshot: x"
      ),
    ]
    for (error, text) in texts { #expect("\(error)" == text) }
    #expect("\(Failure.sectionNotFound("x"))".hasPrefix("Section identifier was not found. "))
    #expect(
      "\(Failure.sectionsAlreadyPresent(["x"]))"
        == "Diffable data source detected an attempt to insert or append 1 section identifier that already exists in the "
        + "snapshot. Identifiers in a snapshot must be unique. Section identifier that already exists: x")
    #expect(
      "\(Failure.sectionsAlreadyPresent(["x", "y"]))"
        == "Diffable data source detected an attempt to insert or append 2 section identifiers that already exist in the "
        + "snapshot. Identifiers in a snapshot must be unique. Section identifiers that already exist: "
        + "(\n    x,\n    y\n)")
  }
}
