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
    arguments: LoopbackHost.all, [Data("body".utf8), nil])
  func once(at host: LoopbackHost, body: Data?) async throws {
    let posts = Log<String>()
    let server = try LoopbackServer(at: host) { request in
      guard request.method == "POST" else { return Answer("ok") }
      posts.add(request.path)
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
      request.method = .post
      request.body = body
      let error = await #expect(throws: ServiceError.self) { try await client.send(request) }
      #expect(error?.mayHaveTakenEffect == true)
    }
    #expect(posts.entries == ["/1", "/2", "/3"])
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

  @Test(
    "a target of a redirect that cannot be reached, or read, leaves a write in doubt: it arrived at the first one",
    arguments: [(HTTPRequest.Method.post, 302), (.delete, 303)])
  func redirectedWrite(method: HTTPRequest.Method, status: Int) async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/unreachable": Answer(status: status, headers: ["Location": "http://127.0.0.1:1/"])
      case "/gone": Answer(status: 404)
      default: Answer(status: status, headers: ["Location": "/gone"])
      }
    }
    defer { server.stop() }
    var request = try server.request("/unreachable")
    request.method = method
    #expect(await failure(of: request) == ServiceError(.connectionLost(.refused), host: "127.0.0.1"))
    request = try server.request("/")
    request.method = method
    #expect(await failure(of: request)?.mayHaveTakenEffect == true)
    request.method = .get
    #expect(try await URLSessionClient.timeless().send(request).status == 404)
  }

  @Test(
    "a PUT, PATCH or DELETE that is answered with 301 or 302 is in doubt, and is not sent again, nor as a GET",
    arguments: [HTTPRequest.Method.put, .patch, .delete], [301, 302])
  func movedWrite(method: HTTPRequest.Method, status: Int) async throws {
    let heard = Log<String>()
    let server = try LoopbackServer { request in
      heard.add("\(request.method) \(request.path)")
      return request.path == "/" ? Answer(status: status, headers: ["Location": "/there"]) : Answer("{}")
    }
    defer { server.stop() }
    let json = JSONService(try ServiceAddress(server.address), client: URLSessionClient.timeless())
    let error = await #expect(throws: ServiceError.self) { try await json.send(method, "") }
    #expect(error?.kind == .refused(status: status) && error?.mayHaveTakenEffect == true)
    #expect(heard.entries == ["\(method.rawValue) /"])
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
      (.dnsLookupFailed, .noSuchHost), (.notConnectedToInternet, .offline), (.secureConnectionFailed, .notSecure),
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
    "a body that never ends is cut at the limit, and one that is announced too long is not even begun",
    arguments: LoopbackHost.all)
  func tooLarge(at host: LoopbackHost) async throws {
    let limits = AnswerLimits(size: 100_000)
    for delivery in [Answer.Delivery.endless, .announced(length: 100_001), .announced(length: 1 << 62)] {
      let error = await failure(URLSessionClient.timeless(limits), at: host) { _ in
        Answer(Data(count: 999), delivery: delivery)
      }
      #expect(error == ServiceError(.tooLarge(limit: 100_000), host: host.name))
    }
    let server = try LoopbackServer(at: host) { _ in Answer(Data(count: 100_000)) }
    defer { server.stop() }
    let answer = try await URLSessionClient.timeless(limits).send(server.request())
    #expect(answer.body.count == 100_000)
  }

  @Test("the limit counts what has come, byte by byte, whatever was announced")
  func counted() async throws {
    let (events, continuation) = AsyncThrowingStream.makeStream(of: HTTPExchange.Event.self)
    let exchange = HTTPExchange(limit: 10, events: continuation)
    for count in [9, 1, 1] { exchange.receive(Data(count: count)) }
    exchange.finish(nil)
    var iterator = events.makeAsyncIterator()
    for _ in 0..<2 { _ = try await iterator.next() }
    await #expect(throws: ServiceError(.tooLarge(limit: 10))) { try await iterator.next() }
  }

  @Test("a request has its own limit if it wants one")
  func ownLimit() async throws {
    let server = try LoopbackServer { _ in Answer(Data(count: 11)) }
    defer { server.stop() }
    var request = try server.request()
    request.sizeLimit = 10
    let error = await failure(of: request)
    #expect(error?.kind == .tooLarge(limit: 10))
  }

  @Test(
    "an answer that does not begin in time, and one that does not end in time, are told apart",
    arguments: LoopbackHost.all)
  func timeLimits(at host: LoopbackHost) async throws {
    for (firstByte, whole, limit) in [(5, 20, ServiceError.TimeLimit.firstByte), (20, 5, .whole)] {
      let clock = TestClock()
      let limits = AnswerLimits(firstByte: .seconds(firstByte), whole: .seconds(whole))
      let error = await failure(URLSessionClient(limits: limits, clock: clock), at: host) { _ in
        await clock.sleeper(until: .seconds(5))
        clock.advance(by: .seconds(5))
        return Answer(Data("0123456789".utf8), delivery: limit == .firstByte ? .silent : .stalled(after: 5))
      }
      #expect(error == ServiceError(.timedOut(limit), host: host.name))
    }
  }

  @Test("a redirect is not the beginning of the answer")
  func redirectInTime() async throws {
    let clock = TestClock()
    let limits = AnswerLimits(firstByte: .seconds(5), whole: .seconds(20))
    let error = await failure(URLSessionClient(limits: limits, clock: clock)) { request in
      if request.path == "/" { return await Fault.redirect(to: "/there").apply(to: Answer()) }
      await clock.sleeper(until: .seconds(5))
      clock.advance(by: .seconds(5))
      return Answer(delivery: .silent)
    }
    #expect(error?.kind == .timedOut(.firstByte))
  }

  @Test("an answer that has begun has the time of the whole to end")
  func begun() async throws {
    let clock = TestClock()
    let firstByte = FirstByte()
    let task = Task {
      try await clock.limit(firstByte: (.seconds(5), firstByte), whole: .seconds(20)) {
        try await clock.sleep(for: .seconds(999))
      }
    }
    await clock.sleeper(until: .seconds(5))
    firstByte.markReceived()
    clock.advance(by: .seconds(5))
    await clock.sleeper(until: .seconds(20))
    clock.advance(by: .seconds(15))
    await #expect(throws: ServiceError(.timedOut(.whole))) { try await task.value }
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

  @Test(
    "nothing more is read of an answer that nobody wants: cancelled, late or too long", arguments: LoopbackHost.all,
    0..<3)
  func leaves(at host: LoopbackHost, why: Int) async throws {
    let clock = TestClock()
    let hasArrived = Signal()
    let hasLeft = Signal()
    let server = try LoopbackServer(at: host) { _ in
      var answer = Answer(delivery: why == 2 ? .endless : .silent)
      answer.afterwards = { hasLeft.fire() }
      hasArrived.fire()
      return answer
    }
    defer { server.stop() }
    let client = URLSessionClient(limits: AnswerLimits(size: 100), clock: clock)
    let task = Task { try await client.send(server.request()) }
    await hasArrived.wait()
    if why == 0 { task.cancel() }
    if why == 1 {
      await clock.sleeper(until: .seconds(15))
      clock.advance(by: .seconds(15))
    }
    await #expect(throws: (any Error).self) { try await task.value }
    await hasLeft.wait()
  }

  @Test("credentials are not sent on to another host; the redirect is an error that names both")
  func unsafeRedirect() async throws {
    let elsewhere = Log<Request>()
    let other = try LoopbackServer { request in
      elsewhere.add(request)
      return Answer()
    }
    let server = try LoopbackServer { [address = other.address] request in
      await Fault.redirect(to: request.path == "/here" ? "/there?x=1" : address).apply(to: Answer())
    }
    defer {
      server.stop()
      other.stop()
    }
    var request = try server.request("/here")
    request.token = try AccessToken("s3cret")
    let error = await failure(of: request)
    #expect(error == ServiceError(.unsafeRedirect(to: other.address), host: "127.0.0.1"))
    #expect(elsewhere.entries.isEmpty)
    request.token = nil
    #expect(try await URLSessionClient.timeless().send(request).status == 200)
    #expect(elsewhere.entries.count == 1 && elsewhere.entries[0].headers["authorization"] == nil)
  }

  @Test(
    "a redirect within the host keeps the token; one that goes round in circles ends", arguments: LoopbackHost.all)
  func redirects(at host: LoopbackHost) async throws {
    let server = try LoopbackServer(at: host) { request in
      switch request.path {
      case "/circle": await Fault.redirect(to: "/circle").apply(to: Answer())
      case "/start": await Fault.redirect(to: "/end").apply(to: Answer())
      default: Answer(request.headers["authorization"] ?? "-")
      }
    }
    defer { server.stop() }
    var request = try server.request("/start")
    request.token = try AccessToken("s3cret")
    #expect(try await URLSessionClient.timeless().send(request).body == Data("Bearer s3cret".utf8))
    await #expect(throws: ServiceError(.connectionLost(.tooManyRedirects(5)), host: host.name)) {
      try await URLSessionClient.timeless().send(server.request("/circle"))
    }
    await #expect(throws: ServiceError(.connectionLost(.tooManyRedirects(0)), host: host.name)) {
      try await URLSessionClient.timeless(AnswerLimits(redirects: -1)).send(server.request("/circle"))
    }
    request.followsRedirects = false
    #expect(try await URLSessionClient.timeless().send(request).status == 302)
  }

  @Test("a redirect that does not say where to is the answer itself")
  func redirectToNowhere() async throws {
    let server = try LoopbackServer { _ in Answer("moved", status: 302) }
    defer { server.stop() }
    let answer = try await URLSessionClient.timeless().send(server.request())
    #expect(answer.status == 302)
  }

  @Test("the host that a redirect names is shown short, on one line and without control characters")
  func redirectHost() async throws {
    let targets = ["http://%1b%5b31mevil%0aforged%E2%80%AEline/x", "http://\(String(repeating: "a", count: 60_000))/x"]
    for target in targets {
      let error = await failure { _ in
        await Fault.redirect(to: target).apply(to: Answer())
      }
      let text = try #require(error).description
      #expect(text.unicodeScalars.count < 200 && text.unicodeScalars.allSatisfy { $0.isPresentable }, "\(text)")
    }
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

  private func failure(of request: HTTPRequest) async -> ServiceError? {
    await #expect(throws: ServiceError.self) { try await URLSessionClient.timeless().send(request) }
  }

  /// What a request ends in.
  private func failure(
    _ client: URLSessionClient = URLSessionClient.timeless(), at host: LoopbackHost = .one,
    _ handler: @escaping LoopbackServer.Handler
  ) async -> ServiceError? {
    await #expect(throws: ServiceError.self) {
      let server = try LoopbackServer(at: host, handler: handler)
      defer { server.stop() }
      return try await client.send(server.request())
    }
  }
}
