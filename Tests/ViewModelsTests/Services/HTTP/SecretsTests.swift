import Foundation
import ListViewModelsServer
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

@MainActor
@Suite("Secrets in what is shown when something goes wrong", .serialized, .timeLimit(.minutes(10)))
struct SecretsTests {
  /// A secret of so many letters, digits and signs, as tokens have them. Each piece of eight occurs once.
  nonisolated private static func secret(_ length: Int) -> String {
    var random = SeededGenerator(seed: UInt64(length))
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")
    return String((0..<length).map { _ in signs[Int.random(in: 0..<signs.count, using: &random)] })
  }

  /// How a service may quote a secret.
  enum Quote: CaseIterable {
    case whole, beginning, end, percentEncoded, inQuery, inCapitals, acrossTheLimit

    func callAsFunction(_ secret: String) -> String {
      let quote =
        switch self {
        case .whole: secret
        case .beginning: String(secret.prefix(secret.count - 3))
        case .end: String(secret.suffix(secret.count - 3))
        case .percentEncoded: secret.utf8.map { "%" + String($0, radix: 16) }.joined()
        case .inQuery: "https://127.0.0.1/list?page=1&key=\(secret)&language=en"
        case .inCapitals: secret.uppercased()
        // Behind as many letters as are shown of a text, but for a few.
        case .acrossTheLimit: String(repeating: "x", count: 190) + secret
        }
      return "no: \(quote)"
    }
  }

  nonisolated private static let secret = "XXXXs3cretXXXX"
  nonisolated private static let path = "/services/T00000000/B00000000/\(secret)"

  /// Whatever a service can answer with, each answer quoting all that it was sent.
  nonisolated private static let answers: [@Sendable (Request) async -> Answer] = [
    { await Fault.halfBody.apply(to: echo($0)) }, { await Fault.wrongLength.apply(to: echo($0)) },
    { await Fault.reset.apply(to: echo($0)) }, { await Fault.emptyBody.apply(to: echo($0)) },
    { await Fault.brokenUTF8.apply(to: echo($0)) }, { _ in Answer(delivery: .closed) },
    { echo($0, status: 200) }, { echo($0, status: 400) }, { echo($0, status: 401) }, { echo($0, status: 404) },
    { echo($0, status: 410) }, { echo($0, status: 429) }, { echo($0, status: 500) }, { echo($0, status: 503) },
    { await Fault.redirect(to: "http://localhost:1\($0.path)").apply(to: echo($0)) },
    { await Fault.redirect(to: $0.path).apply(to: echo($0)) },
  ]

  nonisolated private static func echo(_ request: Request, status: Int = 500) -> Answer {
    let escaped = request.path.replacingOccurrences(of: "/", with: "\\/")
    let quoted = "\(request.path) \(escaped) \(request.headers["authorization"] ?? "") \(secret)"
    return Answer(
      #"{"success": false, "status_code": 7, "status_message": "no \#(quoted)", "results": "\#(quoted)"}"#,
      status: status)
  }

  /// Everything that somebody might print of a thing.
  private func texts(of thing: Any) -> [String] {
    var dumped = ""
    dump(thing, to: &dumped)
    return ["\(thing)", String(reflecting: thing), dumped]
  }

  private func texts(ofError error: any Error) -> [String] {
    let bridged = error as NSError
    return texts(of: error) + texts(of: bridged) + texts(of: bridged.userInfo)
      + [error.localizedDescription, bridged.localizedFailureReason ?? ""]
  }

