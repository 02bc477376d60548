import ListViewModelsTestSupport
import Reactive

/// A clock whose sleepers are woken one by one.
final class Alarms: Clock {
  typealias Instant = TestClock.Instant

  private struct State {
    var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
    var last = 0
  }

  private let state = Lock(State())
  /// Sends when a sleeper has come or gone; on any thread, so that what it sends is nothing that could be late.
  let changes = PassthroughSubject<Void, Never>()

  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }
  /// Those who sleep, in the order in which they went to sleep.
  var sleepers: [Int] { state.withLock { $0.sleepers.keys.sorted() } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.sleepers[number] = continuation }
        if Task.isCancelled { end(number, .failure(CancellationError())) }
        changes.send(())
      }
    } onCancel: {
      end(number, .failure(CancellationError()))
    }
  }

  func wake(_ number: Int) { end(number, .success(())) }

  private func end(_ number: Int, _ result: Result<Void, any Error>) {
    guard let sleeper = state.withLock({ $0.sleepers.removeValue(forKey: number) }) else { return }
    changes.send(())
    sleeper.resume(with: result)
  }
}
