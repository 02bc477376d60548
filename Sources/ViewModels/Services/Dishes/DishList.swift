import Foundation

/// A category's dishes in the service's JSON, in both of its forms: `{statusCode, body: [...]}` and a bare list.
public enum DishList {
  /// Decodes an answer dish by dish. Dishes without a hash or a title are dropped and reported.
  ///
  /// - Throws: ``ServiceError``: `unreadable`, or `refused` if `statusCode` is not a success.
  /// - Complexity: O(length of the answer)
  public static func decode(_ data: Data) throws -> Page<Dish> {
    let list = try JSONAnswer.decode(Envelope.self, from: data).dishes
    return Page(list, isLast: true, totalItems: list.count)
  }

  private struct Envelope: Decodable {
    let dishes: LossyList<Dish>

    enum CodingKeys: CodingKey { case statusCode, body }

    init(from decoder: any Decoder) throws {
      guard let envelope = try? decoder.container(keyedBy: CodingKeys.self) else {
        dishes = try LossyList(from: decoder)
        return
      }
      if let status = try? envelope.decode(Int.self, forKey: .statusCode), !(200..<300 ~= status) {
        throw ServiceError(.refused(status: status))
      }
      dishes = try envelope.decode(LossyList<Dish>.self, forKey: .body)
    }
  }
}
