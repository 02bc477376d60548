import Foundation

/// Made-up photos in Unsplash's JSON, a bare list. Pages repeat photos of the previous page.
package enum SamplePhotos {
  package static let pageCount = 5
  private static let perPage = 12

  /// Returns the answer for a page. An empty list beyond the last one.
  package static func answer(page: Int, of pageCount: Int = pageCount, seed: UInt64) throws -> Data {
    guard (1...pageCount).contains(page) else { return Data("[]".utf8) }
    var random = SeededGenerator(seed: seed, "photos", String(page))
    // As if new photos had moved two photos of the previous page to this one.
    let first = (page - 1) * (perPage - 2)
    let photos = (first..<first + perPage).map { number -> [String: Any] in
      var own = SeededGenerator(seed: seed, "photo", String(number))
      let id = String(
        (0..<11).map { _ in "abcdefghijklmnopqrstuvwxyzABCDEFGHJKMNP0123456789".randomElement(using: &own) ?? "x" })
      return [
        "id": id,
        "created_at": "20\(Int.random(in: 15...25, using: &own))-0\(Int.random(in: 1...9, using: &own))-15T12:00:00Z",
        "likes": Int.random(in: 0...900, using: &own),
        "alt_description": random.happens(percent: 80) ? NSNull() : SampleWords.title(number, seed: seed) as Any,
        "urls": ["regular": "https://images.example/\(id)?w=1080", "small": "https://images.example/\(id)?w=400"],
      ]
    }
    return try JSONSerialization.data(withJSONObject: photos, options: [.sortedKeys])
  }
}
