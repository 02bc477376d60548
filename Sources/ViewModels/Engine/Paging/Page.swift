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
/// A retry is asked for the page that failed, with the cursor it had. A refresh begins with ``first``, or with the page that it
/// is given: an app's own key, such as the number of a page or the cursor of a message.
public struct PageKey: Hashable, Sendable, Codable {
  /// From 1, where a service counts its pages: for one that counts from 0, load `number - 1`. Where it has cursors, the pages before
  /// the one that the section began with go on downwards.
  public var number: Int
  /// What the page beside it gave as ``Page/nextCursor`` or ``Page/previousCursor``; nil for the first page, and where pages have
  /// no cursors.
  public var cursor: String?
  /// Whether the page is asked for as the one before what the section holds: many services take a cursor as `before` or as
  /// `after`. Its items are wanted in list order all the same.
  public var isPrevious: Bool

  /// The page that a section begins with.
  public static let first = PageKey(number: 1)

  /// A page with this number, and this cursor.
  public init(number: Int = 1, cursor: String? = nil, isPrevious: Bool = false) {
    self.number = number
    self.cursor = cursor
    self.isPrevious = isPrevious
  }

  /// Reads what was saved, also by a version that knew next pages alone.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    number = try values.decode(Int.self, forKey: .number)
    cursor = try values.decodeIfPresent(String.self, forKey: .cursor)
    isPrevious = try values.decodeIfPresent(Bool.self, forKey: .isPrevious) ?? false
  }
}

/// One page of a section's items, as a service answered it.
///
/// The items stand in the order of the answer and may repeat items of other pages. The list drops the repeats when
/// it appends the page, because it alone knows what the section holds by then.
///
/// ```swift
/// let page = Page(items: movies, number: 3, isLast: false, totalItems: 1_122)
/// let page = Page(items: messages, nextCursor: answer.nextCursor)
/// let page = Page(items: messages, previousCursor: answer.olderThan, nextCursor: answer.newerThan)
/// ```
public struct Page<Item: Sendable & Equatable>: Sendable, Equatable {
  /// The items that could be decoded, in the order of the answer.
  public var items: [Item]
  /// The page, from 1, that the answer says it is; nil where the service's answers do not say.
  ///
  /// The list compares it with the page that it asked for, and fails with ``LoadError/wrongPage(asked:answered:)`` if they
  /// differ: caches and proxies do answer with another one.
  public var number: Int?
  /// Whether the service says, in whatever way it has, that nothing follows.
  public var isLast: Bool
  /// What the service wants to be given for the page before this one, where it has cursors; nil if nothing comes before.
  public var previousCursor: String?
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
  ///   - previousCursor: What the service gave for the page before; nil or empty if nothing comes before, or if one pages in one
  ///     direction alone.
  ///   - nextCursor: What the service gave for the next page; nil or empty if nothing follows. Where a service has a
  ///     flag beside it, such as GitHub's `hasNextPage`, pass nil if that says no.
  ///   - totalItems: How many items all pages hold, if the service says so.
  ///   - dropped: The items that could not be decoded.
  public init(
    items: [Item], previousCursor: String? = nil, nextCursor: String?, totalItems: Int? = nil,
    dropped: [DroppedItem] = []
  ) {
    let isLast = nextCursor?.isEmpty ?? true
    self.init(items: items, isLast: isLast, totalItems: totalItems, dropped: dropped)
    self.previousCursor = previousCursor?.isEmpty == true ? nil : previousCursor
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
