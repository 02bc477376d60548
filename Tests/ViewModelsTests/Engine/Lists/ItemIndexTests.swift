import Testing

@testable import ViewModels

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
      let location = ItemLocation(section: UInt32(step % 3), offset: id)
      if let old = locations[id], Bool.random(using: &random) {
        index.move(hash: hash(id), from: old, to: location)
        locations[id] = location
      } else if let old = locations.removeValue(forKey: id) {
        index.remove(hash: hash(id), at: old)
      } else {
        index.insert(hash: hash(id), at: location)
        locations[id] = location
      }
      if step == steps / 2 { (kept, keptLocations) = (index, locations) }
    }
    for (index, locations) in [(index, locations), (kept, keptLocations)] {
      #expect(index.count == locations.count && index.checkedEntries().count == locations.count)
      for id in 0..<steps / 2 {
        #expect(index.location(hash: hash(id), where: { $0.offset == UInt32(id) }) == locations[id])
      }
    }
  }
}
