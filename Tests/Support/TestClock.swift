import Reactive

/// A clock that stands still until it is told to go on.
package final class TestClock: Clock {
  package init() {}

  package struct Instant: InstantProtocol {
    package var offset: Duration

    package init(offset: Duration = .zero) { self.offset = offset }

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct State {
    var now = Instant()
    var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var watchers: [(deadline: Instant, continuation: CheckedContinuation<Void, Never>)] = []
    var count = 0
  }

  private let state = Lock(State())

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .zero }

  /// How often somebody went to sleep.
  package var sleepCount: Int { state.withLock { $0.count } }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (isOver, seen) = state.withLock { state in
          guard deadline > state.now else { return (true, [CheckedContinuation<Void, Never>]()) }
          state.sleepers[number] = (deadline, continuation)
          let seen = state.watchers.filter { $0.deadline == deadline }.map(\.continuation)
          state.watchers.removeAll { $0.deadline == deadline }
          return (false, seen)
        }
        for watcher in seen { watcher.resume() }
        if isOver { continuation.resume() } else if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    state.withLock { $0.sleepers.removeValue(forKey: number)?.continuation }?.resume(throwing: CancellationError())
  }

  /// Returns as soon as somebody sleeps until so long after the start.
  package func sleeper(until offset: Duration) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        let isThere = state.sleepers.values.contains { $0.deadline.offset == offset }
        if !isThere { state.watchers.append((Instant(offset: offset), continuation)) }
        return isThere
      }
      if isThere { continuation.resume() }
    }
  }

  /// Goes on, and wakes whose time has come.
  package func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let woken = state.sleepers.filter { $0.value.deadline <= now }.sorted { $0.key < $1.key }
      for (number, _) in woken { state.sleepers[number] = nil }
      return woken.map(\.value.continuation)
    }
    for continuation in woken { continuation.resume() }
  }
}
