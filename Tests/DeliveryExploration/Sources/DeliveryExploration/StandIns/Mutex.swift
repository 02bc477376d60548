import Synchronization

/// Stands in for `Synchronization.Mutex`: before each locking the explorer may let another thread run, and it knows which
/// thread holds what.
public struct Mutex<Value: ~Copyable>: ~Copyable {
  private let base: Synchronization.Mutex<Value>
  private let object = Explorer.makeObject()

  public init(_ value: consuming sending Value) { base = Synchronization.Mutex(value) }

  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    Explorer.point(.lock(object))
    defer { Explorer.unlock(object) }
    return try base.withLock(body)  // never contended: the explorer has let this thread alone in
  }
}

// What is shared is the mutex inside.
extension Mutex: @unchecked Sendable where Value: ~Copyable {}
