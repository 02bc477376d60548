/// The page that a loader is to load.
///
/// A service with page numbers looks at ``number``; one with cursors hands ``cursor`` on as it came:
///
/// ```swift
/// let list = PagedList(sections: Channel.allCases) { channel, page in
///   let answer = try await service.messages(in: channel, after: page.cursor)
///   return Page(items: answer.messages, nextCursor: answer.nextCursor)
/// }
/// ```
/// A retry is asked for the page that failed, with the cursor it had. A refresh begins with ``first``.
public struct PageKey: Hashable, Sendable, Codable {
  /// From 1.
  public var number: Int
  /// What the page before gave as ``Page/nextCursor``; nil for the first page, and where pages have no cursors.
  public var cursor: String?

  /// The page that a section begins with.
  public static let first = PageKey(number: 1)

  /// A page with this number, from 1, and this cursor.
  public init(number: Int, cursor: String? = nil) {
    self.number = number
    self.cursor = cursor
  }
}

/// One page of a section's items, as a service answered it.
///
/// The items stand in the order of the answer and may repeat items of other pages: whoever appends a page drops the
/// repeats, because only they know what the section holds by then.
///
/// ```swift
/// let page = Page(items: movies, number: 3, isLast: false, totalItems: 1_122)
/// let page = Page(items: messages, nextCursor: answer.nextCursor)
/// ```
public struct Page<Item: Sendable & Equatable>: Sendable, Equatable {
  /// The items that could be decoded, in the order of the answer.
  public var items: [Item]
  /// The page, from 1, that the answer says it is; nil where the service's answers do not say.
  ///
  /// Compare it with the page that was asked for: caches and proxies do answer with another one.
  public var number: Int?
  /// Whether the service says, in whatever way it has, that nothing follows.
  public var isLast: Bool
  /// What the service wants to be given for the next page, where it has cursors; see ``PageKey/cursor``. Means nothing if
  /// ``isLast`` is true.
  public var nextCursor: String?
  /// How many items all pages together hold, where the service promises a number. It changes while one pages through.
  public var totalItems: Int?
  /// The items of the answer that could not be decoded and are missing from ``items``.
  public var dropped: [DroppedItem]

  /// Creates a page of a service with page numbers, or of one that answers everything at once.
  public init(
    items: [Item], number: Int? = nil, isLast: Bool, totalItems: Int? = nil, dropped: [DroppedItem] = []
  ) {
    self.items = items
    self.number = number
    self.isLast = isLast
    self.totalItems = totalItems
    self.dropped = dropped
  }

  /// Creates a page of a service with cursors.
  /// - Parameters:
  ///   - items: The items, in the order of the answer.
  ///   - nextCursor: What the service gave for the next page; nil or empty if nothing follows. Where a service has a
  ///     flag beside it, such as GitHub's `hasNextPage`, pass nil if that says no.
  ///   - totalItems: How many items all pages hold, if the service says so.
  ///   - dropped: The items that could not be decoded.
  public init(
    items: [Item], nextCursor: String?, totalItems: Int? = nil, dropped: [DroppedItem] = []
  ) {
    let isLast = nextCursor?.isEmpty ?? true
    self.init(items: items, isLast: isLast, totalItems: totalItems, dropped: dropped)
    self.nextCursor = isLast ? nil : nextCursor
  }
}

/// An item of an answer that could not be decoded.
public struct DroppedItem: Sendable, Hashable {
  /// Where it stood in the answer's list, from 0, counting every entry.
  public var position: Int
  /// What is wrong with it, naming the field and never quoting a value: `id is missing`.
  public var reason: String

  /// An item that stood at a position and could not be decoded for a reason.
  public init(position: Int, reason: String) {
    self.position = position
    self.reason = reason
  }
}
