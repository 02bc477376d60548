/// An episode of a season.
///
/// Only ``id`` and ``name`` are always present. An empty date is nil.
public struct Episode: Identifiable, Hashable, Sendable {
  /// The kind of an episode. An open set: unknown values are kept as they are.
  public struct Kind: RawRepresentable, Hashable, Sendable, Codable {
    /// An ordinary episode.
    public static let standard = Kind(rawValue: "standard")
    /// The last episode before a break.
    public static let midSeason = Kind(rawValue: "mid_season")
    /// The last episode of a season.
    public static let finale = Kind(rawValue: "finale")

    /// TMDB's word for the kind.
    public var rawValue: String
    /// Creates a kind from TMDB's word for it.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The episode's id at TMDB, unique among all episodes of all series.
  public var id: Int
  /// The name in the requested language.
  public var name: String
  /// The number of the episode in its season.
  public var number: Int?
  /// The number of the season. 0 for the specials.
  public var seasonNumber: Int?
  /// The kind of the episode.
  public var kind: Kind?
  /// A summary of the plot. May be empty.
  public var overview: String?
  /// The date of the first broadcast as the service sends it: `YYYY-MM-DD`.
  public var airDate: String?
  /// The length in minutes.
  public var runtime: Int?
  /// The path of a still, with its slash. Pass it to ``ImageConfiguration/url(for:as:width:)``.
  public var stillPath: String?
  /// The mean of the votes, from 0 to 10.
  public var voteAverage: Double?
  /// The number of votes.
  public var voteCount: Int?
  /// The crew.
  public var crew: [CrewMember]
  /// The guest stars.
  public var guestStars: [GuestStar]

  /// Creates an episode with only its required fields.
  public init(id: Int, name: String) {
    self.id = id
    self.name = name
    crew = []
    guestStars = []
  }
}

extension Episode: LossyDecodable, Encodable {
  enum CodingKeys: String, CodingKey {
    case id, name, overview, runtime, crew
    case number = "episode_number"
    case seasonNumber = "season_number"
    case kind = "episode_type"
    case airDate = "air_date"
    case stillPath = "still_path"
    case voteAverage = "vote_average"
    case voteCount = "vote_count"
    case guestStars = "guest_stars"
  }

  init(_ fields: LossyFields<CodingKeys>) throws {
    id = try fields.required(.id)
    name = try fields.required(.name)
    number = fields.optional(.number)
    seasonNumber = fields.optional(.seasonNumber)
    kind = fields.optional(.kind)
    overview = fields.optional(.overview)
    airDate = fields.text(.airDate)
    runtime = fields.optional(.runtime)
    stillPath = fields.text(.stillPath)
    voteAverage = fields.optional(.voteAverage)
    voteCount = fields.optional(.voteCount)
    crew = fields.items(.crew)
    guestStars = fields.items(.guestStars)
  }
}
