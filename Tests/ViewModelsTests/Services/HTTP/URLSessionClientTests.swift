import Foundation
import ListViewModelsServer
import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The network client, over real sockets", .serialized, .timeLimit(.minutes(10)))
struct URLSessionClientTests {
  @Test(
    "sends method, path, query, headers, token and body, and hands over status, headers and body",
    arguments: LoopbackHost.all)
  func roundTrip(at host: LoopbackHost) async throws {
    let server = try LoopbackServer(at: host) { request in
      let parts = [
        request.method, request.path, request.query["q"], request.headers["accept"], request.headers["authorization"],
        String(data: request.body, encoding: .utf8),
      ]
      return Answer(Data(parts.map { $0 ?? "-" }.joined(separator: "|").utf8), status: 418, headers: ["X-Tea": "Green"])
    }
    defer { server.stop() }
    var request = HTTPRequest(try #require(URL(string: server.address + "/a%20b?q=1%2B1")))
    request.headers = ["Accept": "text/plain"]
    request.token = try AccessToken("s3cret")
    request.method = .post
    request.body = Data("body".utf8)
    let answer = try await URLSessionClient.timeless().send(request)
    #expect(String(data: answer.body, encoding: .utf8) == "POST|/a b|1+1|text/plain|Bearer s3cret|body")
    #expect(answer.status == 418 && answer.headers["x-tea"] == "Green")
  }

  @Test(
    "an answer that does not end as announced is a lost connection, never a short body",
    arguments: LoopbackHost.all,
    [Answer.Delivery.cut(after: 0), .cut(after: 5), .reset(after: 0), .reset(after: 5), .announced(length: 11)])
  func broken(at host: LoopbackHost, delivery: Answer.Delivery) async throws {
    let error = await failure(at: host) { _ in Answer(Data("0123456789".utf8), delivery: delivery) }
    guard case .connectionLost = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.host == host.name)
  }

  @Test(
    "what may not be repeated goes out once, also where a connection of an earlier request is closed under it",
    arguments: LoopbackHost.all, [("POST", Data("body".utf8)), ("POST", nil), ("GET", nil)])
  func once(at host: LoopbackHost, _ sent: (method: String, body: Data?)) async throws {
    let requests = Log<String>()
    let server = try LoopbackServer(at: host) { request in
      if request.path == "/" { return Answer("ok") }
      requests.add(request.path)
      return Answer(delivery: .closed)
    }
    defer { server.stop() }
    let client = RetryingClient(URLSessionClient.timeless(), clock: TestClock(), random: { 0 })
    for number in 1...3 {
      // Several, so that one of their connections is free to be used again.
      try await withThrowingTaskGroup { group in
        for _ in 1...4 { group.addTask { _ = try await client.send(server.request()) } }
        try await group.waitForAll()
      }
      var request = try server.request("/\(number)")
      request.method = HTTPRequest.Method(rawValue: sent.method)
      request.body = sent.body
      request.mayBeRepeated = false
      let error = await #expect(throws: ServiceError.self) { try await client.send(request) }
      #expect(error?.mayHaveTakenEffect == true)
    }
    #expect(requests.entries == ["/1", "/2", "/3"])
  }

