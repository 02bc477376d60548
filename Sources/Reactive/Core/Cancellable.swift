/// Something that can be stopped. Cancelling twice does nothing.
public protocol Cancellable: Sendable {
  /// Stops it and lets go of what it holds.
  func cancel()
}
