/// The tie between a subscriber and its publisher: values come only after ``request(_:)``, none after `cancel()`.
public protocol Subscription: Cancellable {
  /// Adds to the outstanding demand. May be called from anywhere, from inside a delivery too.
  /// - Precondition: a subject is asked for one value at least.
  func request(_ demand: Subscribers.Demand)
}
