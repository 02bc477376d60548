import ViewModels

/// Runs the same movies, delays and failures several times: by hand with each ``Mistake``, and through the gate.
@MainActor
struct RaceScenario {
  let arguments: Arguments
  let output: (String) -> Void

  /// The ways to run. Nil is the gate.
  private let ways: [Mistake?] = Mistake.allCases + [nil]

  /// - Returns: the exit status: 1 after a violation in the run through the gate. Violations in the others are expected.
  func run() async throws -> Int32 {
    if let seeds = arguments.seeds { try await count(seeds) } else { try await show() }
  }

  private func show() async throws -> Int32 {
    if arguments.format == .text {
      output("The same pages, delays and failures (seed \(arguments.seed)) four times, each under a list view that")
      output("throws where UIKit would.")
    }
    var gateIsClean = true
    for way in ways {
      let result = try await result(of: way, seed: arguments.seed)
      switch arguments.format {
      case .text: result.text.forEach(output)
      case .json: output(result.json(seed: arguments.seed))
      }
      if way == nil { gateIsClean = result.crash == nil }
    }
    return gateIsClean ? 0 : 1
  }

  private func count(_ seeds: Int) async throws -> Int32 {
    var gateIsClean = true
    for way in ways {
      var count = RaceCount(way: way, seeds: seeds)
      for offset in 0..<seeds {
        let result = try await result(of: way, seed: arguments.seed &+ UInt64(offset))
        if result.crash != nil { count.crashes += 1 }
      }
      output(arguments.format == .text ? count.text : count.json)
      if way == nil { gateIsClean = count.crashes == 0 }
    }
    return gateIsClean ? 0 : 1
  }

  private func result(of way: Mistake?, seed: UInt64) async throws -> RaceResult {
    if let way { await byHand(way, seed: seed) } else { try await throughTheGate(seed: seed) }
  }

  private func byHand(_ mistake: Mistake, seed: UInt64) async -> RaceResult {
    let time = VirtualTime()
    let screen = HandMadeScreen(
      mistake, service: .sample(in: time, seed: seed), time: time, pages: arguments.pages ?? 6)
    await screen.run()
    return RaceResult(
      way: mistake, pages: screen.pages, items: screen.items, time: screen.crash?.time ?? time.milliseconds,
      crash: screen.crash?.reason, story: screen.story)
  }

  /// Runs `Demo movies` with this seed.
  private func throughTheGate(seed: UInt64) async throws -> RaceResult {
    var movies = arguments
    movies.screen = .movies
    movies.format = .text
    movies.seed = seed
    var violations: [String] = []
    let scenario = Scenario(movies) { if $0.hasPrefix("violation: ") { violations.append($0) } }
    let summary = try await scenario.movies()
    return RaceResult(
      way: nil, pages: summary.pages, items: summary.items, time: summary.time, crash: violations.first, story: [])
  }
}
