/// The tie between a subscriber and its publisher: values come only after ``request(_:)``, none after `cancel()`.
public protocol Subscription: Cancellable {
  /// Adds to the outstanding demand.
  func request(_ demand: Subscribers.Demand)
}
