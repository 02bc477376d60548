import Foundation

/// A side dish of the catalogue.
public struct Dish: Identifiable, Hashable, Sendable {
  /// The dish's id at the service.
  public var id: String
  /// The name of the dish.
  public var title: String
  /// A sentence about the dish.
  public var summary: String?
  /// The URL of the picture.
  public var image: URL?
  /// The price without the discount. Nil if there is no discount.
  public var normalPrice: Price?
  /// The price.
  public var salePrice: Price?
  /// The texts of the labels, such as 이벤트특가, a special price for an event. An open set.
  public var badges: [String]

  /// Creates a dish with only its required fields.
  public init(id: String, title: String) {
    self.id = id
    self.title = title
    badges = []
  }
}

extension Dish: LossyDecodable, Encodable {
  enum CodingKeys: String, CodingKey {
    case title, image
    case id = "detail_hash"
    case summary = "description"
    case badges = "badge"
    case normalPrice = "n_price"
    case salePrice = "s_price"
  }

  init(_ fields: LossyFields<CodingKeys>) throws {
    id = try fields.required(.id)
    title = try fields.required(.title)
    summary = fields.optional(.summary)
    image = fields.text(.image).flatMap { URL(string: $0) }
    badges = fields.optional(.badges) ?? []
    normalPrice = fields.text(.normalPrice).map(Price.init)
    salePrice = fields.text(.salePrice).map(Price.init)
  }
}
