extension SectionedList {
  /// Puts newer items in the place of those between the first and the last one that both have, these included.
  ///
  /// ```text
  /// holds  a b c d e      newer  x b y d
  /// at both ends          a x b y d e
  /// at the back alone     x b y d e
  /// ```
  /// - Parameters:
  ///   - leavesFront: Whether what stands before the first one stays; it goes if the newer items are the first there are.
  ///   - leavesBack: Whether what follows the last one stays.
  /// - Returns: How many items stay before, and how many after them; nil, with nothing done, if there is no
  ///   item that both have.
  /// - Complexity: O(*n*), where *n* is the number of items in the section and in the argument.
  @inlinable
  mutating func join(
    _ newer: [Item], to section: SectionID, leavingFront leavesFront: Bool, back leavesBack: Bool
  ) -> (front: Int, back: Int)? {
    guard let position = positions[section] else { return nil }
    let shared = newer.compactMap { offset(of: $0.id, inSection: position) }
    guard let first = shared.min(), let last = shared.max() else { return nil }
    let items = items(inSectionAt: position)
    let (front, back) = (leavesFront ? first : 0, leavesBack ? items.count - last - 1 : 0)
    replaceItems(in: section, with: [Array(items[..<front]), newer, Array(items[(items.count - back)...])].joined())
    return (front, back)
  }
}
