/// SplitMix64, which generates the same numbers on every machine for a seed.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator for the thing with these names. So the order in which things are made doesn't matter.
  package init(seed: UInt64, _ names: String...) {
    state = seed
    for byte in names.joined(separator: "/").utf8 {
      state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Returns true with a probability in percent.
  package mutating func happens(percent: Double) -> Bool { Double.random(in: 0..<100, using: &self) < percent }
}
