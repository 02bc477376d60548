import Foundation

/// A dish's page: its pictures, prices and delivery.
///
/// Only ``id`` is always present. The texts are the service's own.
public struct DishDetail: Identifiable, Hashable, Sendable {
  /// The dish's id at the service.
  public var id: Dish.ID
  /// The URL of the picture at the top.
  public var topImage: URL?
  /// The URLs of the pictures to leaf through at the top.
  public var thumbnails: [URL]
  /// A sentence about the dish.
  public var summary: String?
  /// The points that an order earns.
  public var points: Price?
  /// How the dish is delivered.
  public var delivery: String?
  /// What the delivery costs, with its conditions.
  public var deliveryFee: String?
  /// The price, or the one without the discount and the one with it.
  public var prices: [Price]
  /// The URLs of the pictures that stand one below the other, from top to bottom.
  public var images: [URL]
  /// The names of the values that couldn't be read and are left out, such as `prices[1]`.
  public var unreadableFields: [String]

  /// Creates a page with only its required fields.
  public init(id: Dish.ID) {
    self.id = id
    (thumbnails, prices, images, unreadableFields) = ([], [], [], [])
  }

  /// Decodes an answer: `{hash, data: {...}}`.
  ///
  /// - Parameters:
  ///   - data: The answer.
  ///   - id: The dish that was asked for; nil accepts any.
  /// - Throws: ``ServiceError``, `unreadable`, also if the answer is for another dish.
  /// - Complexity: O(length of the answer)
  public static func decode(_ data: Data, of id: Dish.ID? = nil) throws -> DishDetail {
    let answer = try JSONAnswer.decode(Envelope.self, from: data)
    var detail = answer.data.detail
    detail.id = answer.hash
    guard id == nil || detail.id == id else { throw ServiceError(.unreadable("hash names another dish")) }
    return detail
  }
}

extension DishDetail {
  private enum CodingKeys: String, CodingKey {
    case prices
    case topImage = "top_image"
    case thumbnails = "thumb_images"
    case summary = "product_description"
    case points = "point"
    case delivery = "delivery_info"
    case deliveryFee = "delivery_fee"
    case images = "detail_section"
  }

  private struct Envelope: Decodable {
    let hash: Dish.ID
    let data: Body
  }

  private struct Body: Decodable {
    let detail: DishDetail
    init(from decoder: any Decoder) throws { detail = try DishDetail(decoder) }
  }

  /// An entry of a list. Nil if it isn't a text, so that one entry doesn't cost the list.
  private struct Text: Decodable {
    let value: String?
    init(from decoder: any Decoder) throws { value = try? decoder.singleValueContainer().decode(String.self) }
  }

  /// Reads all but the id.
  private init(_ decoder: any Decoder) throws {
    var unreadable: [String] = []
    let fields = try LossyFields<CodingKeys>(decoder) { unreadable.append($0) }
    self.init(id: "")
    func values<Value>(_ key: CodingKeys, _ make: (String) -> Value?) -> [Value] {
      let texts: [Text] = fields.optional(key) ?? []
      return texts.enumerated().compactMap { position, text in
        let value = text.value.flatMap(make)
        if value == nil { unreadable.append("\(key.rawValue)[\(position)]") }
        return value
      }
    }
    func price(_ text: String) -> Price? { Price(text).won.map { _ in Price(text) } }
    func url(_ text: String) -> URL? { text.isEmpty ? nil : URL(string: text) }
    topImage = fields.text(.topImage).flatMap(url)
    thumbnails = values(.thumbnails, url)
    summary = fields.text(.summary)
    points = fields.text(.points).flatMap(price)
    delivery = fields.text(.delivery)
    deliveryFee = fields.text(.deliveryFee)
    prices = values(.prices, price)
    images = values(.images, url)
    unreadableFields = unreadable
  }
}
