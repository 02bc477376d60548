@preconcurrency import Dispatch

/// Runs actions on a dispatch queue: `receive(on: .queue(q))`.
///
/// ```swift
/// let parsing = DispatchQueue(label: "parsing")
/// answers.receive(on: .queue(parsing)).map { parse($0) }.receive(on: .main).sink { show($0) }
/// ```
/// A concurrent queue will do, too: each subscriber still receives one event at a time, in order.
public struct QueueScheduler: Scheduler {
  /// The queue that the actions run on.
  public let queue: DispatchQueue

  /// Creates a scheduler that runs actions on `queue`.
  public init(_ queue: DispatchQueue) { self.queue = queue }

  /// Runs an action on the queue, behind what the queue has been given before.
  public func schedule(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }

  /// Runs an action on the queue when `delay` has passed, or some time later.
  @discardableResult
  public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    let scheduled = ScheduledAction(action)
    queue.asyncAfter(deadline: .now() + max(0, delay / .seconds(1))) { scheduled.run() }
    return scheduled
  }
}

extension Scheduler where Self == QueueScheduler {
  /// Runs actions on `queue`.
  public static func queue(_ queue: DispatchQueue) -> QueueScheduler { QueueScheduler(queue) }
}
