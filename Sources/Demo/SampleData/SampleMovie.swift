import Foundation

/// A made-up movie that encodes itself in TMDB's JSON. The id and the seed decide its fields.
package struct SampleMovie: Hashable, Sendable {
  package let id: Int
  package let seed: UInt64

  package init(id: Int, seed: UInt64) { (self.id, self.seed) = (id, seed) }

  /// The ids of all movies.
  package static let ids = 1...SampleWords.titleCount

  /// No other movie of this seed has it.
  package var title: String { SampleWords.title(id, seed: seed) }

  /// An array, because indexing a string is O(n).
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
}

/// A page in TMDB's JSON.
package struct SampleMoviePage: Encodable, Sendable {
  package let page: Int
  package let results: [SampleMovie]
  package let totalPages: Int
  package let totalResults: Int

  /// Returns the answer, with keys in alphabetical order.
  package func answer() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return try encoder.encode(self)
  }

  /// Returns the answer for a page of the movies whose titles contain a text.
  package static func answer(matching query: String, page: Int, seed: UInt64) throws -> Data {
    let found = SampleMovie.ids.map { SampleMovie(id: $0, seed: seed) }
      .filter { $0.title.lowercased().contains(query.lowercased()) }
    let rows = Array(found.dropFirst((page - 1) * 20).prefix(20))
    let pages = (found.count + 19) / 20
    return try SampleMoviePage(page: page, results: rows, totalPages: pages, totalResults: found.count).answer()
  }
}

extension SampleMovie: Encodable {
  private enum Field: CodingKey {
    case adult, backdropPath, genreIds, id, originalLanguage, originalTitle, overview, popularity, posterPath
    case releaseDate, title, video, voteAverage, voteCount
  }

  package func encode(to encoder: any Encoder) throws {
    var random = SeededGenerator(seed: seed, "movie", String(id))
    var row = encoder.container(keyedBy: Field.self)
    func put(_ field: Field, _ value: some Encodable) throws { try row.encode(value, forKey: field) }
    try put(.adult, false)
    try put(.backdropPath, random.happens(percent: 46) ? nil : path(using: &random))
    try put(
      .genreIds, (0..<Int.random(in: 0...4, using: &random)).map { _ in .random(in: 12...53, using: &random) } as [Int])
    try put(.id, id)
    try put(.originalLanguage, ["en", "fr", "ja", "ko", "es", "zh"].randomElement(using: &random) ?? "en")
    try put(.originalTitle, title)
    try put(.overview, random.happens(percent: 13) ? "" : SampleWords.sentence(using: &random))
    try put(.popularity, Double(Int.random(in: 100...50_000, using: &random)) / 100)
    try put(.posterPath, random.happens(percent: 16) ? nil : path(using: &random))
    try put(.releaseDate, random.happens(percent: 0.4) ? "" : date(using: &random))
    try put(.title, title)
    try put(.video, random.happens(percent: 1))
    try put(.voteAverage, Double(Int.random(in: 0...100, using: &random)) / 10)
    try put(.voteCount, Int.random(in: 0...20_000, using: &random))
  }

  private func path(using random: inout SeededGenerator) -> String {
    "/" + String((0..<27).map { _ in Self.letters.randomElement(using: &random) ?? "x" }) + ".jpg"
  }

  private func date(using random: inout SeededGenerator) -> String {
    let month = Int.random(in: 1...12, using: &random)
    let day = Int.random(in: 1...28, using: &random)
    return String(format: "%d-%02d-%02d", Int.random(in: 1970...2026, using: &random), month, day)
  }
}
