import Foundation
import ListViewModelsServer
import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("Unsplash's photos", .serialized, .timeLimit(.minutes(10)))
struct LivePhotoServiceTests {
  @Test("every field is read; a photo without an id is dropped, and a date that is none costs itself")
  func decode() throws {
    let page = try PhotoList.decode(
      Data(
        """
        [{"id": "a", "created_at": "2019-04-29T08:10:29-04:00", "alt_description": "A hill", "description": "Home",
          "urls": {"raw": "https://i.example/1?r", "full": "https://i.example/1?f", "regular": "https://i.example/1?w=1080",
          "small": "https://i.example/1?w=400", "thumb": "https://i.example/1?w=200"}, "likes": 38},
         {"likes": 1}, {"id": "b", "created_at": "yesterday", "alt_description": null}]
        """.utf8))
    var photo = Photo(id: "a")
    photo.createdAt = Date(timeIntervalSince1970: 1_556_539_829)
    photo.altDescription = "A hill"
    photo.sources.regular = URL(string: "https://i.example/1?w=1080")
    photo.sources.small = URL(string: "https://i.example/1?w=400")
    photo.likes = 38
    #expect(
      page
        == Page(
          items: [photo, Photo(id: "b")], isLast: false,
          dropped: [DroppedItem(position: 1, reason: "id is missing")]))
    #expect(try PhotoList.decode(Data("[]".utf8)).isLast)
    #expect(throws: ServiceError(.unreadable("it is not a list"))) { try PhotoList.decode(Data("{}".utf8)) }
  }

  @Test("pages come over real sockets until an empty one; a rejected key says so")
  func live() async throws {
    var routes = ServiceRoutes.sample
    routes.authorization = "Client-ID k3y"
    let asked = Log<[Int]>()
    routes.photos = { page, perPage in
      asked.add([page, perPage])
      return SampleAnswers.photos(page: page)
    }
    let server = try LoopbackServer(handler: routes.answer)
    defer { server.stop() }
    func service(_ key: String) throws -> LivePhotoService {
      try LivePhotoService(
        ServiceAddress(server.address), token: AccessToken(key, scheme: .clientID), perPage: 20,
        client: URLSessionClient.timeless())
    }
    let photos = try service("k3y")
    #expect(try await photos.photos(page: 2).items.map(\.id) == ["p2a", "p2b"])
    #expect(try await photos.photos(page: 4) == Page(items: [], isLast: true))
    #expect(asked.entries == [[2, 20], [4, 20]])
    await #expect(throws: ServiceError(.refused(status: 401), host: "127.0.0.1")) {
      try await service("other").photos(page: 1)
    }
  }

  @Test("real photos are read whole", .enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
  func real() throws {
    for (file, count) in [("photos-2019-page1", 2), ("photos-2021-12", 30)] {
      let page = try PhotoList.decode(SharedData.read("photos/\(file).json"))
      #expect(page.items.count == count && page.dropped.isEmpty)
      #expect(page.items.allSatisfy { $0.createdAt != nil && $0.sources.small != nil && $0.likes != nil })
    }
  }
}
