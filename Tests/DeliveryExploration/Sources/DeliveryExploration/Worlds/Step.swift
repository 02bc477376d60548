/// One event of a thread's program.
enum Step: String, CaseIterable {
  /// Sends the next value.
  case send
  case complete
  /// Subscribes another subscriber, which asks for as much as the first.
  case join
  /// The newest subscriber that has its subscription asks for one more.
  case request
  /// The first subscriber cancels.
  case cancel
}

/// A step that was taken, and the moments of its begin and its end.
struct Taken {
  let step: Step
  let number: Int
  /// There was nothing to cancel yet.
  var isVain = false
  let began: Int
  var ended = Int.max
  /// The subscriber that joined, or that asked for more.
  var subscriber: Record?
}

/// The programs of the threads: what each does, in order.
typealias Programs = [[Step]]

extension Step {
  /// All pairs of programs of so many steps, each pair once.
  static func pairs(of count: Int, _ one: [Step], _ other: [Step], isSymmetric: Bool) -> [Programs] {
    let (ones, others) = (programs(of: count, one), programs(of: count, other))
    return ones.enumerated().flatMap { index, first in
      others.enumerated().filter { !isSymmetric || $0.offset >= index }.map { [first, $0.element] }
    }
  }

  private static func programs(of count: Int, _ steps: [Step]) -> [[Step]] {
    count == 0 ? [[]] : programs(of: count - 1, steps).flatMap { program in steps.map { program + [$0] } }
  }
}
