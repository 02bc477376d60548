/// A series, with what is known of its seasons before their episodes are loaded.
///
/// Everything but ``id`` and ``name`` can be missing. An empty date is nil.
public struct Series: Identifiable, Hashable, Sendable {
  /// TMDB's number of the series.
  public var id: Int
  /// Its name in the language asked for.
  public var name: String
  /// Its name in its own language.
  public var originalName: String?
  /// What it is about; may be empty.
  public var overview: String?
  /// The day of its first episode as YYYY-MM-DD, as it was served.
  public var firstAirDate: String?
  /// Where its poster is, from the slash after the size on; see ``ImageConfiguration``.
  public var posterPath: String?
  /// Where its backdrop is, from the slash after the size on; see ``ImageConfiguration``.
  public var backdropPath: String?
  /// The mean of the votes, 0 to 10.
  public var voteAverage: Double?
  /// The number of seasons as TMDB counts them: without the specials.
  public var numberOfSeasons: Int?
  /// The seasons in the order of their numbers, the specials (season 0) first where there are any.
  public var seasons: [Season]
  /// The seasons that could not be decoded.
  public var droppedSeasons: [DroppedItem]

  /// A series with these seasons.
  public init(id: Int, name: String, seasons: [Season] = []) {
    self.id = id
    self.name = name
    self.seasons = seasons
    droppedSeasons = []
  }
}

extension Series: Decodable {
  private enum CodingKeys: String, CodingKey {
    case id, name, overview, seasons
    case originalName = "original_name"
    case firstAirDate = "first_air_date"
    case posterPath = "poster_path"
    case backdropPath = "backdrop_path"
    case voteAverage = "vote_average"
    case numberOfSeasons = "number_of_seasons"
  }

  /// Decodes a series in TMDB's JSON; seasons without an id or a number are dropped and reported.
  public init(from decoder: any Decoder) throws {
    func ignore(_ field: String) {}
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = try fields.decode(Int.self, forKey: .id)
    name = try fields.decode(String.self, forKey: .name)
    originalName = fields.decodeIfReadable(String.self, forKey: .originalName, report: ignore)
    overview = fields.decodeIfReadable(String.self, forKey: .overview, report: ignore)
    firstAirDate = fields.decodeTextIfReadable(forKey: .firstAirDate, report: ignore)
    posterPath = fields.decodeTextIfReadable(forKey: .posterPath, report: ignore)
    backdropPath = fields.decodeTextIfReadable(forKey: .backdropPath, report: ignore)
    voteAverage = fields.decodeIfReadable(Double.self, forKey: .voteAverage, report: ignore)
    numberOfSeasons = fields.decodeIfReadable(Int.self, forKey: .numberOfSeasons, report: ignore)
    // A series without its seasons is an answer that cannot be read; one with none is a series.
    let list = try fields.decode(LossyList<Season>.self, forKey: .seasons)
    seasons = list.items.sorted { $0.number < $1.number }
    droppedSeasons = list.dropped.map(DroppedItem.init)
  }
}
