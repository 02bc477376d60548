import Reactive

/// Time that stands still while anything is at work, and then jumps to the next action that is due. So a run takes no
/// time, and its order depends only on its seed.
@MainActor
final class VirtualTime: DemoTime {
  private let virtual = VirtualTimeScheduler()
  private let asleep = CurrentValueSubject<Int, Never>(0)

  let isVirtual = true
  /// What waits on it is due like anything else, and doesn't count as work.
  var scheduler: any Scheduler { virtual }
  nonisolated var milliseconds: Int {
    let (seconds, attoseconds) = virtual.now.components
    return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
  }

  func after(_ delay: Int, tieBreak: Int, _ action: @escaping @MainActor () -> Void) {
    // The tie break is a number of nanoseconds, so that the scheduler's order of instants is the order wanted.
    let due = Duration.milliseconds(milliseconds + delay) + .nanoseconds(tieBreak)
    // Only `run` lets time pass, so the action runs on the main actor.
    virtual.schedule(after: due - virtual.now) { MainActor.assumeIsolated(action) }
  }

  /// Jumps once as many sleep as are at work.
  func run(while work: CurrentValueSubject<Int, Never>, step: () -> Void) async {
    for await _ in AsyncStream.changes(of: work, asleep) {
      while work.value == asleep.value {
        step()
        guard virtual.advanceToNext() else { return }
      }
    }
  }

  /// A request that is cancelled is awake at once, as it is no longer at work. All of a run is cancelled on the main actor.
  func sleep(_ delay: Int, tieBreak: Int) async {
    let sleeper = Sleeper()
    await withTaskCancellationHandler {
      if Task.isCancelled { return }
      asleep.value += 1
      await withCheckedContinuation { continuation in
        sleeper.continuation = continuation
        after(delay, tieBreak: tieBreak) { self.wake(sleeper) }
      }
    } onCancel: {
      MainActor.assumeIsolated { wake(sleeper) }
    }
  }

  private func wake(_ sleeper: Sleeper) {
    guard let continuation = sleeper.continuation.take() else { return }
    asleep.value -= 1
    continuation.resume()
  }

  @MainActor
  private final class Sleeper {
    var continuation: CheckedContinuation<Void, Never>?
  }

  func clock(tieBreak: Int) -> any Clock<Duration> { SleepClock(time: self, tieBreak: tieBreak) }

  private struct SleepClock: Clock {
    let time: VirtualTime
    let tieBreak: Int
    private let start = ContinuousClock.now

    var now: ContinuousClock.Instant { start + .milliseconds(time.milliseconds) }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      let delay = ((deadline - now) / .milliseconds(1)).rounded(.up)
      await time.sleep(max(0, Int(delay)), tieBreak: tieBreak)
    }
  }
}
