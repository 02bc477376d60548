import Foundation
import ViewModels

/// Made-up dishes in the service's JSON: eight for each category, some without badges or prices.
package enum SampleDishes {
  private static let names: [DishCategory: [String]] = [
    .main: [
      "Soy-braised short ribs", "Glass noodle stir-fry", "Spicy pork", "Grilled mackerel", "Chicken stew", "Bulgogi",
      "Stuffed cutlet", "Seafood pancake",
    ],
    .soup: [
      "Kimchi stew", "Soybean paste stew", "Seaweed soup", "Beef radish soup", "Soft tofu stew", "Oxtail soup",
      "Bean sprout soup", "Dumpling soup",
    ],
    .side: [
      "Seasoned spinach", "Braised lotus root", "Stir-fried anchovies", "Rolled omelette", "Pickled radish",
      "Soy eggs", "Sweet black beans", "Cucumber salad",
    ],
  ]

  /// Returns the answer for a category, in the form that wraps the list.
  ///
  /// - Parameter images: The base URL of the images.
  package static func answer(
    for category: DishCategory, seed: UInt64, images: String = "https://images.example"
  ) throws -> Data {
    var random = SeededGenerator(seed: seed, "dishes", category.rawValue)
    let dishes = names[category, default: []].enumerated().map { position, name in
      dish(name, hash: "\(category.rawValue.uppercased())\(1_000 + position)", images: images, using: &random)
    }
    return try JSONSerialization.data(withJSONObject: ["statusCode": 200, "body": dishes], options: [.sortedKeys])
  }

  /// Returns the answer for a dish's page, with one to four pictures. Nil if there is no such dish.
  package static func answer(forPageOf hash: String, seed: UInt64, images: String = "https://images.example") throws
    -> Data?
  {
    let dishes = try DishCategory.allCases.flatMap { try DishList.decode(answer(for: $0, seed: seed)).items }
    guard let dish = dishes.first(where: { $0.id == hash }) else { return nil }
    var random = SeededGenerator(seed: seed, "page", hash)
    let pictures = (1...Int.random(in: 1...4, using: &random)).map { "\(images)/\(hash)_D\($0).gif" }
    let prices = [dish.normalPrice, dish.salePrice].compactMap(\.?.text)
    let data: [String: Any] = [
      "top_image": "\(images)/\(hash)_T.gif", "thumb_images": ["\(images)/\(hash)_T.gif"], "prices": prices,
      "product_description": "Made this morning", "point": "\((dish.salePrice?.won ?? 0) / 100)원",
      "delivery_info": "dawn, nationwide", "delivery_fee": "2,500원", "detail_section": pictures,
    ]
    return try JSONSerialization.data(withJSONObject: ["hash": hash, "data": data], options: [.sortedKeys])
  }

  private static func dish(_ name: String, hash: String, images: String, using random: inout SeededGenerator)
    -> [String: Any]
  {
    let price = Int.random(in: 30...180, using: &random) * 100
    var dish: [String: Any] = [
      "detail_hash": hash, "image": "\(images)/\(hash)_T.gif", "alt": name, "title": name,
      "delivery_type": ["dawn", "nationwide"], "description": "Made this morning", "s_price": won(price),
    ]
    if random.happens(percent: 50) { dish["n_price"] = won(price + 1_500) }
    dish["badge"] = ([["event"], [], nil] as [[String]?])[Int.random(in: 0..<3, using: &random)]
    return dish
  }

  private static func won(_ price: Int) -> String {
    String(format: "%d,%03d원", price / 1_000, price % 1_000)
  }
}
