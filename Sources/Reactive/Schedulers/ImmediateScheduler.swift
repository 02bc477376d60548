import Dispatch

/// Runs every action at once, on the caller's thread.
///
/// Time is that of Dispatch, so that it can stand where a queue is expected; an action for later runs at once too.
public struct ImmediateScheduler: Scheduler {
  /// That of Dispatch.
  public typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  /// There are none.
  public typealias SchedulerOptions = Never

  /// The one there is.
  public static let shared = ImmediateScheduler()

  /// Always the same instant.
  public var now: SchedulerTimeType { SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)) }
  /// None.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs the action now.
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) { action() }

  /// Runs the action now.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) { action() }

  /// Runs the action now, once.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    action()
    return EmptySubscription()
  }
}

extension Scheduler where Self == ImmediateScheduler {
  /// Runs every action at once, on the caller's thread.
  public static var immediate: ImmediateScheduler { .shared }
}
