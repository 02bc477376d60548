import Reactive

/// Something that happens once, and can be awaited before and after.
final class Signal: Sendable {
  private struct State {
    var hasFired = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  var hasFired: Bool { state.withLock { $0.hasFired } }

  func fire() {
    let waiters = state.withLock { state in
      defer { state = State(hasFired: true) }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let hasFired = state.withLock { state in
        if !state.hasFired { state.waiters.append(continuation) }
        return state.hasFired
      }
      if hasFired { continuation.resume() }
    }
  }
}

/// Something that is collected from anywhere.
final class Log<Entry: Sendable>: Sendable {
  private let state = Lock<[Entry]>([])
  var entries: [Entry] { state.withLock { $0 } }

  /// Returns how many entries there are by then.
  @discardableResult
  func add(_ entry: Entry) -> Int {
    state.withLock {
      $0.append(entry)
      return $0.count
    }
  }
}
