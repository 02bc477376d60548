import Foundation
import ListEngine
import ListViewModelsServer
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ViewModels

@Suite("A JSON service that writes", .timeLimit(.minutes(10)))
struct JSONServiceSendTests {
  private struct Post: Equatable, Codable, Sendable { var id: Int, title: String }
  private struct Change: Encodable, Sendable { var isRead: Bool }

  private func service(_ stub: StubClient) -> JSONService { JSONService("https://api.example.com/v1", client: stub) }

  @Test("method, path, query, header fields and body go out as they are given")
  func request() async throws {
    let stub = StubClient { _, _ in HTTPAnswer(status: 200, body: Data(#"{"id":7,"title":"Tea"}"#.utf8)) }
    let post: Post = try await service(stub).send(
      .patch, "posts/7", query: ["fields": "all"], headers: ["If-Match": "\"a\""], body: Change(isRead: true))
    #expect(post == Post(id: 7, title: "Tea"))
    let request = try #require(stub.requests.entries.first)
    #expect(request.method.rawValue == "PATCH" && request.lane == "posts/7" && !request.isRepeatable)
    #expect(request.url.absoluteString == "https://api.example.com/v1/posts/7?fields=all")
    #expect(
      request.headers == ["Accept": "application/json", "Content-Type": "application/json", "If-Match": "\"a\""])
    #expect(request.body == Data(#"{"isRead":true}"#.utf8))
  }

  @Test("what has no body says nothing of its kind; a key makes a POST repeatable")
  func repeatable() async throws {
    let stub = StubClient { _, _ in HTTPAnswer(status: 204) }
    try await service(stub).send(.delete, "posts/7")
    try await service(stub).send(.post, "posts", headers: ["Idempotency-Key": "k"], mayBeRepeated: true)
    #expect(stub.requests.entries.map(\.isRepeatable) == [true, true])
    #expect(stub.requests.entries[0].headers == ["Accept": "application/json"])
    #expect(stub.requests.entries[0].body == nil)
  }

  @Test("a header field takes the place of the service's own whatever its case, and is given once")
  func headerCase() async throws {
    let stub = StubClient { _, _ in HTTPAnswer(status: 204) }
    let kind = ["content-type": "application/merge-patch+json", "ACCEPT": "text/plain"]
    try await service(stub).send(.patch, "posts/7", headers: kind, body: Change(isRead: true))
    #expect(stub.requests.entries.first?.headers == kind)
    let error = await #expect(throws: ServiceError.self) {
      try await service(stub).send(.patch, "posts/7", headers: ["X-Key": "1", "x-key": "2"])
    }
    #expect(error?.kind == .badConfiguration("a header field is given twice"))
    #expect(stub.requests.entries.count == 1)
  }

  @Test("204 is an answer without a body: nil where that is possible, unreadable where it is not")
  func empty() async throws {
    let service = service(StubClient { _, _ in HTTPAnswer(status: 204) })
    let none: Post? = try await service.send(.put, "posts/7")
    #expect(none == nil)
    let error = await #expect(throws: ServiceError.self) { let _: Post = try await service.send(.put, "posts/7") }
    #expect(error == ServiceError(.unreadable("it is empty"), host: "api.example.com"))
    try await service.send(.put, "posts/7")
    let some: Post? = try await self.service(
      StubClient { _, _ in HTTPAnswer(status: 201, body: Data(#"{"id":1,"title":""}"#.utf8)) }
    ).send(.put, "posts/1")
    #expect(some?.id == 1)
  }

  @Test(
    "the service's own words are part of the error, in the forms that services use",
    arguments: [
      (#"{"detail":"No cursor."}"#, "No cursor."), (#"{"message":"Gone"}"#, "Gone"),
      (#"{"error":"expired"}"#, "expired"),
      (#"{"error":{"code":3,"message":"Too long"}}"#, "Too long"), (#"{"title":"Bad","detail":"Very"}"#, "Very"),
      (#"{"error":"invalid_grant","error_description":"Sign in."}"#, "Sign in."), (#"{"message":"a\nb"}"#, "a b"),
      (#"{"message":""}"#, nil), (#"{"message":7}"#, nil), ("<html>", nil), ("", nil), (#"["no"]"#, nil),
      (#"{"error":{"error":{"message":"deep"}}}"#, nil),
      ("{\"detail\":\"\(String(repeating: "x", count: 501))\",\"title\":\"short\"}", "short"),
    ] as [(String, String?)])
  func words(body: String, reason: String?) async {
    let service = service(StubClient { _, _ in HTTPAnswer(status: 410, body: Data(body.utf8)) })
    let error = await #expect(throws: ServiceError.self) { try await service.send(.delete, "posts/7") }
    #expect(error == ServiceError(.refused(status: 410, reason: reason), host: "api.example.com"))
  }

  @Test("a key in a header field is blacked out where the service quotes it, and no error holds the path")
  func secrets() async throws {
    let stub = StubClient { request, _ in
      HTTPAnswer(
        status: 400, body: Data(#"{"error":"no \#(request.headers["X-Api-Key"] ?? "") at \#(request.url.path)"}"#.utf8))
    }
    let error = await #expect(throws: ServiceError.self) {
      try await service(stub).send(.put, "posts", headers: ["X-Api-Key": "k1e2y3k4e5y6"])
    }
    #expect(error?.description == #"api.example.com: HTTP 400, "no <header field> at /v1/posts""#)
  }

  @Test("a header field that could end the request is refused", arguments: ["a\r\nX-Evil: 1", "ü", "\u{0}"])
  func injection(text: String) async {
    let stub = StubClient { _, _ in HTTPAnswer(status: 200) }
    for headers in [["X": text], [text: "1"], ["": "1"]] {
      let error = await #expect(throws: ServiceError.self) {
        try await service(stub).send(.put, "posts", headers: headers)
      }
      guard case .badConfiguration = error?.kind else { return #expect(Bool(false), "\(String(describing: error))") }
    }
    #expect(stub.requests.entries.isEmpty)
  }

  @Test("after a 401 the token is asked for once more, once for all requests, and each request is sent again")
  func renewal() async throws {
    let asked = Log<String?>()
    let (all, count) = (Signal(), 20)
    let stub = StubClient { request, number in
      if request.token?.headerValue == "Bearer token2" { return HTTPAnswer(status: 204) }
      if number == count { all.fire() }
      await all.wait()  // all of them have gone out with the old token
      return HTTPAnswer(status: 401)
    }
    let service = try JSONService(
      ServiceAddress("https://api.example.com"), token: { try AccessToken("token\(asked.add($0?.headerValue))") },
      client: stub)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count { group.addTask { try await service.send(.post, "posts/\(number)") } }
      try await group.waitForAll()
    }
    #expect(asked.entries == [nil, "Bearer token1"])
    #expect(stub.requests.entries.count == 2 * count)
  }

  @Test("a 401 to the new token is the answer; a token that doesn't change is not asked for again")
  func refused() async throws {
    let stub = StubClient { request, _ in
      HTTPAnswer(status: 401, body: Data(#"{"error":"bad \#(request.token?.headerValue ?? "")"}"#.utf8))
    }
    let address = try ServiceAddress("https://api.example.com")
    let constant = try JSONService(address, token: AccessToken("s3cretX"), client: stub)
    let error = ServiceError(.refused(status: 401, reason: "bad Bearer <access token>"), host: "api.example.com")
    await #expect(throws: error) { try await constant.send(.delete, "posts/1") }
    #expect(stub.requests.entries.count == 1)
    let renewed = try JSONService(
      address, token: { try AccessToken($0 == nil ? "firstOne" : "secondOne") }, client: stub)
    await #expect(throws: error) { try await renewed.send(.delete, "posts/1") }
    #expect(stub.requests.entries.count == 3)
    #expect(throws: ServiceError.self) {
      try JSONService(ServiceAddress("http://api.example.com"), token: { _ in try AccessToken("x") }, client: stub)
    }
  }

  @Test(
    "a 401 to a second try renews the token, too; what then says that nothing has changed says it of the last try alone",
    arguments: [
      (HTTPAnswer(status: 204), nil as Int?), (HTTPAnswer(status: 404), 503), (HTTPAnswer(status: 401), 503),
      (HTTPAnswer(status: 500), 500),
    ])
  func renewalInDoubt(answer: HTTPAnswer, failure: Int?) async throws {
    let stub = StubClient { request, number in
      if number == 1 { return HTTPAnswer(status: 503) }
      return request.token?.headerValue == "Bearer first" ? HTTPAnswer(status: 401) : answer
    }
    let asked = Log<String?>()
    let service = try JSONService(
      ServiceAddress("https://api.example.com"),
      token: {
        asked.add($0?.headerValue)
        return try AccessToken($0 == nil ? "first" : "second")
      }, client: RetryingClient(stub, policy: RetryPolicy(tries: 2, step: .zero)))
    var error: ServiceError?
    do { try await service.send(.delete, "posts/1") } catch let thrown as ServiceError { error = thrown }
    #expect(error == failure.map { ServiceError(.refused(status: $0), host: "api.example.com") })
    #expect(asked.entries == [nil, "Bearer first"])
  }

  @Test("a token that can't be renewed leaves a second try in doubt", arguments: [true, false])
  func renewalFailsInDoubt(isConstant: Bool) async throws {
    let stub = StubClient { _, number in HTTPAnswer(status: number == 1 ? 503 : 401) }
    let service = try JSONService(
      ServiceAddress("https://api.example.com"),
      token: {
        if $0 != nil, !isConstant { throw ServiceError(.refused(status: 400)) }
        return try AccessToken("first")
      }, client: RetryingClient(stub, policy: RetryPolicy(tries: 2, step: .zero)))
    await #expect(throws: ServiceError(.refused(status: 503), host: "api.example.com")) {
      try await service.send(.delete, "posts/1")
    }
    #expect(stub.requests.entries.count == (isConstant ? 3 : 2))
  }

  @Test("a request that is cancelled while a token is asked for is not sent")
  func cancelled() async throws {
    let (isAsked, never) = (Signal(), Signal())
    let stub = StubClient { _, _ in HTTPAnswer(status: 204) }
    let service = try JSONService(
      ServiceAddress("https://api.example.com"),
      token: { _ in
        isAsked.fire()
        await never.wait()
        return try AccessToken("late")
      }, client: stub)
    let task = Task { try await service.send(.post, "posts") }
    await isAsked.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    never.fire()
    #expect(stub.requests.entries.isEmpty)
  }

  /// Each fault that doesn't end the process, and whether a POST is sent once more after it: never, if it may have arrived.
  private static let faults: [(Fault, Int)] =
    [.closed, .halfBody, .wrongLength, .reset, .endless, .brokenUTF8, .emptyBody, .html].map { ($0, 1) }
    + [408, 425, 500, 503, 504].map { (Fault.status($0), 1) }
    + [(.redirect(to: "/elsewhere"), 1), (.redirect(to: "http://localhost:1/"), 1)]
    + [(.tooManyRequests(retryAfter: nil), 4), (.tooManyRequests(retryAfter: "0"), 4)]

  @Test("over a faulty server a POST has one effect at most, and every end is an error with the host or a success")
  func effects() async throws {
    for (fault, mostTries) in Self.faults {
      let posts = Log<Void>()
      let server = try LoopbackServer { request in
        guard request.method == "POST" else { return Answer("{}") }
        posts.add(())
        return await fault.apply(to: Answer(#"{"id":1,"title":"Tea"}"#))
      }
      defer { server.stop() }
      let client = RetryingClient(
        URLSessionClient.timeless(), policy: RetryPolicy(step: .zero, rateLimitPause: .zero), random: { 0 })
      let service = try JSONService(
        ServiceAddress(server.address), token: { _ in try AccessToken("s3cret") }, client: client)
      do {
        let _: Post = try await service.send(.post, "posts", body: Post(id: 1, title: "Tea"))
      } catch let error as ServiceError {
        #expect(error.host == "127.0.0.1" && !error.description.contains("s3cret"), "\(fault): \(error)")
      }
      #expect(posts.entries.count == mostTries, "\(fault)")
    }
  }
}
