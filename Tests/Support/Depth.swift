import Foundation

/// How far explorations and random runs go. By default they end within seconds; with `EXPLORE=all` they go as far as
/// TESTING.md says, and say how far that was.
package enum Depth {
  package static let isAll = ProcessInfo.processInfo.environment["EXPLORE"] == "all"

  /// Prints what has been explored, where all was to be.
  package static func say(_ text: String) { if isAll { print(text) } }
}
