import Foundation
import Testing

@testable import ViewModels

/// Random runs of everything that can happen to lists and screens, each judged by the reference model in `Model`.
///
/// `STEPS` says how many steps all runs of a kind take together, `SEED` where they begin. A run that the laws do not
/// allow is shortened and printed as Swift.
@MainActor
@Suite("The laws, in random runs", .timeLimit(.minutes(10)))
struct LawsTests {
  private static let steps = ProcessInfo.processInfo.environment["STEPS"].flatMap(Int.init) ?? 20_000
  private static let stepsOfARun = 150

  @Test("whatever happens, the laws hold", arguments: StageKind.allCases)
  func randomRuns(kind: StageKind) async {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<max(1, Self.steps / StageKind.allCases.count / Self.stepsOfARun) {
      var generator = StepGenerator(seed: random.next())
      let steps = generator.run(Self.stepsOfARun)
      guard let violation = await World.run(kind, steps) else { continue }
      let short = await Shortening.shortest(steps, budget: 500) { await World.run(kind, $0) != nil }
      let reason = await World.run(kind, short) ?? "not found again; in the whole run: \(violation)"
      Issue.record(
        """
        \(reason)
        #expect(await World.run(.\(kind.rawValue), [
        \(short.asSwift)
        ]) == nil)
        """)
      return
    }
  }
}
