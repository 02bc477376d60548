/// A cancellable that cancels itself when the last reference to it goes.
public final class AnyCancellable: Cancellable {
  private let onCancel: @Sendable () -> Void
  /// Runs `cancel` once, at the first call of ``cancel()`` or at deinit.
  public init(_ cancel: @escaping @Sendable () -> Void) { onCancel = cancel }
  public func cancel() { onCancel() }
  deinit { cancel() }
}
