import Descriptors
import Foundation

/// Takes the process its descriptors, for seconds at a time: what is open stays, and hardly anything can be opened.
@MainActor
enum Spells {
  /// How often that was done.
  private(set) static var count = 0

  /// Only if asked for with `DESCRIPTORS=out`: on Linux libdispatch has ended a process that had some of these behind it, with a bad
  /// pointer where it takes a descriptor out of its list.
  static let areAsked = ProcessInfo.processInfo.environment["DESCRIPTORS"] == "out"

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
