/// A serial queue that one of the explored threads works off: a scheduler for the operators.
final class ActionQueue: Scheduler, @unchecked Sendable {  // one explored thread runs at a time
  let object = Explorer.makeObject()
  let thread: Int
  var actions: [@Sendable () -> Void] = []

  init(thread: Int) {
    self.thread = thread
    Explorer.add(self)
  }

  func schedule(_ action: @escaping @Sendable () -> Void) {
    Explorer.point(.write(object))
    actions.append(action)
  }

  /// Time is not modelled: an action that is due later may run at once, or after anything else.
  @discardableResult
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
    let scheduled = ScheduledAction(action)
    schedule { scheduled.run() }
    return scheduled
  }

  /// What the thread runs: one action after another, until nothing comes any more.
  func work() {
    while true {
      Explorer.point(.take(object))
      if actions.isEmpty { return }
      actions.removeFirst()()
    }
  }
}
