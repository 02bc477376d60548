/// A series and its seasons, without their episodes.
///
/// Only ``id`` and ``name`` are always present.
public struct Series: Identifiable, Hashable, Sendable {
  /// The series' id at TMDB.
  public var id: Int
  /// The name in the requested language.
  public var name: String
  /// A summary of the plot. May be empty.
  public var overview: String?
  /// The path of the poster, with its slash. Pass it to ``TMDB/posterURL(for:width:)``.
  public var posterPath: String?
  /// The seasons by number. The specials, if any, are season 0 and come first.
  public var seasons: [Season]

  /// Creates a series with only its required fields and its seasons.
  public init(id: Int, name: String, seasons: [Season] = []) {
    self.id = id
    self.name = name
    self.seasons = seasons
  }
}

extension Series: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, name, overview, seasons
    case posterPath = "poster_path"
  }

  /// Decodes a series from TMDB's JSON. Seasons without an id or a number are dropped.
  public init(from decoder: any Decoder) throws {
    let fields = try LossyFields<CodingKeys>(decoder)
    id = try fields.required(.id)
    name = try fields.required(.name)
    overview = fields.optional(.overview)
    posterPath = fields.text(.posterPath)
    // A missing list makes the answer unreadable. An empty one is valid.
    let list: LossyList<Season> = try fields.required(.seasons)
    seasons = list.items.sorted { $0.number < $1.number }
  }
}
