import Reactive

/// A clock whose sleepers share one sleep of another clock, the one that ends first.
///
/// A cancelled sleep returns at once, but Swift's runtime keeps its timer until the deadline. With a time limit of a
/// minute and a thousand requests a second that would be 60,000 timers; here there is one.
final class AlarmClock<Base: Clock>: Clock where Base.Duration == Duration {
  private struct State {
    var sleepers: [Int: (deadline: Base.Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    /// The deadlines of the sleeps on the base clock: one, and those that had begun before it and end later.
    var alarms: Set<Base.Instant> = []
    var count = 0

    /// Returns the alarm to set for a deadline. Nil if one rings no later.
    mutating func alarmToSet(for deadline: Base.Instant) -> Base.Instant? {
      if alarms.contains(where: { $0 <= deadline }) { return nil }
      alarms.insert(deadline)
      return deadline
    }
  }

  private let base: Base
  private let state = Lock(State())

  init(_ base: Base) { self.base = base }

  var now: Base.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: Base.Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    guard deadline > now else { return }
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let alarm = state.withLock { state in
          state.sleepers[number] = (deadline, continuation)
          return state.alarmToSet(for: deadline)
        }
        if let alarm { set(alarm) }
        // A cancellation before the sleeper was stored did not find it.
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    state.withLock { $0.sleepers.removeValue(forKey: number)?.continuation }?.resume(throwing: CancellationError())
  }

  private func set(_ alarm: Base.Instant) {
    Task { [weak self, base] in
      try? await base.sleep(until: alarm, tolerance: nil)
      self?.ring(alarm)
    }
  }

  private func ring(_ alarm: Base.Instant) {
    let now = base.now
    let (woken, next) = state.withLock { state in
      let due = state.sleepers.filter { $0.value.deadline <= now }
      for (number, _) in due { state.sleepers[number] = nil }
      state.alarms.remove(alarm)
      let next = state.sleepers.values.map(\.deadline).min().flatMap { state.alarmToSet(for: $0) }
      return (due.sorted { $0.value.deadline < $1.value.deadline }.map(\.value.continuation), next)
    }
    if let next { set(next) }
    for continuation in woken { continuation.resume() }
  }
}

extension Clock<Duration> {
  /// This clock, with one shared sleep for all sleepers.
  var withOneAlarm: any Clock<Duration> { AlarmClock(self) }
}
