import Foundation
import ListViewModelsServer
import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("TMDB's movies over real sockets", .serialized, .timeLimit(.minutes(10)))
struct LiveMovieServiceTests {
  @Test("asks for list, page, language and region with the token, and reads the page")
  func asks() async throws {
    let requests = Log<Request>()
    let server = try LoopbackServer { request in
      requests.add(request)
      return await ServiceRoutes.sample.answer(request)
    }
    defer { server.stop() }
    let service = try LiveMovieService(
      ServiceAddress(server.address), token: AccessToken("s3cret"), language: "ko-KR", region: "KR",
      client: URLSessionClient.timeless())
    let page = try await service.movies(in: .topRated, page: 3)
    #expect(page.items.map(\.id) == Array(300..<320) && page.number == 3 && page.totalItems == 100 && !page.isLast)
    #expect(try await service.movies(in: .topRated, page: 5).isLast)
    #expect(try await service.movies(matching: " a+b & 김 ", page: 1).items.count == 20)
    let first = try #require(requests.entries.first)
    #expect(first.path == "/movie/top_rated" && first.headers["authorization"] == "Bearer s3cret")
    #expect(first.query == ["page": "3", "language": "ko-KR", "region": "KR"])
    #expect(requests.entries.last?.query["query"] == "a+b & 김")
  }

