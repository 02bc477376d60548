/// An item that can do without some of its fields, and says which it could not read.
///
/// One field that changed its type must not cost the item, and one item must not cost the page.
protocol LossyDecodable: Decodable, Sendable {
  /// Decodes an item; throws if one of its indispensable fields is missing or unreadable.
  /// - Parameter report: is given the name of each other field that is there and cannot be read.
  init(from decoder: any Decoder, report: (_ field: String) -> Void) throws
}

extension LossyDecodable {
  /// Decodes an item; fields that cannot be read are nil.
  public init(from decoder: any Decoder) throws { try self.init(from: decoder) { _ in } }
}

/// A JSON list decoded item by item: what cannot be decoded is left out, counted and reported.
struct LossyList<Item: LossyDecodable>: Decodable, Sendable {
  /// The items that could be decoded, in order.
  private(set) var items: [Item] = []
  /// The others.
  private(set) var dropped: [(position: Int, reason: String)] = []
  /// The fields that could not be read, of the items that were kept.
  private(set) var unreadable: [(position: Int, field: String)] = []

  /// How many entries the list had.
  var count: Int { items.count + dropped.count }

  /// Decodes a list; throws only if it is none.
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    items.reserveCapacity(list.count ?? 0)
    while !list.isAtEnd {
      let position = list.currentIndex
      // decode(_:) would stay at an item that it cannot decode.
      let entry = try list.superDecoder()
      var fields: [String] = []
      do {
        items.append(try Item(from: entry) { fields.append($0) })
        for field in fields { unreadable.append((position, field)) }
      } catch let error as DecodingError {
        dropped.append((position, error.problem(below: entry.codingPath.count)))
      }
    }
  }
}

extension KeyedDecodingContainer {
  /// A value that the item can do without: nil if it is missing or null, nil and reported if it cannot be read.
  func decodeIfReadable<T: Decodable>(_ type: T.Type, forKey key: Key, report: (String) -> Void) -> T? {
    do {
      return try decodeIfPresent(type, forKey: key)
    } catch {
      report(key.stringValue)
      return nil
    }
  }

  /// A text that the item can do without; nil if it is empty, too.
  func decodeTextIfReadable(forKey key: Key, report: (String) -> Void) -> String? {
    decodeIfReadable(String.self, forKey: key, report: report).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A list within an item: empty if it is missing, and without the entries that cannot be read, each reported.
  func decodeItems<Item: LossyDecodable>(_ type: Item.Type, forKey key: Key, report: (String) -> Void) -> [Item] {
    guard let list = decodeIfReadable(LossyList<Item>.self, forKey: key, report: report) else { return [] }
    for entry in list.dropped { report("\(key.stringValue)[\(entry.position)]") }
    for entry in list.unreadable { report("\(key.stringValue)[\(entry.position)].\(entry.field)") }
    return list.items
  }
}
