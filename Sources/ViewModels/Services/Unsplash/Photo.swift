import Foundation

/// A photo of Unsplash's list.
///
/// Only ``id`` is always present.
public struct Photo: Identifiable, Hashable, Sendable {
  /// The URLs of a photo by size. They share their last path component, so only the whole URL identifies one.
  public struct Sources: Hashable, Sendable, Codable {
    /// 1080 pixels wide.
    public var regular: URL?
    /// 400 pixels wide.
    public var small: URL?

    /// Creates sources without any URL.
    public init() {}
  }

  /// The photo's id at Unsplash.
  public var id: String
  /// The date of publication.
  public var createdAt: Date?
  /// A description for screen readers. Most photos have none.
  public var altDescription: String?
  /// The URLs of the photo.
  public var sources: Sources
  /// The number of likes.
  public var likes: Int?

  /// Creates a photo with only its required fields.
  public init(id: String) {
    self.id = id
    sources = Sources()
  }
}

extension Photo: LossyDecodable, Encodable {
  enum CodingKeys: String, CodingKey {
    case id, likes
    case sources = "urls"
    case createdAt = "created_at"
    case altDescription = "alt_description"
  }

  init(_ fields: LossyFields<CodingKeys>) throws {
    id = try fields.required(.id)
    altDescription = fields.text(.altDescription)
    sources = fields.optional(.sources) ?? Sources()
    likes = fields.optional(.likes)
    createdAt = fields.text(.createdAt).flatMap { try? Date($0, strategy: .iso8601) }
  }

  /// Encodes a photo as Unsplash does: its date as a text, to the second.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encodeIfPresent(createdAt?.formatted(.iso8601), forKey: .createdAt)
    try fields.encodeIfPresent(altDescription, forKey: .altDescription)
    try fields.encode(sources, forKey: .sources)
    try fields.encodeIfPresent(likes, forKey: .likes)
  }
}
