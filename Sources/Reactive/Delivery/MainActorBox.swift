/// Releases its contents on the main actor: at once if it goes there, in a later turn if it goes elsewhere.
///
/// A closure of the main actor may hold objects that are not to be shared, and that have a `deinit`; a subscription is
/// cancelled, and a publisher goes, on any thread.
@MainActor
final class MainActorBox<Contents: ~Copyable & Sendable> {
  nonisolated let contents: Contents

  nonisolated init(contents: consuming Contents) { self.contents = contents }

  // Of iOS 18.4, but the compiler brings it to older systems for classes of the main actor: swiftlang/swift#82662.
  isolated deinit {}
}
