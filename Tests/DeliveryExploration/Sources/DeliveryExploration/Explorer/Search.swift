/// Which orders of the threads' operations have been run, and which one is next.
///
/// Dynamic partial-order reduction (Flanagan and Godefroid, POPL 2005) with sleep sets (Godefroid, 1996): of all orders
/// that differ only in operations that do not conflict, one is run. No bound on preemptions.
struct Search {
  /// A moment of the run at which a thread was chosen.
  private struct Moment {
    var chosen: Int
    /// What each thread was about to do; nil for one that had ended.
    let next: [Operation?]
    /// What the chosen one did.
    var operation: Operation {
      guard let operation = next[chosen] else { preconditionFailure("a thread was chosen that had ended") }
      return operation
    }
    let enabled: Set<Int>
    /// Threads to be chosen here, and those that have been.
    var planned: Set<Int>
    var done: Set<Int> = []
    /// Threads whose next operation has been run from an equivalent moment.
    let asleep: Set<Int>
    /// For each thread, its last operation that happened before the chosen one, the latter included.
    var clock: [Int] = []
  }

  private var moments: [Moment] = []
  private var depth = 0
  /// How much of the run repeats an earlier one.
  private var prefix = 0
  private var clocks: [[Int]] = []
  private(set) var isRedundant = false
  private(set) var runs = 0
  private(set) var longest = 0

  /// Begins a run.
  mutating func begin(threads: Int) {
    depth = 0
    clocks = Array(repeating: Array(repeating: -1, count: threads), count: threads)
    isRedundant = false
    runs += 1
  }

  /// Chooses the thread whose next operation is done.
  mutating func choose(next: [Operation?], enabled: Set<Int>, current: Int?) -> Int {
    defer { depth += 1 }
    guard let first = enabled.min() else { preconditionFailure("no thread can go on") }
    if isRedundant { return first }
    if depth < prefix {
      precondition(moments[depth].next == next, "a schedule that is run again must lead to the same operations")
    } else {
      let asleep = sleepers()
      plan(next)
      let awake = enabled.subtracting(asleep)
      guard let chosen = current.flatMap({ awake.contains($0) ? $0 : nil }) ?? awake.min() else {
        isRedundant = true
        return first
      }
      moments.append(Moment(chosen: chosen, next: next, enabled: enabled, planned: [chosen], asleep: asleep))
    }
    record(depth)
    longest = max(longest, depth + 1)
    return moments[depth].chosen
  }

  /// Ends a run. Returns false when no order is left to run.
  mutating func end() -> Bool {
    moments.removeSubrange(min(depth, moments.count)...)
    while let last = moments.indices.last {
      moments[last].done.insert(moments[last].chosen)
      let left = moments[last].planned.subtracting(moments[last].done).subtracting(moments[last].asleep)
      if let chosen = left.min() {
        moments[last].chosen = chosen
        prefix = moments.count
        return true
      }
      moments.removeLast()
    }
    return false
  }

  /// The threads chosen so far, each with what it did.
  var schedule: [(thread: Int, operation: Operation)] {
    moments.prefix(depth).map { ($0.chosen, $0.operation) }
  }

  // MARK: - At one moment

  /// The threads that need not be chosen at a new moment.
  private func sleepers() -> Set<Int> {
    guard let last = moments.last else { return [] }
    return last.asleep.union(last.done).subtracting([last.chosen]).filter {
      last.next[$0].map { !$0.conflicts(with: last.operation) } ?? false
    }
  }

  /// Plans to run the other order of each operation that is next and the last one that conflicts with it.
  private mutating func plan(_ next: [Operation?]) {
    for (thread, operation) in next.enumerated() {
      guard let operation else { continue }
      let last = moments.indices.last { index in
        let moment = moments[index]
        return moment.chosen != thread && moment.operation.conflicts(with: operation)
          && clocks[thread][moment.chosen] < index
      }
      guard let last else { continue }
      if moments[last].enabled.contains(thread) {
        moments[last].planned.insert(thread)
      } else {
        moments[last].planned.formUnion(moments[last].enabled)
      }
    }
  }

  /// Notes what happened before the operation chosen at this moment.
  private mutating func record(_ index: Int) {
    let thread = moments[index].chosen
    let operation = moments[index].operation
    var clock = clocks[thread]
    for earlier in moments[..<index] where earlier.operation.conflicts(with: operation) {
      clock = zip(clock, earlier.clock).map { max($0, $1) }
    }
    clock[thread] = index
    moments[index].clock = clock
    clocks[thread] = clock
  }
}
