import Foundation
import ListEngine
import ListViewModelsTestSupport
import Testing
import ViewModels

@Suite("A category's dishes")
struct DishListTests {
  @Test("every field is read, alike in both forms of the answer")
  func bothForms() throws {
    let list = """
      [{"detail_hash": "H1", "image": "https://dishes.example/1.jpg", "alt": "A bowl", "delivery_type": ["새벽배송"],
        "title": "Soup", "description": "Hot.", "n_price": "15,800원", "s_price": "12,640원", "badge": ["한정", "베스트"]}]
      """
    var dish = Dish(id: "H1", title: "Soup")
    dish.summary = "Hot."
    dish.image = URL(string: "https://dishes.example/1.jpg")
    dish.normalPrice = Price("15,800원")
    dish.salePrice = Price("12,640원")
    dish.badges = ["한정", "베스트"]
    let expected = Page(items: [dish], isLast: true, totalItems: 1)
    #expect(try decode(list) == expected)
    #expect(try decode(#"{"statusCode": 200, "body": \#(list)}"#) == expected)
    #expect(dish.salePrice?.won == 12_640)
  }

  @Test(
    "a price is a number of won or unreadable, never 0 instead",
    arguments: [
      ("7,000", 7_000), ("15,800원", 15_800), (" 500 원", nil), (" 500원 ", 500), ("0원", 0), ("1234567", 1_234_567),
      ("1,234,567원", 1_234_567), ("", nil), ("원", nil), ("free", nil), ("-7,000원", nil), ("7,00원", nil),
      ("7,,000", nil), (",700", nil), ("1234,567", nil), ("７,000원", nil), ("99999999999999999999", nil),
    ] as [(String, Int?)])
  func price(text: String, won: Int?) {
    #expect(Price(text).won == won)
    #expect(Price(text).text == text)
  }

  @Test("a text that is no price is kept as a text, and the dish stays")
  func unreadablePrice() throws {
    let page = try decode(
      #"[{"detail_hash": "H1", "title": "A"}, {"detail_hash": "H2", "title": "B", "s_price": "ask"}]"#)
    #expect(page.items.count == 2 && page.items[1].salePrice == Price("ask") && page.items[1].salePrice?.won == nil)
  }

  @Test("a dish without a hash is dropped and reported")
  func dropped() throws {
    let page = try decode(#"{"body": [{"title": "A"}, {"detail_hash": "H2", "title": "B", "badge": "new"}]}"#)
    #expect(page.items == [Dish(id: "H2", title: "B")] && page.totalItems == 2)
    #expect(page.dropped == [DroppedItem(position: 0, reason: "detail_hash is missing")])
  }

  @Test("a statusCode that is not a success is thrown; so is what is no list")
  func failures() {
    #expect(throws: ServiceError(.refused(status: 404))) { try decode(#"{"statusCode": 404, "body": []}"#) }
    #expect(throws: ServiceError(.unreadable("body is missing"))) { try decode(#"{"statusCode": 200}"#) }
    #expect(throws: ServiceError(.unreadable("it is not a list"))) { try decode("7") }
  }

  @Test("real answers of both years: 8 dishes a category", .enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
  func realAnswers() throws {
    for year in ["2018", "2022"] {
      var hashes: Set<String> = []
      for category in DishCategory.allCases {
        let page = try DishList.decode(SharedData.read("dishes/\(year)/\(category.rawValue).json"))
        #expect(page.items.count == 8 && page.dropped.isEmpty)
        #expect(page.items.allSatisfy { $0.salePrice?.won != nil && $0.image != nil })
        hashes.formUnion(page.items.map(\.id))
      }
      #expect(hashes.count == 24)
    }
  }

  @discardableResult
  private func decode(_ answer: String) throws -> Page<Dish> { try DishList.decode(Data(answer.utf8)) }
}
