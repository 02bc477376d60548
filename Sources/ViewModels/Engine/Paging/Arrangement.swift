/// Which of a section's items are shown, and in which order.
struct Arrangement<Item: Sendable>: Sendable {
  /// Nil shows all.
  let filter: (@Sendable (Item) -> Bool)?
  /// Nil leaves the loaded order; items of which neither comes first stay in that order, too.
  let order: (@Sendable (Item, Item) -> Bool)?

  init?(filter: (@Sendable (Item) -> Bool)?, order: (@Sendable (Item, Item) -> Bool)?) {
    guard filter != nil || order != nil else { return nil }
    (self.filter, self.order) = (filter, order)
  }

  func shows(_ item: Item) -> Bool { filter?(item) ?? true }

  /// Returns what is shown of these items.
  /// - Complexity: O(*n* log *n*) with an order, O(*n*) without.
  func callAsFunction(_ items: some Sequence<Item>) -> [Item] {
    let items = filter.map { items.filter($0) } ?? Array(items)
    return order.map { items.sorted(by: $0) } ?? items
  }

  /// Returns whether one item is shown before another.
  /// - Parameter isLoadedBefore: Whether it stands before it in the loaded order.
  func puts(_ first: Item, before second: Item, isLoadedBefore: @autoclosure () -> Bool) -> Bool {
    if let order {
      if order(first, second) { return true }
      if order(second, first) { return false }
    }
    return isLoadedBefore()
  }
}
