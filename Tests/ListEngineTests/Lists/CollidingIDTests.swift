import Foundation
import ListViewModelsTestSupport
import Synchronization
import Testing

@testable import ListEngine

@Suite("Ids with few hash values", .serialized)
struct CollidingIDTests {
  private static let comparisons = Atomic(0)

  struct ID: Hashable, Sendable {
    let value: Int

    static func == (one: ID, other: ID) -> Bool {
      CollidingIDTests.comparisons.add(1, ordering: .relaxed)
      return one.value == other.value
    }
    func hash(into hasher: inout Hasher) { hasher.combine(value & 7) }
  }

  struct NamedID: Hashable, Sendable {
    let value: Int
    func hash(into hasher: inout Hasher) { hasher.combine(0) }
  }

  private func comparisons(_ body: () throws -> Void) rethrows -> Int {
    let before = Self.comparisons.load(ordering: .relaxed)
    try body()
    return Self.comparisons.load(ordering: .relaxed) - before
  }

  /// Each leaf is asked once, so with each item at most once.
  @Test("an edit compares an id with each that collides about once, whatever order they came in", arguments: 0..<4)
  func linear(order: Int) throws {
    var random = SeededGenerator(seed: 4)
    let count = 1_000
    var ids = (0..<count).map(ID.init)
    if order == 1 { ids.reverse() }
    if order > 1 { ids.shuffle(using: &random) }
    var snapshot = try ListSnapshot<Int, ID>(sections: [0])
    let first = try comparisons {
      if order < 3 { return try snapshot.appendItems(ids) }
      // Each at another place, so that leaves are split and their items move.
      for (index, id) in ids.enumerated() {
        let other = index == 0 ? nil : ids[Int.random(in: 0..<index, using: &random)]
        if let other { try snapshot.insertItems([id], beforeItem: other) } else { try snapshot.appendItems([id]) }
      }
    }
    snapshot.list.checkInvariants()
    // What an item is put beside is looked for, too, and a bucket's first 64 entries stand in the order they came in.
    #expect(first < (order < 3 ? 2 : 5) * count * count)
    let later = try comparisons {
      for id in ids.prefix(100) { try snapshot.deleteItems([id]) }
      try snapshot.appendItems(Array(ids.prefix(100)))
    }
    snapshot.list.checkInvariants()
    #expect(later < 100 * 5 * count)
    #expect(Set(snapshot.itemIdentifiers.map(\.value)) == Set(0..<count))
  }

  @Test("items that come in together and collide are no repeats of each other")
  func replaced() throws {
    var snapshot = try ListSnapshot<Int, ID>(sections: [0])
    try snapshot.appendItems((0..<10).map(ID.init))
    let wanted = (5..<40).reversed().map(ID.init)
    try snapshot.replaceItems(in: 0, with: wanted)
    #expect(snapshot.itemIdentifiers == wanted)
    snapshot.list.checkInvariants()
  }

  #if DEBUG
    @Test("a debug build names the type")
    func named() throws {
      var list = try ListSnapshot<Int, NamedID>(sections: [0])
      try list.appendItems((0..<64).map(NamedID.init))
      #expect(!DebugNotice.hasTold("hash of NamedID"))
      try list.appendItems((64..<80).map(NamedID.init))
      #expect(DebugNotice.hasTold("hash of NamedID"))
    }
  #endif

  private struct Row: Identifiable, Sendable { let id: ID }

  @Test("the one that has changed sections is told, and not another with its hash")
  func acrossSections() throws {
    var old = try ListSnapshot<Int, ID>(sections: [0, 1])
    try old.appendItems([0, 8, 16].map(ID.init), toSection: 0)
    var new = old
    try new.appendItems([ID(value: 8)], toSection: 1)
    try new.deleteItems([0, 16].map(ID.init))
    let batch = new.difference(from: old)
    #expect(batch.movedItems == [.init(from: [0, 1], to: [1, 0])] && batch.deletedItems == [[0, 0], [0, 2]])
  }

  @Test("an item that is appended is no repeat of one that collides with it")
  func appended() {
    var list = SectionedList<Int, Row>(sections: [0])
    #expect(list.append([0, 8, 16].map { Row(id: ID(value: $0)) }, to: 0) == 0..<3)
    #expect(list.append([8, 24].map { Row(id: ID(value: $0)) }, to: 0) == 3..<4)
    #expect(list.numberOfRepeatsDropped(in: 0) == 1)
  }

  @Test("ids that collide with those of a longer section are found in their own")
  func twoSections() throws {
    var snapshot = try ListSnapshot<Int, ID>(sections: [0, 1])
    try snapshot.appendItems((0..<1_000).map(ID.init), toSection: 1)
    try snapshot.appendItems((1_000..<1_200).map(ID.init), toSection: 0)
    let wanted = (1_100..<1_300).reversed().map(ID.init)
    try snapshot.replaceItems(in: 0, with: wanted)
    #expect(snapshot.itemIdentifiers == wanted + (0..<1_000).map(ID.init))
    snapshot.list.checkInvariants()
  }

  @Test("of two ids that collide and leave a section, the one that comes into another has moved")
  func moved() throws {
    var (old, new) = (try ListSnapshot<Int, ID>(sections: [0, 1]), try ListSnapshot<Int, ID>(sections: [0, 1]))
    try old.appendItems([0, 8].map(ID.init), toSection: 0)
    try new.appendItems([ID(value: 8)], toSection: 1)
    var batch = ListBatch()
    batch.deletedItems = [[0, 0]]
    batch.movedItems = [.init(from: [0, 1], to: [1, 0])]
    #expect(new.list.difference(from: old.list) == batch)
  }

  private struct Number: Identifiable, Sendable { let id: Int }

  /// Beside the id's hash the index has what tells the sections apart, so two ids can be one there without equal hashes.
  @Test("an id that the index takes for one far back in a longer section is no repeat of it, and is found in its own")
  func betweenSections() {
    var list = SectionedList<Int, Number>(sections: [0, 1])
    let (short, long) = (list.contents[0].key, list.contents[1].key)
    let longIDs = Dictionary((0..<200_000).map { (list.hash(of: $0, in: long), $0) }) { first, _ in first }
    // One in 21,000 ids is such one.
    let id = (200_000...).first { longIDs[list.hash(of: $0, in: short)] != nil }!
    let other = longIDs[list.hash(of: id, in: short)]!
    list.append((200_000..<202_000).map(Number.init) + [Number(id: other)], to: 1)
    #expect(list.append([Number(id: id)], to: 0) == 0..<1)
    #expect(list.indexPath(of: id, in: 0) == [0, 0] && list.indexPath(of: other, in: 0) == nil)
    #expect(list.indexPath(of: other, in: 1) == [1, 2_000])
  }

  struct SpreadID: Hashable, Sendable {}

  @Test("a debug build names the type for equal hashes, not for hashes that lead to one bucket")
  func namedForEqualHashes() {
    var index = ItemIndex()
    for id in 0..<65 { index.insert(hash: UInt32(id) << 8, at: ItemLocation(leaf: UInt32(id), hint: 0)) }
    #expect(index.noticeCrowd(of: SpreadID.self, hash: 0) && !DebugNotice.hasTold("hash of SpreadID"))
    for id in 100..<200 { index.insert(hash: 5, at: ItemLocation(leaf: UInt32(id), hint: 0)) }
    #expect(index.noticeCrowd(of: SpreadID.self, hash: 5) && DebugNotice.hasTold("hash of SpreadID"))
  }
}
