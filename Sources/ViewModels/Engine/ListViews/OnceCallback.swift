import Reactive

/// A callback that runs once: when it is first called, or in a later turn when it is dropped uncalled.
///
/// List views call the completion of an animation late, twice, or never, and some keep it. What waits for one waits for
/// this instead, which keeps nothing once it has been called.
final class OnceCallback: Sendable {
  private let action: Lock<(@MainActor () -> Void)?>

  init(_ action: @escaping @MainActor () -> Void) { self.action = Lock(action) }

  deinit {
    // In a later turn, because a deinit may run in the middle of anything, on any thread.
    if let action = take() { Task { @MainActor in action() } }
  }

  /// Runs the action, unless it has run.
  @MainActor
  func callAsFunction() { take()?() }

  private func take() -> (@MainActor () -> Void)? { action.withLock { $0.take() } }
}
