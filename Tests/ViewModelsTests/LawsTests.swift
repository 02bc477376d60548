import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

/// Random runs of everything that can happen to lists and screens, each judged by the laws in `Laws`.
///
/// `STEPS` says how many steps all runs take together, `SEED` where they begin; with `EXPLORE=all` they are 40,000. A run that
/// the laws do not allow is shortened, in at most `REPLAYS` replays, and printed as Swift.
@MainActor
@Suite("The laws, in random runs", .serialized, .timeLimit(.minutes(10 + RandomRuns.steps / 20_000)))
struct LawsTests {
  @Test("whatever happens, the laws hold", arguments: StageKind.allCases)
  func randomRuns(kind: StageKind) async {
    let seed = SeededGenerator.seed(for: kind.rawValue)
    var random = SeededGenerator(seed: seed)
    let runs = max(1, RandomRuns.steps / StageKind.allCases.count / RandomRuns.stepsOfARun)
    for _ in 0..<runs {
      var generator = StepGenerator(seed: random.next())
      let steps = generator.run(RandomRuns.stepsOfARun)
      if let violation = await ListWorld.run(kind, steps) { return await report(violation, by: steps, of: kind) }
    }
    Depth.say("\(kind): \(runs * RandomRuns.stepsOfARun) steps in \(runs) runs from seed \(seed), as the laws say")
  }

  private func report(_ violation: String, by steps: [Step], of kind: StageKind) async {
    let short = await Shortening.shortest(steps, budget: RandomRuns.replays) { await ListWorld.run(kind, $0) != nil }
    let reason = await ListWorld.run(kind, short) ?? "not found again; before it was shortened: \(violation)"
    Issue.record(
      """
      \(reason)
      #expect(await ListWorld.run(.\(kind.rawValue), [
      \(short.asSwift)
      ]) == nil)
      """)
  }
}

/// What the environment says of the random runs.
private enum RandomRuns {
  static let steps = number("STEPS") ?? (Depth.isAll ? 40_000 : 8_000)
  static let replays = number("REPLAYS") ?? 500
  static let stepsOfARun = 150

  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }
}
