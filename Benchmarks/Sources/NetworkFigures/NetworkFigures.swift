import Foundation

/// Prints what loading side by side saves, and what pages leave in memory, over real sockets on this machine:
///
///     swift run -c release NetworkFigures [PAGES [DEMO]]
///
/// DEMO is the path of the demo's release build, whose `serve` answers; see `DemoServer`.
///
/// Ends with status 1 if the sections do not overlap as they should, or if a list has not become whole.
@main
struct NetworkFigures {
  @MainActor
  static func main() async {
    let words = CommandLine.arguments.dropFirst()
    let pages = words.first.flatMap { Int($0) } ?? 10_000
    let demo = words.dropFirst().first
    do {
      guard try await Overlap.measure(demo: demo) else { exit(1) }
      try await PageMemory.measure(pages: max(4, pages), demo: demo)
    } catch {
      print("NetworkFigures: \(error)")
      exit(1)
    }
  }
}
