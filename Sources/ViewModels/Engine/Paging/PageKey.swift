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
