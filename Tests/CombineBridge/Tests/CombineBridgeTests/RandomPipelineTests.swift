import Foundation
import ListViewModelsTestSupport
import Testing

@Suite("Random pipelines")
struct RandomPipelineTests {
  /// `SEED` and `ROUNDS` in the environment.
  @Test("a pipeline that crosses the bridge delivers what Combine's own delivers, and when")
  func same() {
    let seed = SeededGenerator.seed()
    let rounds = ProcessInfo.processInfo.environment["ROUNDS"].flatMap { UInt64($0) } ?? 20_000
    var (delivered, differing) = (0, 0)
    for round in 0..<rounds where differing < 5 {
      let script = Script(seed: seed &+ round &* 0x1_0000_0001)
      let (ours, theirs) = (Side.ours(script).play(script), Side.theirs(script).play(script))
      delivered += theirs.reduce(0) { $0 + $1.received.count }
      let isSame = ours.map(\.received) == theirs.map(\.received)
      // What Combine has scheduled it delivers after a cancel, too.
      let isQuiet = script.bridge < script.stages.count || ours.allSatisfy { $0.afterCancel.isEmpty }
      if isSame && isQuiet { continue }
      differing += 1
      Issue.record("round \(round): \(script)\nours: \(ours.map(\.received))\ntheirs: \(theirs.map(\.received))")
    }
    print("\(rounds) pipelines, \(delivered) events")
    #expect(delivered > rounds)
  }
}
