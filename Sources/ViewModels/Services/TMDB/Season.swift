/// A season of a series, without its episodes.
///
/// Everything but ``id`` and ``number`` can be missing. An empty date is nil.
public struct Season: Identifiable, Hashable, Sendable {
  /// TMDB's number of the season, unlike that of any other season of any series.
  public var id: Int
  /// Which season of the series it is; 0 are the specials.
  public var number: Int
  /// Its name: "Season 1", "Specials".
  public var name: String?
  /// What it is about; may be empty.
  public var overview: String?
  /// The day of its first episode as YYYY-MM-DD, as it was served.
  public var airDate: String?
  /// How many episodes it is said to have.
  public var episodeCount: Int?
  /// Where its poster is, from the slash after the size on; see ``ImageConfiguration``.
  public var posterPath: String?
  /// The mean of the votes, 0 to 10.
  public var voteAverage: Double?

  /// A season of which no more is known.
  public init(id: Int, number: Int) {
    self.id = id
    self.number = number
  }
}

extension Season: LossyDecodable {
  private enum CodingKeys: String, CodingKey {
    case id, name, overview
    case number = "season_number"
    case airDate = "air_date"
    case episodeCount = "episode_count"
    case posterPath = "poster_path"
    case voteAverage = "vote_average"
  }

  init(from decoder: any Decoder, report: (String) -> Void) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = try fields.decode(Int.self, forKey: .id)
    number = try fields.decode(Int.self, forKey: .number)
    name = fields.decodeTextIfReadable(forKey: .name, report: report)
    overview = fields.decodeIfReadable(String.self, forKey: .overview, report: report)
    airDate = fields.decodeTextIfReadable(forKey: .airDate, report: report)
    episodeCount = fields.decodeIfReadable(Int.self, forKey: .episodeCount, report: report)
    posterPath = fields.decodeTextIfReadable(forKey: .posterPath, report: report)
    voteAverage = fields.decodeIfReadable(Double.self, forKey: .voteAverage, report: report)
  }
}
