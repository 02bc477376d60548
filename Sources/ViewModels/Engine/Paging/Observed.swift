import Observation

/// A value of a generic class, of whose changes SwiftUI and `withObservationTracking` are told.
///
/// `@Observable` names a property by a key path. One into a generic class is made anew at each access, which costs
/// microseconds, and a list view asks several times for each cell. The key path here leads into a class without
/// parameters, so the program makes it once.
@MainActor
@propertyWrapper
struct Observed<Value> {
  private let mark = ChangeMark()
  private var value: Value

  init(wrappedValue: Value) { value = wrappedValue }

  var wrappedValue: Value {
    get {
      mark.read()
      return value
    }
    _modify {
      mark.change()
      yield &value
    }
  }
}

/// What those who read a value are registered with.
@MainActor
@Observable
private final class ChangeMark {
  private var changes = 0

  func read() { access(keyPath: \.changes) }
  /// Called before the change, as `@Observable` does.
  func change() { withMutation(keyPath: \.changes) {} }
}
