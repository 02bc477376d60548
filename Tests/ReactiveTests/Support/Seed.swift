import Foundation

/// The seed of the randomised tests: that of the environment (`SEED=n swift test`), or another one each run.
enum Seed {
  static let value: UInt64 = {
    let given = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0..<1_000_000)
    print("ReactiveTests: SEED=\(seed)")
    return seed
  }()
}

/// SplitMix64: the same numbers for the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ stream: Int) { state = Seed.value &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(stream) &* 0xD1B5_4A32_D192_ED03 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
