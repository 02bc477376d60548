/// What a page did to its section, and what it says of the next one.
struct AppliedPage: Hashable, Sendable {
  /// How many items were new.
  var added: Int
  /// How many of these are shown.
  var shown: Int
  /// How many the section held already.
  var repeats: Int
  /// How many could not be read.
  var unreadable: Int
  var isLast: Bool
  var nextCursor: String?
  /// How many items all pages hold, if the service says so.
  var totalItems: Int?

  init(
    added: Int, shown: Int? = nil, repeats: Int = 0, unreadable: Int = 0, isLast: Bool = false,
    nextCursor: String? = nil, totalItems: Int? = nil
  ) {
    (self.added, self.shown) = (added, shown ?? added)
    (self.repeats, self.unreadable) = (repeats, unreadable)
    (self.isLast, self.nextCursor, self.totalItems) = (isLast, nextCursor, totalItems)
  }
}

extension AppliedPage {
  /// - Parameters:
  ///   - key: What was asked for.
  ///   - added: How many of the page's items were new.
  ///   - shown: How many of these are shown.
  ///   - total: How many items the section held, or holds now.
  init<Item>(_ page: Page<Item>, of key: PageKey, added: Int, shown: Int, total: Int) where Item: Identifiable {
    // A service without page numbers or cursors answers every page with its only one, and may not say that nothing follows.
    let isOnlyPage =
      page.number == nil && page.nextCursor == nil && key.number == 2 && added == 0 && total > 0
      && Set(page.items.map(\.id)).count == total
    self.init(
      added: added, shown: shown, repeats: page.items.count - added, unreadable: page.dropped.count,
      isLast: page.isLast || isOnlyPage, nextCursor: page.nextCursor, totalItems: page.totalItems)
  }
}
