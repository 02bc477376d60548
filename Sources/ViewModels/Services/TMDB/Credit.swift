/// Somebody who helped to make an episode.
public struct CrewMember: Hashable, Sendable {
  /// TMDB's number of the person, who may have several jobs in one episode.
  public var personID: Int
  /// The person's name.
  public var name: String
  /// What the person did: "Director". An open set.
  public var job: String?
  /// The department of the job: "Directing". An open set.
  public var department: String?

  /// A person who did a job.
  public init(personID: Int, name: String, job: String? = nil, department: String? = nil) {
    self.personID = personID
    self.name = name
    self.job = job
    self.department = department
  }
}

/// Somebody who plays in an episode as a guest.
public struct GuestStar: Hashable, Sendable {
  /// TMDB's number of the person.
  public var personID: Int
  /// The person's name.
  public var name: String
  /// Whom the person plays.
  public var character: String?

  /// A person who plays somebody.
  public init(personID: Int, name: String, character: String? = nil) {
    self.personID = personID
    self.name = name
    self.character = character
  }
}

extension CrewMember: LossyDecodable {
  private enum CodingKeys: CodingKey { case id, name, job, department }

  init(from decoder: any Decoder, report: (String) -> Void) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    personID = try fields.decode(Int.self, forKey: .id)
    name = try fields.decode(String.self, forKey: .name)
    job = fields.decodeTextIfReadable(forKey: .job, report: report)
    department = fields.decodeTextIfReadable(forKey: .department, report: report)
  }
}

extension GuestStar: LossyDecodable {
  private enum CodingKeys: CodingKey { case id, name, character }

  init(from decoder: any Decoder, report: (String) -> Void) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    personID = try fields.decode(Int.self, forKey: .id)
    name = try fields.decode(String.self, forKey: .name)
    character = fields.decodeTextIfReadable(forKey: .character, report: report)
  }
}
