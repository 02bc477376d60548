/// What a page did to its section, and what it says of the next one.
struct AppliedPage: Hashable, Sendable {
  /// How many items were new.
  var added: Int
  /// How many the section held already.
  var repeats = 0
  /// How many could not be read.
  var unreadable = 0
  var isLast = false
  var nextCursor: String?
}

extension AppliedPage {
  /// - Parameters:
  ///   - key: What was asked for.
  ///   - added: How many of the page's items were new.
  ///   - total: How many items the section held, or holds now.
  init<Item>(_ page: Page<Item>, of key: PageKey, added: Int, total: Int) where Item: Identifiable {
    // A service without page numbers or cursors answers every page with its only one, and may not say that nothing follows.
    let isOnlyPage =
      page.number == nil && page.nextCursor == nil && key.number == 2 && added == 0 && total > 0
      && Set(page.items.map(\.id)).count == total
    self.init(
      added: added, repeats: page.items.count - added, unreadable: page.dropped.count,
      isLast: page.isLast || isOnlyPage, nextCursor: page.nextCursor)
  }
}
