import Synchronization

/// Stands in for `Synchronization.Atomic`: each operation is a point at which the explorer may let another thread run.
///
/// Every operation is sequentially consistent here, whatever ordering the source asks for: orders of threads are
/// explored, not those of a weaker memory. For the latter there is the thread sanitizer.
public struct Atomic<Value: AtomicRepresentable & Equatable>: ~Copyable {
  /// A plain variable does, because one thread runs at a time.
  private final class Variable {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private let variable: Variable
  private let object = Explorer.makeObject()

  public init(_ value: Value) { variable = Variable(value) }

  public borrowing func load(ordering: AtomicLoadOrdering) -> Value {
    Explorer.point(.read(object))
    return variable.value
  }

  public borrowing func store(_ value: Value, ordering: AtomicStoreOrdering) {
    Explorer.point(.write(object))
    variable.value = value
  }

  public borrowing func exchange(_ value: Value, ordering: AtomicUpdateOrdering) -> Value {
    Explorer.point(.write(object))
    defer { variable.value = value }
    return variable.value
  }

  public borrowing func compareExchange(
    expected: Value, desired: Value, ordering: AtomicUpdateOrdering
  ) -> (exchanged: Bool, original: Value) {
    Explorer.point(.write(object))
    let original = variable.value
    if original == expected { variable.value = desired }
    return (original == expected, original)
  }
}

extension Atomic where Value == UInt64 {
  public borrowing func bitwiseOr(
    _ value: UInt64, ordering: AtomicUpdateOrdering
  ) -> (oldValue: UInt64, newValue: UInt64) {
    Explorer.point(.write(object))
    let old = variable.value
    variable.value = old | value
    return (old, old | value)
  }
}

// One explored thread runs at a time.
extension Atomic: @unchecked Sendable {}
