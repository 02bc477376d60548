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
  var previousCursor: String?
  var nextCursor: String?
  /// How many items all pages hold, if the service says so.
  var totalItems: Int?
  /// What a first page has left before and after it, if it has joined on to what was held.
  var left: Left?

  /// Whether items stayed before and after a page that has joined on, with the keys of what comes beyond them.
  struct Left: Hashable, Sendable { var front, back: Bool }

  init(
    added: Int, shown: Int? = nil, repeats: Int = 0, unreadable: Int = 0, isLast: Bool = false,
    previousCursor: String? = nil, nextCursor: String? = nil, totalItems: Int? = nil, left: Left? = nil
  ) {
    (self.added, self.shown) = (added, shown ?? added)
    (self.repeats, self.unreadable) = (repeats, unreadable)
    (self.isLast, self.nextCursor, self.totalItems) = (isLast, nextCursor, totalItems)
    (self.previousCursor, self.left) = (previousCursor, left)
  }

  var isJoined: Bool { left != nil }
  var leavesFront: Bool { left?.front == true }
  var leavesBack: Bool { left?.back == true }

  /// The page after this one; nil if there is none. A number that was saved may be any, and is counted on without a trap.
  func next(after key: PageKey) -> PageKey? {
    isLast ? nil : PageKey(number: key.number &+ 1, cursor: nextCursor)
  }

  /// The page before this one; nil if there is none.
  func previous(before key: PageKey) -> PageKey? { key.previous(by: previousCursor, beside: nextCursor) }
}

extension PageKey {
  /// The page before the one with this key; nil if there is none. A service with cursors gives one; in others it is the
  /// page with a number less.
  /// - Parameters:
  ///   - cursor: What the page gave for the one before.
  ///   - nextCursor: What it gave for the next one.
  func previous(by cursor: String?, beside nextCursor: String?) -> PageKey? {
    let hasCursors = cursor != nil || nextCursor != nil || self.cursor != nil
    guard hasCursors ? cursor != nil : number > 1 else { return nil }
    return PageKey(number: number &- 1, cursor: cursor, isPrevious: true)
  }
}
