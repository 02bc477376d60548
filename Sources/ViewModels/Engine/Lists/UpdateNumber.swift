import Synchronization

/// Tells an item's update from an earlier one, in whichever copies of a list the two were made.
@usableFromInline
enum UpdateNumber {
  private static let last = Atomic(0)

  /// A number that nobody has been given before.
  @usableFromInline
  static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
