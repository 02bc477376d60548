import Foundation
import ListViewModelsTestSupport

/// The seed of the randomised tests: that of the environment (`SEED=n swift test`), or another one each run.
enum Seed {
  static let value: UInt64 = {
    let given = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0..<1_000_000)
    print("ReactiveTests: SEED=\(seed)")
    return seed
  }()
}

extension SeededGenerator {
  /// A generator of its own for each stream of numbers that a run draws.
  init(_ stream: Int) {
    self.init(seed: Seed.value &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(stream) &* 0xD1B5_4A32_D192_ED03)
  }
}
