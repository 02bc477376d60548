/// A member of an episode's crew.
public struct CrewMember: Hashable, Sendable {
  /// The person's id at TMDB. One person may have several jobs in an episode.
  public var personID: Int
  /// The person's name.
  public var name: String
  /// The job, such as "Director". An open set.
  public var job: String?
  /// The department of the job, such as "Directing". An open set.
  public var department: String?

  /// Creates a crew member.
  public init(personID: Int, name: String, job: String? = nil, department: String? = nil) {
    self.personID = personID
    self.name = name
    self.job = job
    self.department = department
  }
}

/// A guest star of an episode.
public struct GuestStar: Hashable, Sendable {
  /// The person's id at TMDB.
  public var personID: Int
  /// The person's name.
  public var name: String
  /// The name of the character.
  public var character: String?

  /// Creates a guest star.
  public init(personID: Int, name: String, character: String? = nil) {
    self.personID = personID
    self.name = name
    self.character = character
  }
}

extension CrewMember: LossyDecodable, Encodable {
  enum CodingKeys: String, CodingKey {
    case personID = "id"
    case name, job, department
  }

  init(_ fields: LossyFields<CodingKeys>) throws {
    personID = try fields.required(.personID)
    name = try fields.required(.name)
    job = fields.text(.job)
    department = fields.text(.department)
  }
}

extension GuestStar: LossyDecodable, Encodable {
  enum CodingKeys: String, CodingKey {
    case personID = "id"
    case name, character
  }

  init(_ fields: LossyFields<CodingKeys>) throws {
    personID = try fields.required(.personID)
    name = try fields.required(.name)
    character = fields.text(.character)
  }
}
