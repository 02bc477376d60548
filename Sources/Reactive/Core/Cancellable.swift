/// Something that can be stopped.
public protocol Cancellable: Sendable {
  /// Stops it and lets go of what it holds. May be called from anywhere; the second time it does nothing.
  func cancel()
}
