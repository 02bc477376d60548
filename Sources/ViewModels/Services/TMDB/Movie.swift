/// A movie of a TMDB list.
///
/// Everything but ``id`` and ``title`` can be missing: endpoints differ in what they send. An empty date is nil.
public struct Movie: Identifiable, Hashable, Sendable, Codable {
  /// TMDB's number of the movie.
  public var id: Int
  /// The title in the language asked for.
  public var title: String
  /// The title in the language of the movie.
  public var originalTitle: String?
  /// The language of the movie, as an ISO 639-1 code.
  public var originalLanguage: String?
  /// What it is about; may be empty.
  public var overview: String?
  /// The day of release as YYYY-MM-DD, as it was served.
  public var releaseDate: String?
  /// Where its poster is, from the slash after the size on; see ``ImageConfiguration``.
  public var posterPath: String?
  /// Where its backdrop is, from the slash after the size on; see ``ImageConfiguration``.
  public var backdropPath: String?
  /// TMDB's numbers of its genres.
  public var genreIDs: [Int]?
  /// TMDB's measure of popularity; has no upper bound.
  public var popularity: Double?
  /// The mean of the votes, 0 to 10.
  public var voteAverage: Double?
  /// The number of votes.
  public var voteCount: Int?
  /// Whether it is for adults only.
  public var isAdult: Bool?
  /// Whether it is a video (a compilation, a recording) rather than a movie.
  public var isVideo: Bool?

  /// A movie of which no more is known.
  public init(id: Int, title: String) {
    self.id = id
    self.title = title
  }

  private enum CodingKeys: String, CodingKey {
    case id, title, overview, popularity
    case originalTitle = "original_title"
    case originalLanguage = "original_language"
    case releaseDate = "release_date"
    case posterPath = "poster_path"
    case backdropPath = "backdrop_path"
    case genreIDs = "genre_ids"
    case voteAverage = "vote_average"
    case voteCount = "vote_count"
    case isAdult = "adult"
    case isVideo = "video"
  }
}

extension Movie: LossyDecodable {
  init(from decoder: any Decoder, report: (String) -> Void) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = try fields.decode(Int.self, forKey: .id)
    title = try fields.decode(String.self, forKey: .title)
    originalTitle = fields.decodeIfReadable(String.self, forKey: .originalTitle, report: report)
    originalLanguage = fields.decodeIfReadable(String.self, forKey: .originalLanguage, report: report)
    overview = fields.decodeIfReadable(String.self, forKey: .overview, report: report)
    releaseDate = fields.decodeTextIfReadable(forKey: .releaseDate, report: report)
    posterPath = fields.decodeTextIfReadable(forKey: .posterPath, report: report)
    backdropPath = fields.decodeTextIfReadable(forKey: .backdropPath, report: report)
    genreIDs = fields.decodeIfReadable([Int].self, forKey: .genreIDs, report: report)
    popularity = fields.decodeIfReadable(Double.self, forKey: .popularity, report: report)
    voteAverage = fields.decodeIfReadable(Double.self, forKey: .voteAverage, report: report)
    voteCount = fields.decodeIfReadable(Int.self, forKey: .voteCount, report: report)
    isAdult = fields.decodeIfReadable(Bool.self, forKey: .isAdult, report: report)
    isVideo = fields.decodeIfReadable(Bool.self, forKey: .isVideo, report: report)
  }
}
