/// A season of a series, without its episodes.
///
/// Only ``id`` and ``number`` are always present. An empty date is nil.
public struct Season: Identifiable, Hashable, Sendable {
  /// The season's id at TMDB, unique among all seasons of all series.
  public var id: Int
  /// The number of the season in its series. 0 for the specials.
  public var number: Int
  /// The name, such as "Season 1" or "Specials".
  public var name: String?
  /// A summary of the plot. May be empty.
  public var overview: String?
  /// The date of the first episode as the service sends it: `YYYY-MM-DD`.
  public var airDate: String?
  /// The number of episodes according to TMDB. It can differ from the number that is loaded.
  public var episodeCount: Int?
  /// The path of the poster, with its slash. Pass it to ``ImageConfiguration/url(for:as:width:)``.
  public var posterPath: String?
  /// The mean of the votes, from 0 to 10.
  public var voteAverage: Double?

  /// Creates a season with only its required fields.
  public init(id: Int, number: Int) {
    self.id = id
    self.number = number
  }
}

extension Season: LossyDecodable, Encodable {
  enum CodingKeys: String, CodingKey {
    case id, name, overview
    case number = "season_number"
    case airDate = "air_date"
    case episodeCount = "episode_count"
    case posterPath = "poster_path"
    case voteAverage = "vote_average"
  }

  init(_ fields: LossyFields<CodingKeys>) throws {
    id = try fields.required(.id)
    number = try fields.required(.number)
    name = fields.text(.name)
    overview = fields.optional(.overview)
    airDate = fields.text(.airDate)
    episodeCount = fields.optional(.episodeCount)
    posterPath = fields.text(.posterPath)
    voteAverage = fields.optional(.voteAverage)
  }
}
