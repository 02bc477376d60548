/// An episode of a season.
///
/// Only ``id`` and ``name`` are always present.
public struct Episode: Identifiable, Hashable, Sendable {
  /// The episode's id at TMDB, unique among all episodes of all series.
  public var id: Int
  /// The name in the requested language.
  public var name: String
  /// The number of the episode in its season.
  public var number: Int?
  /// A summary of the plot. May be empty.
  public var overview: String?

  /// Creates an episode with only its required fields.
  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

extension Episode: LossyDecodable, Encodable {
  enum CodingKeys: String, CodingKey {
    case id, name, overview
    case number = "episode_number"
  }

  init(_ fields: LossyFields<CodingKeys>) throws {
    id = try fields.required(.id)
    name = try fields.required(.name)
    number = fields.optional(.number)
    overview = fields.optional(.overview)
  }
}
