import Reactive
import Testing

/// A trait of suites and tests: what a test's fixtures have made has gone when the test has ended.
///
/// ```swift
/// @Suite("How a list loads", .leavesNothing)
/// ```
/// Fixtures say what they make, and how it is let go of: ``note(_:_:letGo:)`` holds it weakly.
package struct LeavesNothing: SuiteTrait, TestTrait, TestScoping {
  private final class Made: Sendable {
    let objects = Lock<[Weakly]>([])
  }

  /// What has been made by the test that runs.
  @TaskLocal private static var made: Made?

  package var isRecursive: Bool { true }

  package static func note<Object: AnyObject & Sendable>(
    _ name: String, _ object: Object, letGo: @escaping @Sendable (Object) -> Void = { _ in }
  ) {
    made?.objects.withLock { $0.append(Weakly(name, object, letGo: letGo)) }
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let made = Made()
    try await Self.$made.withValue(made) { try await function() }
    let objects = made.objects.withLock { $0 }
    for object in objects { object.letGo() }
    await objects.areGone(test.sourceLocation)
  }
}

extension Trait where Self == LeavesNothing {
  package static var leavesNothing: Self { Self() }
}

/// An object that is held weakly, with its name.
package struct Weakly: Sendable {
  package let name: String
  package let letGo: @Sendable () -> Void
  private let isThere: @Sendable () -> Bool

  package init<Object: AnyObject & Sendable>(
    _ name: String, _ object: Object, letGo: @escaping @Sendable (Object) -> Void = { _ in }
  ) {
    self.name = name
    self.letGo = { [weak object] in if let object { letGo(object) } }
    isThere = { [weak object] in object != nil }
  }

  package var isGone: Bool { !isThere() }
}

extension [Weakly] {
  /// Expects that all have gone, when the turns have passed in which cancelled tasks and dropped holds let go.
  @MainActor
  package func areGone(_ location: SourceLocation = #_sourceLocation) async {
    for _ in 0..<100 where !allSatisfy(\.isGone) { await Turns.run(1) }
    #expect(filter { !$0.isGone }.map(\.name) == [], sourceLocation: location)
  }
}
