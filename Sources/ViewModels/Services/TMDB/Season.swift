/// A season of a series, without its episodes.
///
/// Only ``id`` and ``number`` are always present.
public struct Season: Identifiable, Hashable, Sendable {
  /// The season's id at TMDB, unique among all seasons of all series.
  public var id: Int
  /// The number of the season in its series. 0 for the specials.
  public var number: Int
  /// The name, such as "Season 1" or "Specials".
  public var name: String?

  /// Creates a season with only its required fields.
  public init(id: Int, number: Int) {
    self.id = id
    self.number = number
  }
}

extension Season: LossyDecodable, Encodable {
  enum CodingKeys: String, CodingKey {
    case id, name
    case number = "season_number"
  }

  init(_ fields: LossyFields<CodingKeys>) throws {
    id = try fields.required(.id)
    number = try fields.required(.number)
    name = fields.text(.name)
  }
}

/// Identifies a season of a series, and a section of the series screen.
public struct SeasonID: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The series.
  public let series: Series.ID
  /// The season's number in the series. 0 for the specials.
  public let number: Int

  /// Creates the id of a season.
  public init(series: Series.ID, number: Int) {
    self.series = series
    self.number = number
  }

  /// A text for logs, such as `season 3`.
  public var description: String { "season \(number)" }
}
