import Foundation

/// A random number generator that repeats itself: the same seed gives the same numbers on every machine (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension SeededGenerator {
  /// The seed of this run of the tests: from the environment (`SEED`), or a new one. Printed once, so that a failure can be
  /// repeated.
  package static let ofThisRun: UInt64 = {
    if let given = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) { return given }
    let seed = UInt64.random(in: 0...999_999)
    print("Random tests: SEED=\(seed) repeats them.")
    return seed
  }()

  /// The seed of one test in this run.
  package static func seed(for test: String = #function) -> UInt64 {
    test.utf8.reduce(ofThisRun) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// A generator of its own for each stream of numbers that a run draws.
  package init(stream: Int) {
    self.init(seed: Self.ofThisRun &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(stream) &* 0xD1B5_4A32_D192_ED03)
  }
}
