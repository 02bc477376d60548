import Observation

/// Tells SwiftUI and `withObservationTracking` of changes in a generic class.
///
/// `@Observable` names a property by a key path. One into a generic class is made at each access, which costs
/// microseconds, and a list view asks several times for each cell. The key path here leads into a class without
/// parameters, so the program makes it once.
@MainActor
@usableFromInline
final class ChangeMark: Observable {
  @usableFromInline let registrar = ObservationRegistrar()
  /// What readers are registered with; it has no contents.
  @usableFromInline var changes: Void { () }

  @usableFromInline
  init() {}

  /// Registers a reader.
  @usableFromInline
  func read() { registrar.access(self, keyPath: \.changes) }

  /// Tells all readers.
  func change() { registrar.withMutation(of: self, keyPath: \.changes) {} }
}
