/// Makes changes in the place it likes: a bound view inside its batch update, a loop in its body.
@MainActor
protocol GateDriver: AnyObject {
  /// False once it is cancelled; it is not told then.
  var isActive: Bool { get }
  /// True for the loop over `changes`, which calls back in a later turn.
  var isLoop: Bool { get }
  /// A change waits. The driver holds the change open and calls `perform()` on the gate: before this returns, unless
  /// it is a loop.
  func changeIsReady()
}

/// A driver's place in the gate, which does not keep it alive.
@MainActor
struct WeakDriver {
  weak var driver: (any GateDriver)?
}
