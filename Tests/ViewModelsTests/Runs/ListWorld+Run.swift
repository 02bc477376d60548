import ListViewModelsTestSupport
import Reactive

@testable import ListEngine
@testable import ViewModels

extension ListWorld {
  /// Takes steps, ends everything, and returns what the laws do not allow, if anything.
  static func run(_ kind: StageKind, _ steps: [Step]) async -> String? {
    let gates: [WeakGate]
    do {
      let world = ListWorld(kind)
      await world.run(steps)
      if let violation = world.violation { return violation }
      gates = world.stages.map { WeakGate(gate: $0.gate) }
    }
    await Turns.run(8)
    return gates.contains { $0.gate != nil } ? "a gate is kept when all has ended and everybody has let go" : nil
  }

  private struct WeakGate {
    weak var gate: SerialGate?
  }

  func run(_ steps: [Step]) async {
    await rest()
    for step in steps where violation == nil {
      switch step {
      case .rest: await rest()
      // Two tasks that are resumed in one turn overtake each other, where nobody sees to their order.
      case .answer, .answerBoth, .timeOut, .advance, .reconnect, .beginLoop, .body, .cancelLoop:
        await rest()
        take(step)
        await rest()
      default: take(step)
      }
    }
    await finish()
  }

  /// Answers all, lets everything go, and looks at all once more.
  private func finish() async {
    await rest()
    for _ in 0..<1_000 where !isOver {
      if !sent.isEmpty {
        take(.settle(0, takesBack: lastNumber.isMultiple(of: 2)))
      } else if !requests.isEmpty {
        take(.answer(0, .last(0, 1)))
      } else if let loop = loops.first {
        loop.cancel()
        loops.removeFirst()
      } else if !holds.isEmpty {
        take(.release(0))
      } else if !pauses.isEmpty {
        take(.user(.goOn(0)))
      } else if let view = views.first(where: \.isAnimating) {
        take(.finishAnimation(view.number, calls: 1))
      } else {
        take(.advance(1_000))
      }
      await rest()
    }
    if !isOver { object("something never ends") }
    slow.ask(for: .unlimited)
    await rest()
    if unsettled > 0 { object("settled() has not returned \(unsettled) times") }
    if slow.updates.map(Heard.init) != heard[0][.updates, default: []] { object("a slow observer has heard otherwise") }
    for observer in observers where !observer.hasHeardAll(untilNow: true) {
      object("an observer of \(observer.channel) has heard \(observer.heard)")
    }
    judge()
  }

  private var isOver: Bool {
    sent.isEmpty && requests.isEmpty && loops.isEmpty && holds.isEmpty && pauses.isEmpty
      && !views.contains(where: \.isAnimating)
      && stages.allSatisfy { $0.loadsInFlight == 0 && $0.gate.isIdle }
  }
}
