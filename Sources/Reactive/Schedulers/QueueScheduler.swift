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
    queue.asyncAfter(deadline: .now() + delay.dispatchInterval) { scheduled.run() }
    return scheduled
  }
}

extension Scheduler where Self == QueueScheduler {
  /// Runs actions on `queue`.
  public static func queue(_ queue: DispatchQueue) -> QueueScheduler { QueueScheduler(queue) }
}

extension Duration {
  /// The same span, rounded up to whole nanoseconds, so that an action never runs too early.
  fileprivate var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, sumOverflow) = nanoseconds.addingReportingOverflow((attoseconds + 999_999_999) / 1_000_000_000)
    if overflow || sumOverflow { return seconds > 0 ? .never : .nanoseconds(0) }
    return .nanoseconds(Int(clamping: max(0, sum)))
  }
}
