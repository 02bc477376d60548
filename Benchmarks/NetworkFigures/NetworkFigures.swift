import Foundation

/// Prints what loading side by side saves, and what pages leave in memory, over real sockets on this machine:
///
///     swift run -c release NetworkFigures [PAGES]
///
/// Ends with status 1 if the sections do not overlap as they should, or if a list has not become whole.
@main
struct NetworkFigures {
  @MainActor
  static func main() async throws {
    let pages = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000
    guard try await Overlap.measure(), try await PageMemory.measure(pages: max(4, pages)) else { exit(1) }
  }
}
