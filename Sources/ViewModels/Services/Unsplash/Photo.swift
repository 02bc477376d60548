import Foundation

/// A photo of Unsplash's list.
///
/// Everything but ``id`` can be missing.
public struct Photo: Identifiable, Hashable, Sendable {
  /// Where a photo is, by size. Only the whole URL tells two apart: all sizes share the last path component.
  public struct Sources: Hashable, Sendable, Decodable {
    /// As it was uploaded.
    public var raw: URL?
    /// Full size, compressed.
    public var full: URL?
    /// 1080 pixels wide.
    public var regular: URL?
    /// 400 pixels wide.
    public var small: URL?
    /// 200 pixels wide.
    public var thumb: URL?

    /// A photo that is nowhere yet.
    public init() {}
  }

  /// Unsplash's name of the photo.
  public var id: String
  /// When it was published.
  public var createdAt: Date?
  /// What it shows, for those who cannot see it; most photos have none.
  public var altDescription: String?
  /// What its author says about it.
  public var caption: String?
  /// Where it is.
  public var sources: Sources
  /// How many people like it.
  public var likes: Int?

  /// A photo of which no more is known.
  public init(id: String) {
    self.id = id
    sources = Sources()
  }
}

extension Photo: LossyDecodable {
  private enum CodingKeys: String, CodingKey {
    case id, likes, description, urls
    case createdAt = "created_at"
    case altDescription = "alt_description"
  }

  init(from decoder: any Decoder, report: (String) -> Void) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = try fields.decode(String.self, forKey: .id)
    altDescription = fields.decodeTextIfReadable(forKey: .altDescription, report: report)
    caption = fields.decodeTextIfReadable(forKey: .description, report: report)
    sources = fields.decodeIfReadable(Sources.self, forKey: .urls, report: report) ?? Sources()
    likes = fields.decodeIfReadable(Int.self, forKey: .likes, report: report)
    if let text = fields.decodeTextIfReadable(forKey: .createdAt, report: report) {
      createdAt = try? Date(text, strategy: .iso8601)
      if createdAt == nil { report(CodingKeys.createdAt.rawValue) }
    }
  }
}
