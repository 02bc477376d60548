import Foundation

/// A page of photos in Unsplash's JSON, a bare list.
public enum PhotoList {
  /// Decodes an answer photo by photo; those without an id are dropped and reported. An empty page is the last one.
  /// O(length of the answer).
  ///
  /// - Throws: ``ServiceError``, `unreadable`.
  public static func decode(_ data: Data) throws -> Page<Photo> {
    let list = try JSONAnswer.decode(LossyList<Photo>.self, from: data)
    return Page(
      items: list.items, isLast: list.count == 0, dropped: list.dropped.map(DroppedItem.init),
      unreadableFields: list.unreadable.map(UnreadableField.init))
  }
}
