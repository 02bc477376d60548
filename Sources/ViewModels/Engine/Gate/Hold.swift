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
  /// main actor, because a deinit may run in the middle of anything.
  public final class Hold: Sendable {
    private let end: OnceCallback

    init(_ onEnd: @escaping @MainActor () -> Void) { end = OnceCallback(onEnd) }

    /// Lets the gate go on. A second call does nothing.
    @MainActor
    public func release() { end() }
  }
}
