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

  /// What can be done anywhere, also by an observer.
  private mutating func simple() -> Step {
    switch number(80) {
    case 0..<5: return .loadFirst(list: number(2), order())
    case 5: return .loadFirstIn((0...number(3)).map { _ in number(6) }, order())
    case 6..<15: return .loadNext(number(6))
    case 15..<17: return .fill(number(6), with: number(20))
    case 17..<20: return .willDisplay(number(6), offset: number(12))
    case 20..<25: return .refresh(number(6))
    case 25..<27: return .refreshFrom(number(6), loader: number(3))
    case 27..<30: return .retry(number(6))
    case 30..<34: return .cancel(number(6))
    case 34: return .showPlaceholders(list: number(2), number(4))
    case 35..<38: return .loadSections(list: number(2), number(6))
    case 38: return .retrySections(list: number(2))
    case 39..<44: return .edit(list: number(2), edit())
    case 44..<47: return .send(list: number(2), edit())
    case 47..<50: return .type(number(4))
    case 50..<54: return .bind(number(3))
    case 54..<57: return .unbind(number(3))
    case 57: return .setView(number(3), one(of: [.animates, .animates, .completes, .completes, .asksTwice, .forgets]))
    case 58..<60: return .beginLoop(list: number(2))
    case 60..<62: return .cancelLoop(list: number(2))
    case 65..<67: return .showRows(list: number(2), number(16))
    case 71..<73: return .arrange(number(6), lens: number(4))
    case 62..<65: return .seed(number(6), .page(number(60), number(8)), next: number(4))
    case 73..<76: return .loadPrevious(number(6))
    case 76..<80: return .refreshAt(number(6), page: 1 + number(3), joins: number(2) == 0)
    default: return .hold(list: number(2))
    }
  }

  private mutating func order() -> ReleaseOrder { one(of: [.asTheyCome, .inOrder, .together]) }

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

  private mutating func edit() -> Edit {
    let (section, offset) = (number(6), number(12))
    switch number(18) {
    case 0...1: return .insert(section, id: number(60), at: offset)
    case 2...3: return .remove(section, at: offset, count: 1 + number(4))
    case 4: return .update(section, at: offset)
    case 5: return .move(section, from: offset, to: number(12))
    case 6: return .carry(from: section, at: offset, to: number(6))
    case 7: return .sort(section, by: number(60))
    case 8...9: return .removeSection(section)
    case 10...11: return .insertSection(section, at: number(4))
    case 17: return .put(section, at: offset)
    case 12: return .moveSection(section, to: number(4))
    default: return .renewSection(section)
    }
  }
}
