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
