import Foundation

/// A page of photos in Unsplash's JSON, a bare list.
public enum PhotoList {
  /// Decodes an answer photo by photo. Photos without an id are dropped and reported. An empty page is the last one.
  ///
  /// - Throws: ``ServiceError``, `unreadable`.
  /// - Complexity: O(length of the answer)
  public static func decode(_ data: Data) throws -> Page<Photo> {
    let list = try JSONAnswer.decode(LossyList<Photo>.self, from: data)
    return Page(list, isLast: list.count == 0)
  }
}
