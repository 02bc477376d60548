import ListViewModelsTestSupport
import Testing

@testable import ListEngine

@Suite("Item index")
struct ItemIndexTests {
  @Test("it finds what it was given, also where hashes collide", arguments: [UInt32.max, 0xFF, 0])
  func agreesWithDictionary(mask: UInt32) {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    // With mask 0 all entries share one bucket, with 0xFF 256 deep ones.
    let steps = mask == 0 ? 300 : 5_000
    func hash(_ id: Int) -> UInt32 { UInt32(truncatingIfNeeded: id &* 0x9E37_79B1) & mask }
    var index = ItemIndex()
    var locations: [Int: ItemLocation] = [:]
    var kept = index
    var keptLocations = locations
    for step in 0..<steps {
      let id = Int.random(in: 0..<steps / 2, using: &random)
      let location = ItemLocation(leaf: UInt32(id), hint: step % 200)
      if let old = locations[id], Bool.random(using: &random) {
        index.move(hash: hash(id), from: old.leaf, to: location)
        locations[id] = location
      } else if let old = locations.removeValue(forKey: id) {
        index.remove(hash: hash(id), in: old.leaf)
      } else {
        index.insert(hash: hash(id), at: location)
        locations[id] = location
      }
      if step == steps / 2 { (kept, keptLocations) = (index, locations) }
    }
    for (index, locations) in [(index, locations), (kept, keptLocations)] {
      #expect(index.count == locations.count && index.checkedEntries().count == locations.count)
      for id in 0..<steps / 2 {
        #expect(index.location(hash: hash(id), where: { $0.leaf == UInt32(id) }) == locations[id])
      }
    }
  }

  @Test("made at once it is as good as filled one by one, also where hashes collide", arguments: [UInt32.max, 0xFF, 3])
  func building(mask: UInt32) throws {
    for count in [0, 1, 48, 49, 64, 65, 700, 5_000, 20_000] where mask > 3 || count < 1_000 {
      let hashes = ContiguousArray((0..<count).map { UInt32(truncatingIfNeeded: $0 &* 0x9E37_79B1) & mask })
      var index = try #require(ItemIndex(hashes: hashes, salt: 7, leafWidth: 32) { _, _ in false })
      #expect(index.count == count && index.checkedEntries().count == count)
      func location(_ id: Int) -> ItemLocation { ItemLocation(leaf: UInt32(id / 32), hint: id % 32) }
      for (id, hash) in hashes.enumerated() {
        // A leaf is asked once for all its ids with the hash.
        #expect(index.location(hash: hash &+ 7, where: { $0.leaf == location(id).leaf }) != nil)
      }
      if mask == .max {
        var filled = ItemIndex()
        for (id, hash) in hashes.enumerated() { filled.insert(hash: hash &+ 7, at: location(id)) }
        #expect(index.nodeCount == filled.nodeCount, "\(count)")
      }
      for (id, hash) in hashes.enumerated() where id % 2 == 0 { index.remove(hash: hash &+ 7, in: location(id).leaf) }
      for id in 0..<100 { index.insert(hash: UInt32(id * 77), at: ItemLocation(leaf: 10_000, hint: id)) }
      #expect(index.checkedEntries().count == count / 2 + 100)
    }
  }

  @Test(
    "made at once it says if an id is repeated, wherever it stands", arguments: [(0, 1), (3, 4_999), (4_998, 4_999)])
  func repeats(pair: (Int, Int)) {
    var hashes = ContiguousArray((0..<5_000).map { UInt32(truncatingIfNeeded: $0 &* 0x9E37_79B1) })
    hashes[pair.1] = hashes[pair.0]
    var asked: [Int] = []
    let isMade =
      ItemIndex(hashes: hashes, salt: 0, leafWidth: 128) { first, second in
        asked = [first, second]
        return true
      } != nil
    #expect(!isMade && asked == [pair.0, pair.1])
    #expect(ItemIndex(hashes: hashes, salt: 0, leafWidth: 128) { _, _ in false } != nil)
  }

