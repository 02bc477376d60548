import Foundation
import ViewModels

/// Runs the same movies, delays and failures several times: by hand with each ``Mistake``, and through the gate.
@MainActor
struct RaceScenario {
  let arguments: Arguments
  let output: (String) -> Void
  /// Shows how far the counting has got, in a line that is written again and again.
  let progress: (String) -> Void

  private var pages: Int { arguments.pages ?? 6 }
  /// The ways to run. Nil is the gate.
  private let ways: [Mistake?] = Mistake.allCases + [nil]

  /// - Returns: The exit status: 1 after a violation in the run through the gate. Violations in the others are expected.
  func run() async throws -> Int32 {
    let isText = arguments.format == .text
    let seeds = arguments.seeds ?? 1
    if isText { output(heading) }
    var results: [RaceResult] = []
    for way in ways {
      var crashes = 0
      for offset in 0..<seeds {
        let seed = arguments.seed &+ UInt64(offset)
        let result = if let way { await byHand(way, seed: seed) } else { try await throughTheGate(seed: seed) }
        if result.crash != nil { crashes += 1 }
        if arguments.seeds != nil {
          progress("\r\(offset + 1) of \(seeds.of("seed"))")
        } else {
          results.append(result)
          (isText ? result.text : [result.json(seed: seed)]).forEach(output)
        }
      }
      if arguments.seeds != nil {
        progress("\r\u{1B}[K")
        let text = String(format: "%\(String(seeds).count)d", crashes) + " of \(seeds.of("seed")) crash  \(way.summary)"
        output(isText ? text : JSONLine.text(["event": "race", "way": way.name, "seeds": seeds, "crashed": crashes]))
      }
      if way == nil, crashes > 0 { return 1 }
    }
    if let path = arguments.picture {
      let picture = RacePicture(runs: [results[0], results[results.count - 1]])
      try FileError.naming(path, "written") { try Data(picture.svg.utf8).write(to: URL(fileURLWithPath: path)) }
    }
    return 0
  }

  private var heading: String {
    arguments.seeds.map { "The movies of \($0.of("seed")), four ways each, under a list view as strict as UIKit:" }
      ?? """
      The movies four times, with the same pages, delays and failures (seed \(arguments.seed)):
      three times by hand, then through the gate, under a list view as strict as UIKit.
      """
  }

  private func byHand(_ mistake: Mistake, seed: UInt64) async -> RaceResult {
    let screen = HandMadeScreen(mistake, seed: seed, pages: pages)
    await screen.run()
    return RaceResult(
      way: mistake, items: screen.items, crash: screen.crash, story: screen.story, timeline: screen.timeline)
  }

  /// Runs `Demo movies` with this seed and as many pages.
  private func throughTheGate(seed: UInt64) async throws -> RaceResult {
    var movies = arguments
    movies.screen = .movies
    movies.format = .text
    (movies.seed, movies.pages) = (seed, pages)
    var violations: [String] = []
    let scenario = Scenario(arguments: movies) { if $0.hasPrefix("violation: ") { violations.append($0) } }
    let summary = try await scenario.movies()
    return RaceResult(
      way: nil, items: summary.items, crash: violations.first, story: [], timeline: summary.timeline)
  }
}
