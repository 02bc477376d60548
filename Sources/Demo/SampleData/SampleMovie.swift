import Foundation

/// A made-up film, written in TMDB's JSON. The same id and seed give the same film.
struct SampleMovie: Hashable, Sendable {
  let id: Int
  let seed: UInt64

  /// A page as TMDB answers it.
  static func page(_ movies: [SampleMovie], number: Int, totalPages: Int, totalResults: Int) throws -> Data {
    try JSONSerialization.data(
      withJSONObject: [
        "page": number, "results": movies.map(\.json), "total_pages": totalPages, "total_results": totalResults,
      ], options: [.sortedKeys])
  }

  private var json: [String: Any] {
    var random = SeededGenerator(seed: seed, "movie", String(id))
    let title = SampleWords.title(using: &random)
    func path(_ random: inout SeededGenerator) -> String {
      "/" + String((0..<27).map { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement(using: &random) ?? "x" })
        + ".jpg"
    }
    return [
      "adult": false,
      "backdrop_path": random.happens(percent: 46) ? NSNull() : path(&random) as Any,
      "genre_ids": (0..<Int.random(in: 0...4, using: &random)).map { _ in Int.random(in: 12...53, using: &random) },
      "id": id,
      "original_language": ["en", "fr", "ja", "ko", "es", "zh"].randomElement(using: &random) ?? "en",
      "original_title": title,
      "overview": random.happens(percent: 13) ? "" : SampleWords.sentence(using: &random),
      "popularity": Double(Int.random(in: 100...50_000, using: &random)) / 100,
      "poster_path": random.happens(percent: 16) ? NSNull() : path(&random) as Any,
      "release_date": random.happens(percent: 0.4) ? "" : date(using: &random),
      "title": title,
      "video": random.happens(percent: 1),
      "vote_average": Double(Int.random(in: 0...100, using: &random)) / 10,
      "vote_count": Int.random(in: 0...20_000, using: &random),
    ]
  }

  private func date(using random: inout SeededGenerator) -> String {
    let month = Int.random(in: 1...12, using: &random)
    let day = Int.random(in: 1...28, using: &random)
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(Int.random(in: 1970...2026, using: &random))-\(padded(month))-\(padded(day))"
  }
}
