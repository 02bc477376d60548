import Foundation
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("A service of one's own on the JSON base")
struct JSONServiceTests {
  private struct Post: Identifiable, Equatable, Codable, Sendable {
    let id: Int
    var title: String
  }

  private struct Answer: Decodable, Sendable {
    let posts: LossyList<Post>
    let next: String?
  }

  private func answer(_ status: Int = 200, _ text: String) -> StubClient {
    StubClient { _, _ in HTTPAnswer(status: status, body: Data(text.utf8)) }
  }

  private func posts(_ client: some HTTPClient) async throws -> Page<Post> {
    let service = JSONService("https://api.example.com/v1", client: client)
    let answer: Answer = try await service.get("feeds/new", query: ["limit": "20", "cursor": nil, "after": "a+b"])
    return Page(answer.posts, nextCursor: answer.next)
  }

  @Test("plain decodable items are decoded one by one; what cannot be read is named and costs nothing else")
  func lossy() async throws {
    let page = try await posts(
      answer(200, #"{"posts":[{"id":1,"title":"a"},{"id":"x"},7,{"id":2,"title":"b"}],"next":"c"}"#))
    #expect(page.items == [Post(id: 1, title: "a"), Post(id: 2, title: "b")])
    #expect(page.nextCursor == "c" && !page.isLast)
    #expect(page.dropped.map(\.position) == [1, 2])
    #expect(page.dropped.first?.reason.contains("id") == true)
  }

  @Test("what an app's own decoding throws is an unreadable answer, which is not quoted")
  func ownDecoding() async throws {
    struct Odd: Error { let text: String }
    struct Day: Decodable {
      init(from decoder: any Decoder) throws { throw Odd(text: try String(from: decoder)) }
    }
    let service = JSONService("https://api.example.com/v1", client: answer(200, #""31 February""#))
    await #expect(throws: ServiceError(.unreadable("it cannot be decoded"), host: "api.example.com")) {
      let _: Day = try await service.get("day")
    }
    // What means something to a list, it is told.
    struct Feed: Decodable {
      init(from decoder: any Decoder) throws { throw LoadError.expiredCursor }
    }
    await #expect(throws: LoadError.expiredCursor) {
      let _: Feed = try await service.get("feed")
    }
    let list = try JSONDecoder().decode(LossyList<Day>.self, from: Data(#"["31 February"]"#.utf8))
    #expect(list.dropped.allSatisfy { !$0.reason.contains("February") } && list.dropped.count == 1)
  }

  @Test("why an item was dropped is one short line, whatever the answer calls its fields")
  func namesOfFields() throws {
    let name = "a\\u001b[2J\\n" + String(repeating: "b", count: 1_000)
    let list = try JSONDecoder().decode(LossyList<[String: Int]>.self, from: Data(#"[{"\#(name)": "x"}]"#.utf8))
    let reason = try #require(list.dropped.first?.reason)
    #expect(reason.count <= 200 && reason.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
  }

  @Test("the query is sorted, escaped, and without what is nil")
  func query() async throws {
    let asked = Lock<URL?>(nil)
    let client = StubClient { request, _ in
      asked.withLock { $0 = request.url }
      return HTTPAnswer(status: 200, body: Data(#"{"posts":[]}"#.utf8))
    }
    #expect(try await posts(client).isLast)
    #expect(
      asked.withLock { $0?.absoluteString } == "https://api.example.com/v1/feeds/new?after=a%2Bb&limit=20")
  }

  @Test("a status that is no success is an error with the host, whatever the body says")
  func status() async {
    let error = await #expect(throws: ServiceError.self) { try await posts(answer(503, #"{"posts":[]}"#)) }
    #expect(error == ServiceError(.refused(status: 503), host: "api.example.com"))
  }

  @Test("an answer that is not what was promised is an error with the host")
  func unreadable() async {
    let error = await #expect(throws: ServiceError.self) { try await posts(answer(200, #"{"posts":{}}"#)) }
    guard case .unreadable = error?.kind else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(error?.host == "api.example.com")
  }

  @Test("the decoder is the app's own")
  func decoder() async throws {
    struct Named: Decodable, Sendable { let firstName: String }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let service = JSONService("https://a.b", decoder: decoder, client: answer(200, #"{"first_name":"Ada"}"#))
    let named: Named = try await service.get("me")
    #expect(named.firstName == "Ada")
  }
}
