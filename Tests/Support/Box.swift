import Reactive

/// A value that test closures on any thread may change.
package final class Box<Value: Sendable>: Sendable {
  private let storage: Lock<Value>
  package init(_ value: Value) { storage = Lock(value) }
  package var value: Value {
    get { storage.withLock { $0 } }
    set { storage.withLock { $0 = newValue } }
  }
  package func change(_ body: (inout Value) -> Void) { storage.withLock { body(&$0) } }
}

extension Box where Value: RangeReplaceableCollection, Value.Element: Sendable {
  package func append(_ element: Value.Element) { storage.withLock { $0.append(element) } }
}

extension Box where Value == Int {
  package func increment() { storage.withLock { $0 += 1 } }
}

/// Tells when it goes.
package final class Canary: Sendable {
  private let onDeinit: @Sendable () -> Void
  package init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
  deinit { onDeinit() }
}
