import Reactive

/// A value that test closures on any thread may change.
final class Box<Value: Sendable>: Sendable {
  private let storage: Lock<Value>
  init(_ value: Value) { storage = Lock(value) }
  var value: Value {
    get { storage.withLock { $0 } }
    set { storage.withLock { $0 = newValue } }
  }
  func change(_ body: (inout Value) -> Void) { storage.withLock { body(&$0) } }
}

extension Box where Value: RangeReplaceableCollection, Value.Element: Sendable {
  func append(_ element: Value.Element) { storage.withLock { $0.append(element) } }
}

extension Box where Value == Int {
  func increment() { storage.withLock { $0 += 1 } }
}

/// Tells when it goes.
final class Canary: Sendable {
  private let onDeinit: @Sendable () -> Void
  init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
  deinit { onDeinit() }
}
