/// An item that can do without some of its fields. One unreadable field doesn't cost the item, and one unreadable item
/// doesn't cost the page.
protocol LossyDecodable: Decodable, Sendable {
  associatedtype CodingKeys: CodingKey

  /// Creates an item from its fields.
  /// - Throws: if a required field is missing or can't be read.
  init(_ fields: LossyFields<CodingKeys>) throws
}

extension LossyDecodable {
  /// Decodes an item. Optional fields that can't be read are nil.
  public init(from decoder: any Decoder) throws { try self.init(LossyFields(decoder)) }
}

/// The fields of an item. Optional ones that can't be read are nil and reported.
struct LossyFields<Key: CodingKey> {
  private let container: KeyedDecodingContainer<Key>
  /// Called with the name of each optional field that is there and can't be read.
  let report: (_ field: String) -> Void

  init(_ decoder: any Decoder, report: @escaping (_ field: String) -> Void = { _ in }) throws {
    container = try decoder.container(keyedBy: Key.self)
    self.report = report
  }

  func required<T: Decodable>(_ key: Key) throws -> T { try container.decode(T.self, forKey: key) }

  func optional<T: Decodable>(_ key: Key) -> T? {
    do {
      return try container.decodeIfPresent(T.self, forKey: key)
    } catch {
      report(key.stringValue)
      return nil
    }
  }

  /// An optional text. Nil also if it is empty.
  func text(_ key: Key) -> String? { optional(key).flatMap { $0.isEmpty ? nil : $0 } }

  /// A list of items, empty if it is missing. Its unreadable entries are left out and reported.
  func items<Item: LossyDecodable>(_ key: Key) -> [Item] {
    guard let list: LossyList<Item> = optional(key) else { return [] }
    for entry in list.dropped { report("\(key.stringValue)[\(entry.position)]") }
    for entry in list.unreadable { report("\(key.stringValue)[\(entry.position)].\(entry.field)") }
    return list.items
  }
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
  /// The unreadable fields of ``items``.
  private(set) var unreadable: [UnreadableField] = []

  /// The number of entries, dropped ones included.
  public var count: Int { items.count + dropped.count }

  /// Decodes a list, item by item.
  /// - Throws: only if the value isn't a list, or an item's decoding throws a ``ServiceError``.
  /// - Complexity: O(length of the list)
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    items.reserveCapacity(list.count ?? 0)
    while !list.isAtEnd {
      let position = list.currentIndex
      // decode(_:) would stay at an item that it can't decode.
      let entry = try list.superDecoder()
      var fields: [String] = []
      do {
        items.append(try Self.item(entry) { fields.append($0) })
        for field in fields { unreadable.append(UnreadableField(position: position, field: field)) }
      } catch let error as ServiceError {
        throw error
      } catch {
        // JSONDecoder throws errors of its own, too: for a number that doesn't fit, and for half a surrogate pair.
        let reason = (error as? DecodingError)?.problem(below: entry.codingPath.count) ?? "a field cannot be read"
        dropped.append(DroppedItem(position: position, reason: reason))
      }
    }
  }

  private static func item(_ entry: any Decoder, report: @escaping (String) -> Void) throws -> Item {
    // The package's own items say which fields they do without.
    guard let type = Item.self as? any LossyDecodable.Type, let item = try type.decode(entry, report) as? Item else {
      return try Item(from: entry)
    }
    return item
  }
}

extension LossyDecodable {
  fileprivate static func decode(_ decoder: any Decoder, _ report: @escaping (String) -> Void) throws -> Self {
    try Self(LossyFields(decoder, report: report))
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
      items: list.items, number: number, isLast: isLast, totalItems: totalItems, dropped: list.dropped,
      unreadableFields: list.unreadable)
  }

  /// Creates a page of the items in a decoded list, of a service with cursors.
  /// - Parameters:
  ///   - list: The list; its dropped items are the page's.
  ///   - nextCursor: What the service gave for the next page; nil or empty if nothing follows.
  ///   - totalItems: How many items all pages hold, if the service says so.
  public init(_ list: LossyList<Item>, nextCursor: String?, totalItems: Int? = nil) {
    self.init(
      items: list.items, nextCursor: nextCursor, totalItems: totalItems, dropped: list.dropped,
      unreadableFields: list.unreadable)
  }
}