  @Test("no order, toast, or reason holds a part of the web hook", arguments: LoopbackHost.all, answers.indices)
  func orders(at host: LoopbackHost, position: Int) async throws {
    let server = try LoopbackServer(at: host) { await Self.answers[position]($0) }
    defer { server.stop() }
    let service = SlackOrderService(try WebHook(server.address + Self.path)) { URLSessionClient.timeless() }
    let orders = OrdersViewModel(service: service, pause: .zero, policy: .never)
    var toasts: [OrderToast] = []
    let token = orders.toasts.sink { toasts.append($0) }
    orders.place("Tea", text: "Tea")
    await orders.settled()
    #expect(toasts.count == 2)
    for text in texts(of: toasts) + texts(of: orders.orders) + texts(of: orders) + texts(of: service) {
      for part in [Self.secret, "T00000000", "B00000000"] { #expect(!text.contains(part), "\(text)") }
    }
    token.cancel()
  }

  @Test(
    "no error of a service holds the token, or the path of what was asked for", arguments: LoopbackHost.all,
    answers.indices)
  func errors(at host: LoopbackHost, position: Int) async throws {
    let server = try LoopbackServer(at: host) { await Self.answers[position]($0) }
    defer { server.stop() }
    let client = URLSessionClient.timeless()
    let service = try LiveMovieService(
      ServiceAddress(server.address), token: AccessToken(Self.secret), client: client)
    let error = await #expect(throws: (any Error).self) { try await service.movies(in: .popular, page: 1) }
    for text in texts(ofError: try #require(error)) + texts(of: service) {
      #expect(!text.contains(Self.secret), "\(text)")
    }
    let store = ImageStore(folder: nil, client: client)
    let url = try #require(URL(string: server.address + Self.path))
    let problem = await #expect(throws: (any Error).self) { try await store.data(for: url) }
    for text in texts(ofError: try #require(problem)) + texts(of: store) {
      #expect(!text.contains(Self.secret), "\(text)")
    }
  }

  @Test(
    "no part of a secret is shown, however long it is and however a service quotes it", arguments: [14, 240, 4_000],
    Quote.allCases)
  func quoted(length: Int, quote: Quote) async throws {
    let secret = Self.secret(length)
    let client = StubClient { request, _ in
      let message = quote(secret)
      return HTTPAnswer(
        status: request.method == .post ? 404 : request.url.path.hasSuffix("popular") ? 401 : 200,
        body: request.method == .post
          ? Data(message.utf8)
          : try JSONSerialization.data(
            withJSONObject: ["success": false, "status_code": 7, "status_message": message, "errors": [message]]))
    }
    let address = try ServiceAddress("http://127.0.0.1:1")
    var shown: [String] = []
    let movies = try LiveMovieService(address, token: AccessToken(secret), client: client)
    for section in [MovieSection.popular, .upcoming] {
      let error = await #expect(throws: (any Error).self) { try await movies.movies(in: section, page: 1) }
      shown += texts(ofError: try #require(error))
    }
    for address in ["http://127.0.0.1/services/\(secret)", "http://127.0.0.1/services?key=\(secret)"] {
      let order = await SlackOrderService(try WebHook(address)) { client }.order("Tea")
      guard case .refused(let error) = order else {
        Issue.record("\(order)")
        return
      }
      shown += texts(ofError: error)
    }
    let signs = Array(secret.lowercased())
    let pieces = Set((0...(length - 8)).map { String(signs[$0..<$0 + 8]) })
    for text in shown {
      let decoded = text.replacing(/%([0-9a-fA-F]{2})/) { match in
        UInt8(match.1, radix: 16).map { String(UnicodeScalar($0)) } ?? ""
      }
      let letters = Array(decoded.lowercased())
      guard letters.count >= 8 else { continue }
      let found = (0...(letters.count - 8)).contains { pieces.contains(String(letters[$0..<$0 + 8])) }
      #expect(!found, "\(text)")
    }
    #expect(shown.contains { $0.contains("<access token>") } || quote == .acrossTheLimit)
  }

  @Test("a secret is not shown as the name of a field, or as the host that a redirect leads to")
  func names() async throws {
    for isRedirect in [true, false] {
      let client = StubClient { _, _ in
        if isRedirect { throw ServiceError(.unsafeRedirect(to: "\(Self.secret).evil.example")) }
        return HTTPAnswer(status: 200, body: Data(#"{"\#(Self.secret)": "x"}"#.utf8))
      }
      let service = try JSONService(
        ServiceAddress("https://api.example"), token: AccessToken(Self.secret), client: client)
      let error = await #expect(throws: ServiceError.self) {
        let _: [String: Int] = try await service.get("counts")
      }
      let texts = texts(ofError: try #require(error))
      #expect(texts.allSatisfy { !$0.contains(Self.secret) } && texts.contains { $0.contains("<access token>") })
    }
  }

  @Test("a key of the query is not shown as the host that a redirect has led to; the host that was asked is")
  func hostOfRedirect() async throws {
    for host in ["\(Self.secret).example", "api.example", nil] {
      let client = StubClient { _, _ in throw ServiceError(.unreachable(.noSuchHost), host: host) }
      let service = try JSONService(ServiceAddress("https://api.example"), client: client)
      let error = await #expect(throws: ServiceError.self) {
        let _: [String] = try await service.get("list", query: ["api_key": Self.secret, "site": "api.example"])
      }
      let shown = host?.contains(Self.secret) == true ? "<query>" : "api.example"
      #expect(error?.description == "\(shown): cannot be reached: no such host")
    }
  }

  @Test("a key that a service takes in its query is not shown when it quotes it; short values are")
  func query() async throws {
    let client = StubClient { _, _ in
      let message = "Invalid key \(Self.secret.prefix(10)), page 12"
      return HTTPAnswer(status: 401, body: try JSONEncoder().encode(["message": message]))
    }
    let service = try JSONService(ServiceAddress("https://api.example"), client: client)
    let error = await #expect(throws: ServiceError.self) {
      let _: [String] = try await service.get("list", query: ["api_key": Self.secret, "page": "12"])
    }
    #expect(error?.description == #"api.example: HTTP 401, "Invalid key <query>, page 12""#)
  }

  @Test("ordinary words are no pieces of a secret")
  func words() throws {
    let token = try AccessToken("eyJhbGciOiJIUzI1NiJ9.c2VjcmV0.c2lnbmF0dXJl")
    let text = "Invalid API key: You must be granted a valid key. See https://developer.themoviedb.org?x=signature"
    #expect(token.redacted(text) == text)
  }

  @Test("an address that nobody listens at is not in the error, as URLSession would have it")
  func unreachable() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1\(Self.path)"))
    let error = await #expect(throws: ServiceError.self) {
      try await URLSessionClient.timeless().send(HTTPRequest(url))
    }
    for text in texts(ofError: try #require(error)) { #expect(!text.contains(Self.secret), "\(text)") }
  }
}
