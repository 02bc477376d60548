import Dispatch
import ListViewModelsTestSupport
import Reactive

/// A scheduler that is not of the package: it counts the calls, forgets delays and runs the actions when told to.
final class ManualScheduler: Scheduler {
  private let state = Lock<(calls: Int, actions: [@Sendable () -> Void])>((0, []))

  var calls: Int { state.withLock { $0.calls } }

  func run() {
    let actions = state.withLock { state in
      defer { state.actions = [] }
      return state.actions
    }
    for action in actions { action() }
  }

  func schedule(_ action: @escaping @Sendable () -> Void) {
    state.withLock {
      $0.calls += 1
      $0.actions.append(action)
    }
  }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    schedule(action)
    return AnyCancellable {}
  }
}

/// Runs every action inside the call, as no scheduler should.
struct RudeScheduler: Scheduler {
  func schedule(_ action: @escaping @Sendable () -> Void) { action() }
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    action()
    return AnyCancellable {}
  }
}

extension DispatchQueue {
  /// Returns when what was queued before has run.
  func finish() async { await withCheckedContinuation { done in async { done.resume() } } }

  private static let mainKey: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Whether the caller is on the main queue, hence on the main actor.
  static var isMain: Bool { getSpecific(key: mainKey) != nil }
}
