/// A movie of a TMDB list.
///
/// Only ``id`` and ``title`` are always present, because endpoints send different fields. An empty date is nil.
public struct Movie: Identifiable, Hashable, Sendable, Codable {
  /// The movie's id at TMDB.
  public var id: Int
  /// The title in the requested language.
  public var title: String
  /// The title in the movie's own language.
  public var originalTitle: String?
  /// The language of the movie, as an ISO 639-1 code.
  public var originalLanguage: String?
  /// A summary of the plot. May be empty.
  public var overview: String?
  /// The date of release as the service sends it: `YYYY-MM-DD`.
  public var releaseDate: String?
  /// The path of the poster, with its slash. Pass it to ``ImageConfiguration/url(for:as:width:)``.
  public var posterPath: String?
  /// The path of the backdrop, with its slash. Pass it to ``ImageConfiguration/url(for:as:width:)``.
  public var backdropPath: String?
  /// The ids of the genres at TMDB.
  public var genreIDs: [Int]?
  /// TMDB's measure of popularity. It has no upper bound.
  public var popularity: Double?
  /// The mean of the votes, from 0 to 10.
  public var voteAverage: Double?
  /// The number of votes.
  public var voteCount: Int?
  /// Whether it is for adults only.
  public var isAdult: Bool?
  /// Whether it is a compilation or a recording rather than a movie.
  public var isVideo: Bool?

  /// Creates a movie with only its required fields.
  public init(id: Int, title: String) {
    self.id = id
    self.title = title
  }

  enum CodingKeys: String, CodingKey {
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
  init(_ fields: LossyFields<CodingKeys>) throws {
    id = try fields.required(.id)
    title = try fields.required(.title)
    originalTitle = fields.optional(.originalTitle)
    originalLanguage = fields.optional(.originalLanguage)
    overview = fields.optional(.overview)
    releaseDate = fields.text(.releaseDate)
    posterPath = fields.text(.posterPath)
    backdropPath = fields.text(.backdropPath)
    genreIDs = fields.optional(.genreIDs)
    popularity = fields.optional(.popularity)
    voteAverage = fields.optional(.voteAverage)
    voteCount = fields.optional(.voteCount)
    isAdult = fields.optional(.isAdult)
    isVideo = fields.optional(.isVideo)
  }
}
