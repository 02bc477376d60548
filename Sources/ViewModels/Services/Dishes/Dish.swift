import Foundation

/// A side dish of the catalogue.
public struct Dish: Identifiable, Hashable, Sendable, Decodable {
  /// A label on a dish. An open set: a label that nobody foresaw is kept as it was served.
  public struct Badge: RawRepresentable, Hashable, Sendable, Decodable {
    /// A special price for an event.
    public static let event = Badge(rawValue: "이벤트특가")
    /// A special price for a launch. An older spelling, 론칭특가, is served too and is not equal.
    public static let launch = Badge(rawValue: "런칭특가")
    /// A special price on the front page.
    public static let main = Badge(rawValue: "메인특가")
    /// Sold most.
    public static let best = Badge(rawValue: "베스트")

    /// What stands on the label.
    public var rawValue: String
    /// A label with this text.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The service's name for the dish.
  public var id: String
  /// The name of the dish.
  public var title: String
  /// A sentence about it.
  public var summary: String?
  /// Its picture.
  public var image: URL?
  /// What the picture shows, in words.
  public var imageDescription: String?
  /// The ways in which it is delivered. An open set.
  public var deliveryTypes: [String]
  /// What it costs without a discount; nil where there is none.
  public var normalPrice: Price?
  /// What it costs.
  public var salePrice: Price?
  /// Its labels.
  public var badges: [Badge]

  /// A dish of which no more is known.
  public init(id: String, title: String) {
    self.id = id
    self.title = title
    deliveryTypes = []
    badges = []
  }
}

extension Dish: LossyDecodable {
  private enum CodingKeys: String, CodingKey {
    case title, image, alt, description, badge
    case id = "detail_hash"
    case deliveryTypes = "delivery_type"
    case normalPrice = "n_price"
    case salePrice = "s_price"
  }

  init(from decoder: any Decoder, report: (String) -> Void) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = try fields.decode(String.self, forKey: .id)
    title = try fields.decode(String.self, forKey: .title)
    summary = fields.decodeIfReadable(String.self, forKey: .description, report: report)
    image = fields.decodeTextIfReadable(forKey: .image, report: report).flatMap { URL(string: $0) }
    imageDescription = fields.decodeIfReadable(String.self, forKey: .alt, report: report)
    deliveryTypes = fields.decodeIfReadable([String].self, forKey: .deliveryTypes, report: report) ?? []
    badges = fields.decodeIfReadable([Badge].self, forKey: .badge, report: report) ?? []
    func price(_ key: CodingKeys) -> Price? {
      guard let price = fields.decodeTextIfReadable(forKey: key, report: report).map(Price.init) else { return nil }
      if price.won == nil { report(key.rawValue) }
      return price
    }
    normalPrice = price(.normalPrice)
    salePrice = price(.salePrice)
  }
}
