import Foundation

/// A series and its seasons, in TMDB's JSON.
public enum TMDBSeries {
  /// Decodes an answer to `tv/{id}`. O(length of the answer).
  ///
  /// - Throws: ``ServiceError``: `unreadable`, or `refused` if the answer is one of TMDB's errors.
  public static func decode(_ data: Data) throws -> Series { try TMDB.content(Series.self, data) }

  /// Decodes an answer to `tv/{id}/season/{n}`, episode by episode; the page's number is that of the season.
  /// O(length of the answer).
  ///
  /// - Throws: ``ServiceError``: `unreadable`, or `refused` if the answer is one of TMDB's errors.
  public static func decodeSeason(_ data: Data) throws -> Page<Episode> {
    let season = try TMDB.content(Envelope.self, data)
    let list = season.episodes
    return Page(
      items: list.items, number: season.number, isLast: true, totalItems: list.count,
      dropped: list.dropped.map(DroppedItem.init), unreadableFields: list.unreadable.map(UnreadableField.init))
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
