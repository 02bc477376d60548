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
  ///   - placed: Items that the user has put where they stand. Those in between that are not among the newer ones stay, before
  ///     these or after them.
  /// - Returns: How many items have stayed before, and how many after them, without those in between, and where the newer ones
  ///   are; nil, with nothing done, if there is no item that both have.
  /// - Complexity: O(*n*), where *n* is the number of items in the section and in the argument.
  @inlinable
  mutating func join(
    _ newer: [Item], to section: SectionID, leavingFront leavesFront: Bool, back leavesBack: Bool,
    keeping placed: Set<Item.ID> = []
  ) -> (front: Int, back: Int, new: Range<Int>)? {
    guard let position = position(of: section) else { return nil }
    let shared = newer.compactMap { offset(of: $0.id, inSection: position) }
    guard let first = shared.min(), let last = shared.max() else { return nil }
    let items = items(inSectionAt: position)
    let (front, back) = (leavesFront ? first : 0, leavesBack ? items.count - last - 1 : 0)
    var kept: [Item] = []
    if !placed.isEmpty {
      let ids = Set(newer.map(\.id))
      kept = items[front..<(items.count - back)].filter { placed.contains($0.id) && !ids.contains($0.id) }
    }
    let (head, tail) = (Array(items[..<front]), Array(items[(items.count - back)...]))
    replaceItems(in: section, with: [head, leavesFront ? kept : [], newer, leavesFront ? [] : kept, tail].joined())
    let start = front + (leavesFront ? kept.count : 0)
    return (front, back, start..<contents[position].items.count - back - (leavesFront ? 0 : kept.count))
  }
}
