/// A series and its seasons, without their episodes.
///
/// Only ``id`` and ``name`` are always present. An empty date is nil.
public struct Series: Identifiable, Hashable, Sendable {
  /// The series' id at TMDB.
  public var id: Int
  /// The name in the requested language.
  public var name: String
  /// The name in the series' own language.
  public var originalName: String?
  /// A summary of the plot. May be empty.
  public var overview: String?
  /// The date of the first episode as the service sends it: `YYYY-MM-DD`.
  public var firstAirDate: String?
  /// The path of the poster, with its slash. Pass it to ``ImageConfiguration/url(for:as:width:)``.
  public var posterPath: String?
  /// The path of the backdrop, with its slash. Pass it to ``ImageConfiguration/url(for:as:width:)``.
  public var backdropPath: String?
  /// The mean of the votes, from 0 to 10.
  public var voteAverage: Double?
  /// The number of seasons according to TMDB, without the specials.
  public var numberOfSeasons: Int?
  /// The seasons by number. The specials, if any, are season 0 and come first.
  public var seasons: [Season]
  /// The seasons that couldn't be decoded.
  public var droppedSeasons: [DroppedItem]

  /// Creates a series with only its required fields and its seasons.
  public init(id: Int, name: String, seasons: [Season] = []) {
    self.id = id
    self.name = name
    self.seasons = seasons
    droppedSeasons = []
  }
}

extension Series: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, name, overview, seasons
    case originalName = "original_name"
    case firstAirDate = "first_air_date"
    case posterPath = "poster_path"
    case backdropPath = "backdrop_path"
    case voteAverage = "vote_average"
    case numberOfSeasons = "number_of_seasons"
  }

  /// Decodes a series from TMDB's JSON. Seasons without an id or a number are dropped and reported; a series that is
  /// encoded has forgotten them.
  public init(from decoder: any Decoder) throws {
    let fields = try LossyFields<CodingKeys>(decoder)
    id = try fields.required(.id)
    name = try fields.required(.name)
    originalName = fields.optional(.originalName)
    overview = fields.optional(.overview)
    firstAirDate = fields.text(.firstAirDate)
    posterPath = fields.text(.posterPath)
    backdropPath = fields.text(.backdropPath)
    voteAverage = fields.optional(.voteAverage)
    numberOfSeasons = fields.optional(.numberOfSeasons)
    // A missing list makes the answer unreadable. An empty one is valid.
    let list: LossyList<Season> = try fields.required(.seasons)
    seasons = list.items.sorted { $0.number < $1.number }
    droppedSeasons = list.dropped
  }
}
