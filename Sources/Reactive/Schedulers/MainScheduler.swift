import Dispatch

/// Delivers on the main actor: `receive(on: .main)`.
///
/// Values that arrive on the main actor go through in the same turn, unless others of that subscription wait ahead of
/// them; all others are queued in order, and a burst costs one hop. What `receive(on: .main)` returns says in its type
/// that it delivers on the main actor, so that its closures may be `@MainActor` ones; `receive(on: DispatchQueue.main)`
/// does not.
public struct MainScheduler: Scheduler {
  /// That of Dispatch.
  public typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  /// There are none.
  public typealias SchedulerOptions = Never

  // `Thread.isMainThread` is false on Linux's main actor after its first suspension; the queue always knows.
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Whether the caller runs on the main actor.
  package var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) != nil }

  /// The current instant.
  public var now: SchedulerTimeType { DispatchQueue.main.now }
  /// None.
  public var minimumTolerance: SchedulerTimeType.Stride { DispatchQueue.main.minimumTolerance }

  /// Runs an action in a later turn, never inside the call: what waits ahead of it only `receive(on:)` can know.
  public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async(execute: action)
  }

  /// Runs an action on the main actor at some time after `date`.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping @Sendable () -> Void
  ) {
    DispatchQueue.main.schedule(after: date, tolerance: tolerance, options: nil, action)
  }

  /// Runs an action on the main actor after `date`, and again and again, until it is cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    DispatchQueue.main.schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}

extension Scheduler where Self == MainScheduler {
  /// Delivers on the main actor; inline when already there and nothing waits ahead.
  public static var main: MainScheduler { MainScheduler() }
}
