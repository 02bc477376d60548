/// An item that can do without some of its fields. One unreadable field doesn't cost the item, and one unreadable item
/// doesn't cost the page.
protocol LossyDecodable: Decodable, Sendable {
  associatedtype CodingKeys: CodingKey

  /// Creates an item from its fields.
  /// - Throws: If a required field is missing or can't be read.
  init(_ fields: LossyFields<CodingKeys>) throws
}

extension LossyDecodable {
  /// Decodes an item. Optional fields that can't be read are nil.
  public init(from decoder: any Decoder) throws { try self.init(LossyFields(decoder)) }
}

/// The fields of an item. Optional ones that can't be read are nil.
struct LossyFields<Key: CodingKey> {
  private let container: KeyedDecodingContainer<Key>

  init(_ decoder: any Decoder) throws { container = try decoder.container(keyedBy: Key.self) }

  func required<T: Decodable>(_ key: Key) throws -> T { try container.decode(T.self, forKey: key) }

  func optional<T: Decodable>(_ key: Key) -> T? { try? container.decodeIfPresent(T.self, forKey: key) }

  /// An optional text. Nil also if it is empty.
  func text(_ key: Key) -> String? { optional(key).flatMap { $0.isEmpty ? nil : $0 } }
}

/// A JSON list decoded item by item: one that can't be decoded is left out and listed in ``dropped``, and the others
/// are there.
///
/// ```swift
/// struct Answer: Decodable {
///   let posts: LossyList<Post>  // Post is any Decodable
///   let next: String?
/// }
/// ```
public struct LossyList<Item: Decodable & Sendable>: Decodable, Sendable {
  /// The items that could be decoded, in the order of the list.
  public private(set) var items: [Item] = []
  /// The others, each with what is wrong with it.
  public private(set) var dropped: [DroppedItem] = []

  /// The number of entries, dropped ones included.
  public var count: Int { items.count + dropped.count }

  /// Decodes a list, item by item.
  /// - Throws: Only if the value isn't a list, or an item's decoding throws a ``ServiceError``.
  /// - Complexity: O(length of the list)
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    items.reserveCapacity(list.count ?? 0)
    while !list.isAtEnd {
      let position = list.currentIndex
      // decode(_:) would stay at an item that it can't decode.
      let entry = try list.superDecoder()
      do {
        items.append(try Item(from: entry))
      } catch let error as ServiceError {
        throw error
      } catch {
        // JSONDecoder throws errors of its own, too: for a number that doesn't fit, and for half a surrogate pair.
        let reason = (error as? DecodingError)?.problem(below: entry.codingPath.count) ?? "a field cannot be read"
        // It names the answer's own fields.
        dropped.append(DroppedItem(position: position, reason: reason.presentable(atMost: 200)))
      }
    }
  }
}

extension Page where Item: Decodable {
  /// Creates a page of the items in a decoded list, of a service with page numbers or one that answers everything at once.
  /// - Parameters:
  ///   - list: The list; its dropped items are the page's.
  ///   - number: The page, from 1, that the answer says it is.
  ///   - isLast: Whether nothing follows.
  ///   - totalItems: How many items all pages hold, if the service says so.
  public init(_ list: LossyList<Item>, number: Int? = nil, isLast: Bool, totalItems: Int? = nil) {
    self.init(
      items: list.items, number: number, isLast: isLast, totalItems: totalItems, dropped: list.dropped)
  }

  /// Creates a page of the items in a decoded list, of a service with cursors.
  /// - Parameters:
  ///   - list: The list; its dropped items are the page's.
  ///   - nextCursor: What the service gave for the next page; nil or empty if nothing follows.
  ///   - totalItems: How many items all pages hold, if the service says so.
  public init(_ list: LossyList<Item>, nextCursor: String?, totalItems: Int? = nil) {
    self.init(
      items: list.items, nextCursor: nextCursor, totalItems: totalItems, dropped: list.dropped)
  }
}