  @Test("a leaf is given once for all its ids with one hash, which stand side by side")
  func givesLeafOnce() {
    var index = ItemIndex()
    for id in 0..<200 { index.insert(hash: 5, at: ItemLocation(leaf: UInt32(id % 4), hint: id / 4)) }
    var leaves: [UInt32] = []
    var start = 0
    while let found = index.location(hash: 5, from: start) {
      leaves.append(found.location.leaf)
      start = found.next
    }
    #expect(leaves.suffix(4).sorted() == [0, 1, 2, 3] && leaves.count < 80)
  }

  @Test("what leaves takes its nodes and its room along, in any order", arguments: [true, false])
  func shrinks(inOrder: Bool) {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    var index = ItemIndex()
    let hashes = (0..<20_000).map { _ in UInt32.random(in: .min ... .max, using: &random) }
    for (id, hash) in hashes.enumerated() { index.insert(hash: hash, at: ItemLocation(leaf: UInt32(id), hint: 0)) }
    let full = index.nodeCount
    for id in inOrder ? Array(hashes.indices.dropFirst(20)) : hashes.indices.dropFirst(20).shuffled(using: &random) {
      index.remove(hash: hashes[id], in: UInt32(id))
    }
    #expect(full > 1_000 && index.nodeCount <= 1 + 16 + 16 && index.checkedEntries().count == 20)
  }

  @Test("equal hashes stay in one bucket, and those of a leaf side by side, whatever leaves or moves")
  func crowd() {
    var index = ItemIndex()
    func leaves() -> [UInt32] {
      var (leaves, start) = ([UInt32](), 0)
      while let found = index.location(hash: 5, from: start) {
        leaves.append(found.location.leaf)
        start = found.next
      }
      return leaves
    }
    for id in 0..<200 { index.insert(hash: 5, at: ItemLocation(leaf: UInt32(id / 50), hint: id % 50)) }
    #expect(index.nodeCount == 1 && leaves() == [0, 1, 2, 3])
    for _ in 0..<10 { index.remove(hash: 5, in: 1) }
    #expect(leaves() == [0, 1, 2, 3])
    for hint in 0..<10 { index.move(hash: 5, from: 2, to: ItemLocation(leaf: 0, hint: hint)) }
    #expect(leaves() == [0, 1, 2, 3] && index.checkedEntries().count == 190)
  }

  @Test("the children of a node become one bucket when one of them is empty and all hold sixteen")
  func merges() {
    var index = ItemIndex()
    for hash in 0..<65 { index.insert(hash: UInt32(hash), at: ItemLocation(leaf: UInt32(hash), hint: 0)) }
    #expect(index.nodeCount == 17)
    // One stays in each child, and a second one in that of 1; that of 0 loses its last one at the end.
    for hash in (0..<65).reversed() where hash > 17 || hash == 16 || hash == 0 {
      index.remove(hash: UInt32(hash), in: UInt32(hash))
    }
    #expect(index.nodeCount == 1 && index.checkedEntries().count == 16)
  }

  @Test("hashes that differ in their last four bits alone are told apart on the last level")
  func deepest() {
    var index = ItemIndex()
    index.insert(hash: 1 << 28, at: ItemLocation(leaf: 100, hint: 0))
    for id in 0..<80 { index.insert(hash: 0, at: ItemLocation(leaf: UInt32(id), hint: 0)) }
    #expect(index.checkedEntries().count == 81 && index.nodeCount == 1 + 8 * 16)
    #expect(index.location(hash: 1 << 28, where: { _ in true })?.leaf == 100)
    #expect(index.location(hash: 0, where: { $0.leaf == 79 })?.leaf == 79)
  }

  @Test("more leaves, or more items in a leaf, than a location has room for trap")
  func tooMany() async {
    #expect(ItemLocation(leaf: 1 << 24 - 1, hint: 255).leaf == 1 << 24 - 1)
    await #expect(processExitsWith: .failure) { _ = ItemLocation(leaf: 1 << 24, hint: 0) }
    await #expect(processExitsWith: .failure) { _ = ItemLocation(leaf: 0, hint: 1 << 8) }
  }
}

extension ItemIndex {
  /// The first location with this hash that `isMatch` accepts.
  fileprivate func location(hash: UInt32, where isMatch: (ItemLocation) -> Bool) -> ItemLocation? {
    var start = 0
    while let found = location(hash: hash, from: start) {
      if isMatch(found.location) { return found.location }
      start = found.next
    }
    return nil
  }
}
