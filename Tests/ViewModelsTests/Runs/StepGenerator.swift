import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// Makes up runs. The same seed makes the same run.
struct StepGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func run(_ count: Int) -> [Step] {
    // A run has a temper: all of a burst in one turn, or rest after nearly each step.
    let rests = number(2) == 0 ? 80 : 40
    return (0..<count).flatMap { _ in number(100) < rests ? [step(), .rest] : [step()] }
  }

  private mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  private mutating func one<Value>(of values: [Value]) -> Value { values[number(values.count)] }

  private mutating func step() -> Step {
    switch number(100) {
    case 0..<24: return .answer(number(8), answer())
    case 24..<28: return .answerBoth(number(8), answer(), number(8), answer())
    case 28..<30: return .settle(number(4), takesBack: number(2) == 0)
    case 30..<38: return .finishAnimation(number(3), calls: one(of: [0, 1, 1, 1, 2]))
    case 38..<44: return .body(list: number(2), body())
    case 44..<46: return .release(number(3))
    case 46: return .drop(number(3))
    case 47..<49: return number(2) == 0 ? .reconnect : .advance(one(of: [100, 300, 500]))
    case 49: return number(6) == 0 ? .endCancelled(list: number(2), number(2) == 0) : .timeOut(number(3))
    case 50..<55: return .observe(list: number(2), one(of: Step.Channel.allCases), times: number(3), simple())
    case 55: return .leave(number(5))
    case 56: return .track(list: number(2), one(of: [.updates, .loadStates]), simple())
    case 57: return .demand(1 + number(3))
    case 58..<62: return .awaitSettled(list: number(2))
    default: return simple()
    }
  }

  /// What can be done anywhere, also by an observer: what a user does, and what an app does beside.
  private mutating func simple() -> Step {
    switch number(80) {
    case 0..<3: return .loadSections(list: number(2), number(6))
    case 3: return .retrySections(list: number(2))
    case 4: return .setView(number(3), one(of: [.animates, .animates, .completes, .completes, .asksTwice, .forgets]))
    case 5..<7: return .beginLoop(list: number(2))
    case 7..<9: return .cancelLoop(list: number(2))
    case 9..<12: return .seed(number(6), .page(number(60), number(8)), next: number(4))
    case 12..<16: return .hold(list: number(2))
    default: return .user(.random(using: &random))
    }
  }

  private mutating func body() -> Step.Body {
    one(of: [.perform(number(2)), .perform(number(2)), .perform(number(2)), .performWithoutView, .skip, .leave])
  }

  private mutating func answer() -> Step.Answer {
    let (first, count) = (number(60), number(8))
    switch number(17) {
    case 0: return .failure
    case 1: return .wrongPage
    case 2: return .last(first, count)
    case 3: return .unnumbered(first, count)
    case 4: return .partly(first, count)
    case 5...7: return .cursor(first, count, next: number(4))
    case 14...16: return .between(first, count, previous: number(4), next: number(4))
    default: return .page(first, count)
    }
  }
}
