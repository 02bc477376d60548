/// Says when and where an action runs. Combine's protocol, with actions that may be sent to another thread.
public protocol Scheduler<SchedulerTimeType>: Sendable {
  /// An instant of this scheduler.
  associatedtype SchedulerTimeType: Strideable & Sendable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible & Sendable
  /// What can be said beside an action; `Never` if nothing.
  associatedtype SchedulerOptions: Sendable

  /// The current instant.
  var now: SchedulerTimeType { get }
  /// How exact this scheduler can be.
  var minimumTolerance: SchedulerTimeType.Stride { get }

  /// Runs an action at the next opportunity.
  func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void)
  /// Runs an action at some time after `date`.
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping @Sendable () -> Void)
  /// Runs an action at some time after `date`, and again and again, `interval` apart, until it is cancelled.
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable
}

/// A span of time that can be made from the usual units.
public protocol SchedulerTimeIntervalConvertible {
  /// That many seconds.
  static func seconds(_ s: Int) -> Self
  /// That many seconds.
  static func seconds(_ s: Double) -> Self
  /// That many thousandths of a second.
  static func milliseconds(_ ms: Int) -> Self
  /// That many millionths of a second.
  static func microseconds(_ us: Int) -> Self
  /// That many billionths of a second.
  static func nanoseconds(_ ns: Int) -> Self
}

extension Scheduler {
  /// Runs an action at the next opportunity.
  public func schedule(_ action: @escaping @Sendable () -> Void) { schedule(options: nil, action) }

  /// Runs an action at some time after `date`.
  public func schedule(after date: SchedulerTimeType, _ action: @escaping @Sendable () -> Void) {
    schedule(after: date, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs an action at some time after `date`.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping @Sendable () -> Void
  ) {
    schedule(after: date, tolerance: tolerance, options: nil, action)
  }

  /// Runs an action at some time after `date`, and again and again, `interval` apart, until it is cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs an action at some time after `date`, and again and again, `interval` apart, until it is cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}
