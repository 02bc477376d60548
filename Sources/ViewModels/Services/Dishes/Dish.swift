import Foundation

/// A side dish of the catalogue.
public struct Dish: Identifiable, Hashable, Sendable {
  /// A label on a dish. An open set: unknown labels are kept as they are.
  public struct Badge: RawRepresentable, Hashable, Sendable, Codable {
    /// A special price for an event.
    public static let event = Badge(rawValue: "이벤트특가")
    /// A special price for a launch. The service also sends an older spelling, 론칭특가, which is not equal to this.
    public static let launch = Badge(rawValue: "런칭특가")
    /// A special price on the front page.
    public static let main = Badge(rawValue: "메인특가")
    /// A bestseller.
    public static let best = Badge(rawValue: "베스트")

    /// The text on the label.
    public var rawValue: String
    /// Creates a label from its text.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The dish's id at the service.
  public var id: String
  /// The name of the dish.
  public var title: String
  /// A sentence about the dish.
  public var summary: String?
  /// The URL of the picture.
  public var image: URL?
  /// A description of the picture.
  public var imageDescription: String?
  /// The ways of delivery. An open set.
  public var deliveryTypes: [String]
  /// The price without the discount. Nil if there is no discount.
  public var normalPrice: Price?
  /// The price.
  public var salePrice: Price?
  /// The labels.
  public var badges: [Badge]

  /// Creates a dish with only its required fields.
  public init(id: String, title: String) {
    self.id = id
    self.title = title
    deliveryTypes = []
    badges = []
  }
}

extension Dish: LossyDecodable, Encodable {
  enum CodingKeys: String, CodingKey {
    case title, image
    case id = "detail_hash"
    case summary = "description"
    case imageDescription = "alt"
    case badges = "badge"
    case deliveryTypes = "delivery_type"
    case normalPrice = "n_price"
    case salePrice = "s_price"
  }

  init(_ fields: LossyFields<CodingKeys>) throws {
    id = try fields.required(.id)
    title = try fields.required(.title)
    summary = fields.optional(.summary)
    image = fields.text(.image).flatMap { URL(string: $0) }
    imageDescription = fields.optional(.imageDescription)
    deliveryTypes = fields.optional(.deliveryTypes) ?? []
    badges = fields.optional(.badges) ?? []
    func price(_ key: CodingKeys) -> Price? {
      guard let price = fields.text(key).map(Price.init) else { return nil }
      if price.won == nil { fields.report(key.rawValue) }
      return price
    }
    normalPrice = price(.normalPrice)
    salePrice = price(.salePrice)
  }
}
