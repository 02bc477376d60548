import Synchronization

/// An id that counts how often it and its copies are hashed and compared, so that complexity is asserted without a clock.
package struct CountedID: Hashable, Sendable, CustomStringConvertible {
  package final class Counter: Sendable {
    package init() {}

    private let hashes = Atomic(0)
    private let comparisons = Atomic(0)

    package func countHash() { hashes.add(1, ordering: .relaxed) }
    package func countComparison() { comparisons.add(1, ordering: .relaxed) }

    /// How many hashes and comparisons `body` makes.
    package func work(of body: () throws -> Void) rethrows -> (hashes: Int, comparisons: Int) {
      let before = (hashes.load(ordering: .relaxed), comparisons.load(ordering: .relaxed))
      try body()
      return (hashes.load(ordering: .relaxed) - before.0, comparisons.load(ordering: .relaxed) - before.1)
    }
  }

  package let number: Int
  // The reference makes ids of a kind that is compared one by one: plain ones are compared as bytes.
  package let counter: Counter

  package init(_ number: Int, _ counter: Counter) { (self.number, self.counter) = (number, counter) }

  package static func == (first: CountedID, second: CountedID) -> Bool {
    first.counter.countComparison()
    return first.number == second.number
  }

  package func hash(into hasher: inout Hasher) {
    counter.countHash()
    hasher.combine(number)
  }

  package var description: String { "\(number)" }
}

/// An item that is its counted id, and something else.
package struct CountedRow: Identifiable, Equatable, Sendable {
  package let id: CountedID
  package var text: String

  package init(id: CountedID, text: String = "") { (self.id, self.text) = (id, text) }
}

/// Orders in which the items of a list can be found again, of which some have been slow.
package enum Shape: String, CaseIterable, Sendable {
  case same, appended, prepended, oneRemoved, neighboursSwapped, rotated, halvesSwapped, interleaved, organPipe,
    reversed
  case blocksReversed, shuffled, replaced

  /// Whether most items follow each other as before.
  package var isAlmostSame: Bool {
    switch self {
    case .same, .appended, .prepended, .oneRemoved, .rotated, .halvesSwapped: true
    default: false
    }
  }

  /// The numbers below `count` in this order, or with others.
  package func numbers(_ count: Int) -> [Int] {
    let all = Array(0..<count)
    var random = SeededGenerator(seed: 1)
    switch self {
    case .same: return all
    case .appended: return Array(0..<count + 20)
    case .prepended: return Array(-20..<count)
    case .oneRemoved: return all.filter { $0 != count / 2 }
    case .neighboursSwapped: return all.map { $0 ^ 1 }.filter { $0 < count }
    case .rotated: return Array(all[1...] + all[..<1])
    case .halvesSwapped: return Array(all[(count / 2)...] + all[..<(count / 2)])
    case .interleaved: return all.filter { $0 % 2 == 0 } + all.filter { $0 % 2 == 1 }
    case .organPipe: return all.filter { $0 % 2 == 0 } + all.filter { $0 % 2 == 1 }.reversed()
    case .reversed: return all.reversed()
    case .blocksReversed:
      return stride(from: 0, to: count, by: 100).flatMap { Array(all[$0..<min($0 + 100, count)].reversed()) }
    case .shuffled: return all.shuffled(using: &random)
    case .replaced: return all.map { -1 - $0 }
    }
  }
}
