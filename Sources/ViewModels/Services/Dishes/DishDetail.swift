import Foundation

/// A dish's page: its pictures and prices.
///
/// Only ``id`` is always present. The texts are the service's own.
public struct DishDetail: Identifiable, Hashable, Sendable {
  /// The dish's id at the service.
  public var id: Dish.ID
  /// A sentence about the dish.
  public var summary: String?
  /// The price, or the one without the discount and the one with it.
  public var prices: [Price]
  /// The URLs of the pictures that stand one below the other, from top to bottom.
  public var images: [URL]

  /// Creates a page with only its required fields.
  public init(id: Dish.ID) {
    self.id = id
    (prices, images) = ([], [])
  }

  /// Decodes an answer: `{hash, data: {...}}`. Prices and URLs that can't be read are left out.
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
    case summary = "product_description"
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

  /// Reads all but the id.
  private init(_ decoder: any Decoder) throws {
    let fields = try LossyFields<CodingKeys>(decoder)
    self.init(id: "")
    // Text by text, so that one entry doesn't cost the list.
    func texts(_ key: CodingKeys) -> [String] {
      let list: LossyList<String>? = fields.optional(key)
      return list?.items ?? []
    }
    summary = fields.text(.summary)
    prices = texts(.prices).map(Price.init).filter { $0.won != nil }
    images = texts(.images).compactMap { $0.isEmpty ? nil : URL(string: $0) }
  }
}
