import Reactive

/// Something that happens once, and can be awaited before and after.
package final class Signal: Sendable {
  package init() {}

  private struct State {
    var hasFired = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  package var hasFired: Bool { state.withLock { $0.hasFired } }

  package func fire() {
    let waiters = state.withLock { state in
      defer { state = State(hasFired: true) }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  package func wait() async {
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
package final class Log<Entry: Sendable>: Sendable {
  package init() {}

  private let state = Lock<[Entry]>([])
  package var entries: [Entry] { state.withLock { $0 } }

  /// Returns how many entries there are by then.
  @discardableResult
  package func add(_ entry: Entry) -> Int {
    state.withLock {
      $0.append(entry)
      return $0.count
    }
  }
}
