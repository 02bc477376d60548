import Foundation
import ListViewModelsServer
import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Redirects of the network client, over real sockets", .serialized, .timeLimit(.minutes(10)))
struct URLSessionClientRedirectTests {
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
}
