import Synchronization

/// The one lock of this package: a mutex that owns what it guards.
///
/// No user code runs and no user object is released while it is held; what has to be released is returned from the
/// closure and goes after it. It is not recursive.
///
/// - Note: On Linux the thread sanitizer does not see `Mutex` (it is built on futexes), so it reports every pair of
///   guarded accesses as a race. The atomic tells it what the mutex orders: loaded with acquire after locking, stored
///   with release before unlocking. Neither costs more than a plain move.
@usableFromInline
package struct Lock<State: ~Copyable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<State>
  @usableFromInline let edge = Atomic<UInt8>(0)

  /// A lock around `state`.
  @inlinable package init(_ state: consuming sending State) { mutex = Mutex(state) }

  /// Runs `body` alone and returns what it returns.
  @inlinable @inline(__always) package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { state throws(Failure) in
      _ = edge.load(ordering: .acquiring)
      defer { edge.store(0, ordering: .releasing) }
      return try body(&state)
    }
  }
}
