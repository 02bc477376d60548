import Foundation

/// Made-up photos in the service's JSON: a bare list, pages that repeat photos of the page before.
enum SamplePhotos {
  static let pageCount = 5
  private static let perPage = 12

  /// One page's answer; an empty list beyond the last.
  static func answer(page: Int, of pageCount: Int = pageCount, seed: UInt64) throws -> Data {
    guard (1...pageCount).contains(page) else { return Data("[]".utf8) }
    var random = SeededGenerator(seed: seed, "photos", String(page))
    // New photos pushed two of the page before onto this one.
    let first = (page - 1) * (perPage - 2)
    let photos = (first..<first + perPage).map { number -> [String: Any] in
      var own = SeededGenerator(seed: seed, "photo", String(number))
      let id = String(
        (0..<11).map { _ in "abcdefghijklmnopqrstuvwxyzABCDEFGHJKMNP0123456789".randomElement(using: &own) ?? "x" })
      return [
        "id": id,
        "created_at": "20\(Int.random(in: 15...25, using: &own))-0\(Int.random(in: 1...9, using: &own))-15T12:00:00Z",
        "likes": Int.random(in: 0...900, using: &own),
        "alt_description": random.happens(percent: 80) ? NSNull() : SampleWords.title(using: &own) as Any,
        "urls": ["regular": "https://images.example/\(id)?w=1080", "small": "https://images.example/\(id)?w=400"],
      ]
    }
    return try JSONSerialization.data(withJSONObject: photos, options: [.sortedKeys])
  }
}
