import Foundation

/// A made-up movie in TMDB's JSON. The id and the seed decide its fields; many are null or empty.
struct SampleMovie: Hashable, Sendable {
  let id: Int
  let seed: UInt64

  /// All that there are.
  static let ids = 1...SampleWords.titleCount
  /// An array, because indexing a string is O(n).
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")

  /// No other movie of this seed has it.
  var title: String { SampleWords.title(id, seed: seed) }

  fileprivate var row: [String: Any] {
    var random = SeededGenerator(seed: seed, "movie", String(id))
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func path(nullPercent: Double) -> Any {
      if random.happens(percent: nullPercent) { return NSNull() }
      return "/" + String((0..<27).map { _ in Self.letters.randomElement(using: &random) ?? "x" }) + ".jpg"
    }
    let date = [number(1970...2026), number(101...112), number(101...128)].map {
      String("\($0)".suffix($0 > 999 ? 4 : 2))
    }
    var row: [String: Any] = ["id": id, "title": title, "original_title": title, "adult": false]
    row["backdrop_path"] = path(nullPercent: 46)
    row["poster_path"] = path(nullPercent: 16)
    row["genre_ids"] = (0..<number(0...4)).map { _ in number(12...53) }
    row["original_language"] = ["en", "fr", "ja", "ko", "es", "zh"][number(0...5)]
    row["overview"] = random.happens(percent: 13) ? "" : SampleWords.sentence(using: &random)
    row["popularity"] = Double(number(100...50_000)) / 100
    row["release_date"] = random.happens(percent: 0.4) ? "" : date.joined(separator: "-")
    row["video"] = random.happens(percent: 1)
    row["vote_average"] = Double(number(0...100)) / 10
    row["vote_count"] = number(0...20_000)
    return row
  }
}

/// A page in TMDB's JSON.
struct SampleMoviePage: Sendable {
  let page: Int
  let results: [SampleMovie]
  let totalPages: Int
  let totalResults: Int

  /// Returns the answer, with keys in alphabetical order.
  func answer() throws -> Data {
    try JSONSerialization.data(
      withJSONObject: [
        "page": page, "results": results.map(\.row), "total_pages": totalPages, "total_results": totalResults,
      ], options: .sortedKeys)
  }

  /// Returns the answer for a page of the movies whose titles contain a text.
  static func answer(matching query: String, page: Int, seed: UInt64) throws -> Data {
    let found = SampleMovie.ids.map { SampleMovie(id: $0, seed: seed) }
      .filter { $0.title.localizedCaseInsensitiveContains(query) }
    let rows = found.dropFirst((page - 1) * 20).prefix(20)
    return try SampleMoviePage(
      page: page, results: Array(rows), totalPages: (found.count + 19) / 20, totalResults: found.count
    ).answer()
  }
}
