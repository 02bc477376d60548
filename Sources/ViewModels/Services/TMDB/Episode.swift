/// An episode of a season.
///
/// Everything but ``id`` and ``name`` can be missing. An empty date is nil.
public struct Episode: Identifiable, Hashable, Sendable {
  /// What part an episode plays in its season. An open set: a word that nobody foresaw is kept as it was served.
  public struct Kind: RawRepresentable, Hashable, Sendable, Decodable {
    /// One of many.
    public static let standard = Kind(rawValue: "standard")
    /// The last one before a break.
    public static let midSeason = Kind(rawValue: "mid_season")
    /// The last one.
    public static let finale = Kind(rawValue: "finale")

    /// The word for it.
    public var rawValue: String
    /// A kind with this word.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// TMDB's number of the episode, unlike that of any other episode of any series.
  public var id: Int
  /// Its name in the language asked for.
  public var name: String
  /// Which episode of the season it is.
  public var number: Int?
  /// Which season it is in; 0 are the specials.
  public var seasonNumber: Int?
  /// What part it plays in the season.
  public var kind: Kind?
  /// What it is about; may be empty.
  public var overview: String?
  /// The day it was shown first as YYYY-MM-DD, as it was served.
  public var airDate: String?
  /// How long it is, in minutes.
  public var runtime: Int?
  /// Where a still from it is, from the slash after the size on; see ``ImageConfiguration``.
  public var stillPath: String?
  /// The mean of the votes, 0 to 10.
  public var voteAverage: Double?
  /// The number of votes.
  public var voteCount: Int?
  /// Who made it.
  public var crew: [CrewMember]
  /// Who plays in it as a guest.
  public var guestStars: [GuestStar]

  /// An episode of which no more is known.
  public init(id: Int, name: String) {
    self.id = id
    self.name = name
    crew = []
    guestStars = []
  }
}

extension Episode: LossyDecodable {
  private enum CodingKeys: String, CodingKey {
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

  init(from decoder: any Decoder, report: (String) -> Void) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = try fields.decode(Int.self, forKey: .id)
    name = try fields.decode(String.self, forKey: .name)
    number = fields.decodeIfReadable(Int.self, forKey: .number, report: report)
    seasonNumber = fields.decodeIfReadable(Int.self, forKey: .seasonNumber, report: report)
    kind = fields.decodeIfReadable(Kind.self, forKey: .kind, report: report)
    overview = fields.decodeIfReadable(String.self, forKey: .overview, report: report)
    airDate = fields.decodeTextIfReadable(forKey: .airDate, report: report)
    runtime = fields.decodeIfReadable(Int.self, forKey: .runtime, report: report)
    stillPath = fields.decodeTextIfReadable(forKey: .stillPath, report: report)
    voteAverage = fields.decodeIfReadable(Double.self, forKey: .voteAverage, report: report)
    voteCount = fields.decodeIfReadable(Int.self, forKey: .voteCount, report: report)
    crew = fields.decodeItems(CrewMember.self, forKey: .crew, report: report)
    guestStars = fields.decodeItems(GuestStar.self, forKey: .guestStars, report: report)
  }
}
