/// Which of a section's items are shown, and in which order.
@usableFromInline
struct Arrangement<Item: Sendable>: Sendable {
  /// Nil shows all.
  @usableFromInline let filter: (@Sendable (Item) -> Bool)?
  /// Nil leaves the loaded order; items of which neither comes first stay in that order, too.
  @usableFromInline let order: (@Sendable (Item, Item) -> Bool)?

  init?(filter: (@Sendable (Item) -> Bool)?, order: (@Sendable (Item, Item) -> Bool)?) {
    guard filter != nil || order != nil else { return nil }
    (self.filter, self.order) = (filter, order)
  }

  /// Returns what is shown of these items.
  /// - Complexity: O(*n* log *n*) with an order, O(*n*) without.
  @inlinable
  func callAsFunction(_ items: some Sequence<Item>) -> [Item] {
    let items = filter.map { items.filter($0) } ?? Array(items)
    return order.map { items.sorted(by: $0) } ?? items
  }

  /// Returns whether one item is shown before another.
  /// - Parameter isLoadedBefore: Whether it stands before it in the loaded order.
  @inlinable
  func puts(_ first: Item, before second: Item, isLoadedBefore: () -> Bool) -> Bool {
    if let order {
      if order(first, second) { return true }
      if order(second, first) { return false }
    }
    return isLoadedBefore()
  }
}

extension SectionedList {
  /// Puts these items of a section where an arrangement wants them, or takes them out.
  /// - Parameters:
  ///   - all: The list with all items of the section, in loaded order.
  ///   - position: The section's, in both.
  /// - Complexity: O(*k* log *n*), where *k* is the number of ids.
  @inlinable
  mutating func place(_ ids: Set<Item.ID>, of all: SectionedList, at position: Int, by arrangement: Arrangement<Item>) {
    removeItems(at: ids.compactMap { offset(of: $0, inSection: position) }.sorted(), inSectionAt: position)
    for loaded in ids.compactMap({ all.offset(of: $0, inSection: position) }).sorted() {
      let item = all.contents[position].items[loaded]
      if let filter = arrangement.filter, !filter(item) { continue }
      var (low, high) = (0, contents[position].items.count)
      while low < high {
        let middle = (low + high) / 2
        let other = contents[position].items[middle]
        let isBefore = arrangement.puts(other, before: item) {
          (all.offset(of: other.id, inSection: position) ?? 0) < loaded
        }
        if isBefore { low = middle + 1 } else { high = middle }
      }
      insertNew([item], at: low, inSectionAt: position)
    }
  }
}
