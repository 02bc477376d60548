import Reactive

/// Virtual time for services and animations: it stands still while anything is being worked on, and then jumps to the
/// next thing that is due. So a run takes no time, and its order depends on nothing but its seed.
@MainActor
final class VirtualWorld {
  private let scheduler = VirtualTimeScheduler()
  private let asleep = CurrentValueSubject<Int, Never>(0)

  /// Virtual milliseconds since the start.
  nonisolated var milliseconds: Int { scheduler.now.nanoseconds / 1_000_000 }

  /// Suspends a request for a time.
  /// - Parameters:
  ///   - delay: in milliseconds.
  ///   - ordinal: a number of its own for each request, which decides the order of those due in the same millisecond.
  func sleep(_ delay: Int, ordinal: Int) async {
    asleep.value += 1
    await withCheckedContinuation { continuation in
      after(delay, ordinal: ordinal) {
        self.asleep.value -= 1
        continuation.resume()
      }
    }
  }

  /// Suspends what may be cancelled, on the main actor, for a time; it then throws `CancellationError` at once.
  func sleepUnlessCancelled(_ delay: Int, ordinal: Int) async throws {
    try Task.checkCancellation()
    let sleeper = Sleeper()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        asleep.value += 1
        sleeper.continuation = continuation
        after(delay, ordinal: ordinal) { self.wake(sleeper, with: .success(())) }
      }
    } onCancel: {
      MainActor.assumeIsolated { wake(sleeper, with: .failure(CancellationError())) }
    }
  }

  private func wake(_ sleeper: Sleeper, with result: Result<Void, any Error>) {
    guard let continuation = sleeper.continuation.take() else { return }
    asleep.value -= 1
    continuation.resume(with: result)
  }

  @MainActor
  private final class Sleeper {
    var continuation: CheckedContinuation<Void, any Error>?
  }

  /// Does something after so many milliseconds.
  func after(_ delay: Int, ordinal: Int = 0, _ action: @escaping @MainActor () -> Void) {
    let due = VirtualTimeScheduler.SchedulerTimeType(nanoseconds: (milliseconds + delay) * 1_000_000 + ordinal)
    scheduler.schedule(after: due) { MainActor.assumeIsolated(action) }  // `run` lets time pass on the main actor alone
  }

  /// Lets time pass until nothing is due any more.
  /// - Parameters:
  ///   - requests: how many requests are under way; time stands still until all of them sleep.
  ///   - step: runs before each jump.
  func run(requests: CurrentValueSubject<Int, Never>, step: () -> Void) async {
    repeat {
      for await _ in requests.combineLatest(asleep).values where requests.value == asleep.value { break }
      step()
    } while scheduler.advanceToNext()
  }
}