  @Test(
    "a request with a body is unreachable only if nothing of it was sent; a POST of which something was is lost",
    arguments: LoopbackHost.all,
    [Answer.Delivery.closed, .headCut(after: 9), .cut(after: 0), .cut(after: 5), .reset(after: 0)])
  func posted(at host: LoopbackHost, delivery: Answer.Delivery) async throws {
    let server = try LoopbackServer(at: host) { request in
      // The first half of a POST that is redirected has arrived, whatever becomes of the second.
      request.path == "/moved"
        ? await Fault.redirect(to: "/").apply(to: Answer()) : Answer(Data("0123456789".utf8), delivery: delivery)
    }
    defer { server.stop() }
    for path in ["/", "/moved"] {
      var request = try server.request(path)
      request.method = .post
      request.body = Data("body".utf8)
      let error = await failure(of: request)
      guard case .connectionLost = error?.kind else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test("HEAD has an answer without a body, however long a body its head announces")
  func head() async throws {
    let server = try LoopbackServer { request in
      request.path == "/there"
        ? Answer(Data(count: 100), delivery: .cut(after: 0)) : Answer(status: 303, headers: ["Location": "/there"])
    }
    defer { server.stop() }
    for path in ["/there", "/moved"] {
      var request = try server.request(path)
      request.method = .head
      request.sizeLimit = 10
      let answer = try await URLSessionClient.timeless().send(request)
      #expect(answer.status == 200 && answer.headers["content-length"] == "100" && answer.body.isEmpty)
    }
  }

  @Test("204 has none either, whatever length its head announces: what was asked for is done")
  func noContent() async throws {
    let server = try LoopbackServer { _ in Answer(Data(count: 7), status: 204, delivery: .cut(after: 0)) }
    defer { server.stop() }
    let json = JSONService(try ServiceAddress(server.address), client: URLSessionClient.timeless())
    try await json.send(.delete, "posts/1")
  }

  @Test("a scheme may be in capitals, also in a redirect")
  func scheme() async throws {
    let server = try LoopbackServer { request in
      request.path == "/there"
        ? Answer("there")
        : Answer(
          status: 307,
          headers: ["Location": "HTTP://127.0.0.1:\(request.headers["host"]?.split(separator: ":").last ?? "")/there"])
    }
    defer { server.stop() }
    for path in ["/there", "/moved"] {
      let url = try #require(URL(string: server.address.replacingOccurrences(of: "http", with: "HTTP") + path))
      #expect(try await URLSessionClient.timeless().send(HTTPRequest(url)).body == Data("there".utf8))
    }
  }

  @Test("a closed port is unreachable: nothing has arrived", arguments: ["127.0.0.1", "localhost"])
  func refused(host: String) async throws {
    // Nobody listens on the first port of all. (The port of a server that has stopped may be another test's by now.)
    var request = HTTPRequest(try #require(URL(string: "http://\(host):1/")))
    #expect(await failure(of: request) == ServiceError(.unreachable(.refused), host: host))
    request.method = .post
    request.body = Data("body".utf8)
    #expect(await failure(of: request) == ServiceError(.unreachable(.refused), host: host))
  }

  @Test("a host that does not speak TLS, or whose certificate nobody vouches for, has no secure connection")
  func notSecure() async throws {
    let server = try LoopbackServer { _ in Answer() }
    defer { server.stop() }
    let plain = HTTPRequest(try #require(URL(string: "https://127.0.0.1:\(server.port)/")))
    #expect(await failure(of: plain) == ServiceError(.unreachable(.notSecure), host: "127.0.0.1"))
    // Such a server needs a certificate, so these are the errors of each system.
    for error in [
      URLError(.serverCertificateUntrusted),
      URLError(
        .unknown, userInfo: [NSLocalizedDescriptionKey: "SSL certificate problem: self-signed certificate"]),
    ] {
      let (events, continuation) = AsyncThrowingStream.makeStream(of: HTTPExchange.Event.self)
      HTTPExchange(limit: 10, events: continuation).finish(error)
      await #expect(throws: ServiceError(.unreachable(.notSecure))) { for try await _ in events {} }
    }
  }

  @Test(
    "the system's word that there was no connection counts only if nothing of the body was sent, nor answered",
    arguments: [
      (URLError.Code.cannotConnectToHost, ServiceError.ConnectionProblem.refused), (.cannotFindHost, .noSuchHost),
      (.dnsLookupFailed, .noSuchHost), (.notConnectedToInternet, .offline), (.dataNotAllowed, .offline),
      (.internationalRoamingOff, .offline), (.callIsActive, .offline), (.secureConnectionFailed, .notSecure),
      (.appTransportSecurityRequiresSecureConnection, .notSecure), (.clientCertificateRejected, .notSecure),
      (.clientCertificateRequired, .notSecure),
    ])
  func proof(code: URLError.Code, problem: ServiceError.ConnectionProblem) async throws {
    func end(_ finish: (HTTPExchange) -> Void) async -> (any Error)? {
      let (events, continuation) = AsyncThrowingStream.makeStream(of: HTTPExchange.Event.self)
      finish(HTTPExchange(limit: 10, events: continuation))
      return await #expect(throws: (any Error).self) { for try await _ in events {} }
    }
    let none = await end { $0.finish(URLError(code)) }
    #expect(none as? ServiceError == ServiceError(.unreachable(problem)))
    let sent = await end { $0.finish(URLError(code), mayHaveArrived: true) }
    #expect(sent as? ServiceError == ServiceError(.connectionLost(problem)))
    let url = try #require(URL(string: "http://127.0.0.1/"))
    let head = try #require(HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil))
    let begun = await end {
      $0.begin(head)
      $0.finish(URLError(code))
    }
    #expect(begun as? ServiceError == ServiceError(.connectionLost(problem)))
  }

  @Test("only http and https go out")
  func schemes() async throws {
    for text in ["ftp://127.0.0.1:1/x", "file:///etc/hostname", "data:,x", "javascript:x"] {
      let error = await failure(of: HTTPRequest(try #require(URL(string: text))))
      guard case .badConfiguration = error?.kind else {
        Issue.record("\(text): \(String(describing: error))")
        continue
      }
    }
  }

  @Test(
    "cancelled while it waits for an answer, it ends at once; the answer that comes after is nobody's",
    arguments: LoopbackHost.all)
  func cancelled(at host: LoopbackHost) async throws {
    let hasArrived = Signal()
    let goOn = Signal()
    let server = try LoopbackServer(at: host) { _ in
      hasArrived.fire()
      await goOn.wait()
      return Answer("late")
    }
    defer { server.stop() }
    let client = URLSessionClient.timeless()
    let task = Task { try await client.send(server.request()) }
    await hasArrived.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    goOn.fire()
    #expect(try await client.send(server.request()).body == Data("late".utf8))
  }

  @Test("keeps no cookies")
  func cookies() async throws {
    let server = try LoopbackServer { request in
      Answer(Data((request.headers["cookie"] ?? "none").utf8), headers: ["Set-Cookie": "id=1; Path=/"])
    }
    defer { server.stop() }
    let client = URLSessionClient.timeless()
    for _ in 0..<2 { #expect(try await client.send(server.request()).body == Data("none".utf8)) }
  }

  @Test("requests run side by side: none of forty is answered before all have arrived")
  func sideBySide() async throws {
    let arrivals = Log<Int>()
    let allAreHere = Signal()
    let server = try LoopbackServer { request in
      if arrivals.add(request.number) == 40 { allAreHere.fire() }
      await allAreHere.wait()
      return Answer()
    }
    defer { server.stop() }
    let client = URLSessionClient.timeless()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<40 { group.addTask { try await client.send(server.request()).status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 200, count: 40))
  }
}
