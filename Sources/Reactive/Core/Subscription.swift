/// Something that can be stopped.
public protocol Cancellable: Sendable {
  /// Stops it and releases what it holds. May be called from any thread; the second time it does nothing.
  func cancel()
}

/// The tie between a subscriber and its publisher: values come only after ``request(_:)``, none after `cancel()`.
public protocol Subscription: Cancellable {
  /// Adds to the outstanding demand. May be called from any thread, and from inside a delivery.
  /// - Precondition: A subject is asked for one value at least.
  func request(_ demand: Subscribers.Demand)
}
