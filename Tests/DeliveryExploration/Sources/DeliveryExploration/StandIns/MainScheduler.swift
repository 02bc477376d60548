/// Stands in for the scheduler of the main actor: one of the explored threads is the main one.
public struct MainScheduler: Scheduler {
  package var isCurrent: Bool { Explorer.isMain }
  public func schedule(_ action: @escaping @Sendable () -> Void) { Explorer.mainQueue?.schedule(action) }
  @discardableResult
  public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    let scheduled = ScheduledAction(action)
    schedule { scheduled.run() }
    return scheduled
  }
}

extension Scheduler where Self == MainScheduler {
  public static var main: MainScheduler { MainScheduler() }
}
