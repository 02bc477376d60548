import Dispatch

/// Runs actions on the main actor: `receive(on: .main)`.
///
/// A publisher that delivers on this scheduler is a ``MainActorPublisher``: its type says that it delivers on the main
/// actor, and its closures may be `@MainActor` ones. A value that arrives on the main actor goes through in the same
/// turn, unless others of that subscription wait ahead of it.
public struct MainScheduler: Scheduler {
  // `Thread.isMainThread` is false on Linux's main actor after its first suspension; the queue always knows.
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Whether the caller runs on the main actor.
  package var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) != nil }

  /// Runs an action on the main actor in a later turn, never inside the call.
  public func schedule(_ action: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: action) }

  /// Runs an action on the main actor when `delay` has passed, or some time later.
  @discardableResult
  public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    QueueScheduler(.main).schedule(after: delay, action)
  }
}

extension Scheduler where Self == MainScheduler {
  /// Runs actions on the main actor.
  public static var main: MainScheduler { MainScheduler() }
}
