/// A movie of a TMDB list.
///
/// Only ``id`` and ``title`` are always present, because endpoints send different fields. An empty date is nil.
public struct Movie: Identifiable, Hashable, Sendable, Codable {
  /// The movie's id at TMDB.
  public var id: Int
  /// The title in the requested language.
  public var title: String
  /// A summary of the plot. May be empty.
  public var overview: String?
  /// The date of release as the service sends it: `YYYY-MM-DD`.
  public var releaseDate: String?
  /// The path of the poster, with its slash. Pass it to ``TMDB/posterURL(for:width:)``.
  public var posterPath: String?
  /// The mean of the votes, from 0 to 10.
  public var voteAverage: Double?

  /// Creates a movie with only its required fields.
  public init(id: Int, title: String) {
    self.id = id
    self.title = title
  }

  enum CodingKeys: String, CodingKey {
    case id, title, overview
    case releaseDate = "release_date"
    case posterPath = "poster_path"
    case voteAverage = "vote_average"
  }
}

extension Movie: LossyDecodable {
  init(_ fields: LossyFields<CodingKeys>) throws {
    id = try fields.required(.id)
    title = try fields.required(.title)
    overview = fields.optional(.overview)
    releaseDate = fields.text(.releaseDate)
    posterPath = fields.text(.posterPath)
    voteAverage = fields.optional(.voteAverage)
  }
}