  @Test("pages that TMDB does not serve and empty queries are answered without asking")
  func notAsked() async throws {
    let stub = StubClient { _, _ in throw ServiceError(.unreachable(.refused)) }
    let service = try LiveMovieService(token: AccessToken("s3cret"), client: stub)
    #expect(try await service.movies(in: .popular, page: 501) == Page(items: [], number: 501, isLast: true))
    #expect(try await service.movies(matching: " \n", page: 1) == Page(items: [], number: 1, isLast: true))
    await #expect(throws: ServiceError(.badConfiguration("pages are counted from 1"))) {
      try await service.movies(in: .popular, page: 0)
    }
    #expect(stub.requests.entries.isEmpty)
  }

  @Test(
    "each fault of a network or a service ends in an error that says what it was, and other lists go on",
    arguments: [
      (.status(401), .refused(status: 401, code: 7, reason: "Loopback says no.")),
      (.status(404), .refused(status: 404, code: 34, reason: "Loopback says no.")),
      (.status(500), .refused(status: 500, code: 11, reason: "Loopback says no.")),
      (.status(503), .refused(status: 503, code: 9, reason: "Loopback says no.")),
      (
        .tooManyRequests(retryAfter: "9"),
        .refused(status: 429, code: 25, reason: "Loopback says no.", retryAfter: .seconds(9))
      ),
      (.tooManyRequests(retryAfter: nil), .refused(status: 429, code: 25, reason: "Loopback says no.")),
      (.code21, .refused(status: 200, code: 21, reason: "Loopback says no.")),
      (.emptyBody, .unreadable("it is empty")), (.html, .unreadable("it is not readable JSON")),
      (.endless, .tooLarge(limit: 1 << 20)),
      (.redirect(to: "https://evil.example/"), .unsafeRedirect(to: "evil.example")),
      (.halfBody, nil), (.wrongLength, nil), (.reset, nil),
    ] as [(Fault, ServiceError.Kind?)])
  func faults(fault: Fault, kind: ServiceError.Kind?) async throws {
    var routes = ServiceRoutes.sample
    routes.fault = { $0.path == "/movie/popular" ? fault : nil }
    let server = try LoopbackServer(handler: routes.answer)
    defer { server.stop() }
    let service = try server.movieService()
    async let upcoming = service.movies(in: .upcoming, page: 1)
    let error = await #expect(throws: ServiceError.self) { try await service.movies(in: .popular, page: 1) }
    if let kind {
      #expect(error == ServiceError(kind, host: "127.0.0.1"))
    } else if case .connectionLost = error?.kind {
      #expect(error?.host == "127.0.0.1")
    } else {
      Issue.record("\(String(describing: error))")
    }
    #expect(try await upcoming.items.count == 20)
  }

  @Test("code 22 ends the list; the answer for another page says so")
  func ends() async throws {
    var routes = ServiceRoutes.sample
    routes.fault = { $0.path == "/movie/popular" ? .code22 : .otherPage }
    let server = try LoopbackServer(handler: routes.answer)
    defer { server.stop() }
    let service = try server.movieService()
    #expect(try await service.movies(in: .popular, page: 7) == Page(items: [], number: 7, isLast: true))
    #expect(try await service.movies(in: .upcoming, page: 2).number == 3)
  }

  @Test("what a service quotes of a token is blacked out, in errors by status and in errors inside 200")
  func quotedToken() async throws {
    let server = try LoopbackServer { request in
      let header = request.headers["authorization"] ?? ""
      return Answer(
        #"{"success": false, "status_code": 7, "status_message": "Bad key: \#(header)"}"#,
        status: request.path.hasSuffix("popular") ? 401 : 200)
    }
    defer { server.stop() }
    for section in [MovieSection.popular, .upcoming] {
      let error = await #expect(throws: ServiceError.self) {
        try await server.movieService().movies(in: section, page: 1)
      }
      #expect(error?.description.contains(#"code 7, "Bad key: Bearer <access token>""#) == true)
    }
  }

  @Test("a service that recovers is asked again and nothing of it is seen")
  func recovers() async throws {
    var routes = ServiceRoutes.sample
    let faults: [Fault] = [.reset, .tooManyRequests(retryAfter: "0"), .status(503)]
    routes.fault = { faults.indices ~= $0.number - 1 ? faults[$0.number - 1] : nil }
    let server = try LoopbackServer(handler: routes.answer)
    defer { server.stop() }
    let client = RetryingClient(LimitedClient(URLSessionClient.timeless()), clock: TestClock(), random: { 0 })
    #expect(try await server.movieService(client: client).movies(in: .popular, page: 1).items.count == 20)
  }

  @Test("decodes while the main actor is busy")
  @MainActor
  func decodesElsewhere() async throws {
    let isBusy = Signal()
    let hasDecoded = DispatchSemaphore(value: 0)
    let stub = StubClient { _, _ in
      // From here on the main actor waits for the decoding.
      Task { @MainActor in
        isBusy.fire()
        Self.block(until: hasDecoded)
      }
      await isBusy.wait()
      return HTTPAnswer(status: 200, body: Data("7".utf8))
    }
    let service = try JSONService(ServiceAddress("https://api.example"), client: stub)
    let number = try await service.get("x", lane: "x") { data in
      defer { hasDecoded.signal() }
      return try JSONAnswer.decode(Int.self, from: data)
    }
    #expect(number == 7)
  }

  private static func block(until semaphore: DispatchSemaphore) {
    // Ends a hang, and is far longer than any machine takes.
    #expect(semaphore.wait(timeout: .now() + 300) == .success, "decoding waits for the main actor")
  }

  @Test("a poster has the smallest size that is wide enough, and no path leads to another host")
  func posters() {
    func address(_ path: String?, _ width: Int) -> String? { TMDB.posterURL(for: path, width: width)?.absoluteString }
    #expect(address("/a.jpg", 342) == "https://image.tmdb.org/t/p/w342/a.jpg")
    #expect(address("/a.jpg", 343) == "https://image.tmdb.org/t/p/w500/a.jpg")
    #expect(address("/a.jpg", 0) == "https://image.tmdb.org/t/p/w92/a.jpg")
    #expect(address("/a.jpg", 781) == "https://image.tmdb.org/t/p/original/a.jpg")
    for path in [nil, "", "a.jpg", "//evil.example/a.jpg"] { #expect(address(path, 92) == nil) }
  }
}
