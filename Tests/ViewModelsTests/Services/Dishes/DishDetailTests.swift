import Foundation
import ListViewModelsServer
import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("A dish's page", .serialized, .timeLimit(.minutes(10)))
struct DishDetailTests {
  private static let answer = """
    {"hash": "H1", "data": {"top_image": "https://dishes.example/1_T.jpg", "product_description": "Hot.",
      "prices": ["15,800원", "7,800원"],
      "detail_section": ["https://dishes.example/1_D1.jpg", "https://dishes.example/1_D2.jpg"]}}
    """

  @Test("every field is read")
  func allFields() throws {
    var detail = DishDetail(id: "H1")
    detail.summary = "Hot."
    detail.prices = [Price("15,800원"), Price("7,800원")]
    detail.images = try ["D1", "D2"].map { try #require(URL(string: "https://dishes.example/1_\($0).jpg")) }
    #expect(try DishDetail.decode(Data(Self.answer.utf8)) == detail)
    #expect(try DishDetail.decode(Data(Self.answer.utf8), of: "H1") == detail)
  }

  @Test("what can't be read costs itself alone")
  func unreadable() throws {
    let detail = try DishDetail.decode(
      Data(
        #"{"hash": "H1", "data": {"product_description": 78, "prices": ["ask", "7,800원", 3], "detail_section": ["", "https://a.example/1"]}}"#
          .utf8))
    #expect(detail.prices == [Price("7,800원")] && detail.images.map(\.absoluteString) == ["https://a.example/1"])
    #expect(detail.summary == nil)
  }

  @Test("an answer without a hash or its data, and one for another dish, is unreadable")
  func failures() {
    for (answer, reason) in [
      (#"{"data": {}}"#, "hash is missing"), (#"{"hash": "H1"}"#, "data is missing"),
      (#"{"hash": "H2", "data": {}}"#, "hash names another dish"),
    ] {
      #expect(throws: ServiceError(.unreadable(reason))) { try DishDetail.decode(Data(answer.utf8), of: "H1") }
    }
  }

  @Test("the page is asked for below the address, and no id leads elsewhere")
  func live() async throws {
    let asked = Log<String>()
    let server = try LoopbackServer { request in
      asked.add(request.path)
      return Answer(Data(Self.answer.utf8))
    }
    defer { server.stop() }
    let service = LiveDishService(try ServiceAddress(server.address), client: URLSessionClient.timeless())
    #expect(try await service.detail(of: "H1").images.count == 2)
    for id in ["", "..", "a/b", "H1?x=1", "%2e%2e", "수프"] {
      await #expect(throws: ServiceError(.unreadable("a dish's hash cannot be part of a URL"))) {
        try await service.detail(of: id)
      }
    }
    #expect(asked.entries == ["/detail/H1"])
  }

  @Test("a real page: four pictures one below the other", .enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
  func realPage() throws {
    let detail = try DishDetail.decode(SharedData.read("dishes/2022/detail-H4665.json"), of: "H4665")
    #expect(detail.images.count == 4 && detail.prices.map(\.won) == [7_800] && detail.summary != nil)
  }
}
