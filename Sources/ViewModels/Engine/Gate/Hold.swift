import Synchronization

extension SerialGate {
  /// Keeps a change open: the next one begins when the hold has been released, or dropped.
  ///
  /// ```swift
  /// gate.updates.sink { _ in
  ///   let hold = gate.holdCurrentChange()
  ///   animate { hold?.release() }
  /// }.store(in: &cancellables)
  /// ```
  /// ``release()`` may begin the next change inside the call. A hold that is dropped lets go in a later turn of the
  /// main actor, since a deinit may run in the middle of anything.
  public final class Hold: Sendable {
    private let isReleased = Atomic(false)
    private let onRelease: @MainActor () -> Void

    init(_ onRelease: @escaping @MainActor () -> Void) { self.onRelease = onRelease }

    deinit { releaseLater() }

    /// Lets the gate go on. A second call does nothing.
    @MainActor
    public func release() {
      if claim() { onRelease() }
    }

    /// Lets the gate go on in a later turn; callable from anywhere.
    func releaseLater() {
      guard claim() else { return }
      Task { @MainActor [onRelease] in onRelease() }
    }

    private func claim() -> Bool { !isReleased.exchange(true, ordering: .acquiringAndReleasing) }
  }
}
