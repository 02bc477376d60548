import Dispatch

/// A scheduler of ours: `receive(on:)` gives it a burst of values in one action, where another scheduler gets one
/// action a value.
package protocol BatchingScheduler: Scheduler {
  /// Whether the caller is where actions run, alone, so that nothing has to be scheduled if nothing waits.
  var isCurrent: Bool { get }
}

extension DispatchQueue: BatchingScheduler {
  /// A queue may run several actions at a time, so being on it says nothing.
  package var isCurrent: Bool { false }
}
