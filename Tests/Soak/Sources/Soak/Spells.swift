import Descriptors

/// Takes the process its descriptors, for seconds at a time: what is open stays, and hardly anything can be opened.
@MainActor
enum Spells {
  /// How often that was done.
  private(set) static var count = 0

  static func run(using random: inout SeededGenerator) async throws {
    while true {
      try await Task.sleep(for: .milliseconds(.random(in: 10_000...30_000, using: &random)))
      count += 1
      descriptors_run_out(UInt(Meters.descriptors))
      defer { descriptors_come_back() }
      try await Task.sleep(for: .milliseconds(.random(in: 500...2_500, using: &random)))
    }
  }
}
