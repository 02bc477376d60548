import Testing

@testable import ViewModels

@Suite("Place index")
struct ItemIndexTests {
  @Test("it finds what it was given, also where hashes collide", arguments: [UInt32.max, 0xFF, 0])
  func agreesWithDictionary(mask: UInt32) {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    // With mask 0 all entries share one bucket, with 0xFF 256 deep ones.
    let steps = mask == 0 ? 300 : 5_000
    func hash(_ id: Int) -> UInt32 { UInt32(truncatingIfNeeded: id &* 0x9E37_79B1) & mask }
    var index = ItemIndex()
    var places: [Int: ItemLocation] = [:]
    var kept = index
    var keptPlaces = places
    for step in 0..<steps {
      let id = Int.random(in: 0..<steps / 2, using: &random)
      let place = ItemLocation(section: UInt32(step % 3), offset: id)
      if let old = places[id], Bool.random(using: &random) {
        index.move(hash: hash(id), from: old, to: place)
        places[id] = place
      } else if let old = places.removeValue(forKey: id) {
        index.remove(hash: hash(id), at: old)
      } else {
        index.insert(hash: hash(id), at: place)
        places[id] = place
      }
      if step == steps / 2 { (kept, keptPlaces) = (index, places) }
    }
    for (index, places) in [(index, places), (kept, keptPlaces)] {
      #expect(index.count == places.count && index.checkedEntries().count == places.count)
      for id in 0..<steps / 2 {
        #expect(index.place(hash: hash(id), where: { $0.offset == UInt32(id) }) == places[id])
      }
    }
  }
}
