import Foundation

/// A series and its seasons, in TMDB's JSON.
public enum TMDBSeries {
  /// Decodes an answer to `tv/{id}`.
  ///
  /// - Throws: ``ServiceError``: `unreadable`, or `refused` if the answer is one of TMDB's errors.
  /// - Complexity: O(length of the answer)
  public static func decode(_ data: Data) throws -> Series { try TMDB.content(Series.self, data) }

  /// Decodes an answer to `tv/{id}/season/{number}`, episode by episode, as a single page.
  ///
  /// - Throws: ``ServiceError``: `unreadable`, also if the answer is for another season; `refused` if it is one of
  ///   TMDB's errors.
  /// - Complexity: O(length of the answer)
  public static func decodeSeason(_ data: Data, number: Int) throws -> Page<Episode> {
    let season = try TMDB.content(Envelope.self, data)
    guard season.number == nil || season.number == number else {
      throw ServiceError(.unreadable("season_number is that of another season"))
    }
    return Page(season.episodes, isLast: true, totalItems: season.episodes.count)
  }

  private struct Envelope: Decodable {
    let number: Int?
    let episodes: LossyList<Episode>

    enum CodingKeys: String, CodingKey {
      case number = "season_number"
      case episodes
    }
  }
}
