/// Decides where and when an action runs: on the main actor, on a queue, or in virtual time.
///
/// ```swift
/// let soon = MainScheduler.main.schedule(after: .milliseconds(300)) { print("300 ms later") }
/// soon.cancel()
/// ```
/// Write `.main` or `.queue(q)` where an operator asks for a scheduler, and pass a ``VirtualTimeScheduler`` in a test.
public protocol Scheduler: Sendable {
  /// Runs an action as soon as possible, in the order of the calls, and never inside the call.
  func schedule(_ action: @escaping @Sendable () -> Void)

  /// Runs an action when `delay` has passed, or some time later.
  /// - Returns: Cancels the action when told to, not when released.
  @discardableResult
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable
}

/// An action that can be cancelled until it runs. What it captures is released at once then.
final class ScheduledAction: Cancellable {
  private let action: Lock<(@Sendable () -> Void)?>

  init(_ action: @escaping @Sendable () -> Void) { self.action = Lock(action) }

  var isCancelled: Bool { action.withLock { $0 == nil } }

  /// Runs the action, once, unless it has been cancelled.
  func run() { action.withLock { $0.take() }?() }

  func cancel() { _ = action.withLock { $0.take() } }
}
