import Foundation
import ListViewModelsServer
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("Orders over a real socket", .serialized, .timeLimit(.minutes(10)))
struct SlackOrderServiceTests {
  private static let path = "/services/T0/B0/s3cret"

  /// An answer by status and text, and what becomes of the order.
  struct Case: CustomTestStringConvertible {
    enum End { case refused, unknown }

    let status: Int
    let text: String
    let end: End

    var testDescription: String { "\(status) \(text)" }

    init(_ status: Int, _ text: String, _ end: End) { (self.status, self.text, self.end) = (status, text, end) }

    static let all = [
      Case(400, "invalid_payload", .refused), Case(400, "user_not_found", .refused),
      Case(403, "action_prohibited", .refused), Case(403, "invalid_token", .refused),
      Case(404, "channel_not_found", .refused), Case(404, "no_service", .refused), Case(404, "no_team", .refused),
      Case(410, "channel_is_archived", .refused), Case(500, "no_service", .refused),
      Case(500, "rollup_error", .unknown),
      Case(418, "a word nobody foresaw", .refused), Case(404, "", .refused),
      Case(200, "not ok", .unknown), Case(200, "", .unknown), Case(502, "<html>Bad gateway</html>", .unknown),
      Case(504, "", .unknown), Case(504, "timeout", .unknown), Case(503, "unavailable", .unknown),
      Case(500, "no", .unknown), Case(408, "timeout", .unknown), Case(425, "too early", .unknown),
      Case(499, "client closed request", .unknown), Case(300, "", .unknown), Case(304, "", .unknown),
    ]
  }

  @Test("Slack's answers are told apart, its words kept", arguments: LoopbackHost.all, Case.all)
  func words(at host: LoopbackHost, test: Case) async throws {
    let (result, requests) = try await Self.order(at: host) { _ in Answer(test.text, status: test.status) }
    let error = ServiceError(
      .refused(status: test.status, reason: test.text.isEmpty ? nil : test.text), host: host.name)
    #expect(result == (test.end == .refused ? .refused(error) : .unknown(error)))
    #expect(requests.count == 1)
  }

  @Test("ok is accepted, and 429 is too many", arguments: LoopbackHost.all)
  func accepted(at host: LoopbackHost) async throws {
    for text in ["ok", "ok\n"] { #expect(try await Self.order(at: host) { _ in Answer(text) }.0 == .accepted) }
    let (result, requests) = try await Self.order(at: host) { _ in Answer("rate_limited", status: 429) }
    #expect(
      result == .notTaken(ServiceError(.refused(status: 429, reason: "rate_limited"), host: host.name))
        && requests.count == 1)
  }

  @Test("the text goes out as plain text in JSON, with Slack's control characters escaped and all others as they are")
  func escaping() async throws {
    let text = "<!channel> \"Fish & Chips\" \\ > 5,000원 🍲\n&amp; <\u{200D}a&\u{301}>\u{FE0F}"
    let (_, requests) = try await Self.order(text) { _ in Answer("ok") }
    let request = try #require(requests.first)
    #expect(request.method == "POST")
    #expect(request.path == Self.path)
    #expect(request.headers["content-type"] == "application/json; charset=utf-8")
    let body = try #require(JSONSerialization.jsonObject(with: request.body) as? [String: Any])
    #expect(body.count == 2 && body["mrkdwn"] as? Bool == false)
    let escaped = "&lt;!channel&gt; \"Fish &amp; Chips\" \\ &gt; 5,000원 🍲\n&amp;amp;"
    #expect(body["text"] as? String == escaped + " &lt;\u{200D}a&amp;\u{301}&gt;\u{FE0F}")
  }

  @Test("Retry-After is told")
  func retryAfter() async throws {
    let (result, _) = try await Self.order { _ in
      var answer = Answer("rate_limited", status: 429)
      answer.headers["Retry-After"] = "30"
      return answer
    }
    #expect(
      result
        == .notTaken(
          ServiceError(.refused(status: 429, reason: "rate_limited", retryAfter: .seconds(30)), host: "127.0.0.1")))
  }

  @Test("a redirect is not followed, and says nothing of the order", arguments: LoopbackHost.all, ["/elsewhere", nil])
  func redirect(at host: LoopbackHost, location: String?) async throws {
    let (result, requests) = try await Self.order(at: host) { request in
      var answer = Answer(status: request.path == Self.path ? 307 : 200)
      answer.headers["Location"] = location
      return answer
    }
    #expect(result == .unknown(ServiceError(.refused(status: 307), host: host.name)))
    #expect(requests.count == 1)
  }

  @Test("what is quoted is short, on one line, and without the hook")
  func echo() async throws {
    let (result, _) = try await Self.order { request in
      Answer("no\r\nhook \(request.path) s3cret " + String(repeating: "x", count: 3_000), status: 404)
    }
    guard case .refused(let error) = result, case .refused(_, _, let reason?, _) = error.kind else {
      Issue.record("\(result)")
      return
    }
    #expect(reason.hasPrefix("no"))
    #expect(reason.contains("hook <web hook> <web hook> xxx"))
    #expect(reason.count < 220)
    #expect(!reason.contains("s3cret"))
    #expect(!reason.contains { $0.isNewline })
  }

  @Test(
    "a connection that closes before the answer, in the middle of it or without an end leaves it unknown, posted once",
    arguments: LoopbackHost.all,
    [Answer.Delivery.closed, .reset(after: 0), .reset(after: 1), .cut(after: 0), .cut(after: 1), .endless])
  func broken(at host: LoopbackHost, delivery: Answer.Delivery) async throws {
    let (result, requests) = try await Self.order(at: host) { _ in
      Answer(Data(repeating: 111, count: 2_000), delivery: delivery)
    }
    guard case .unknown(let error) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(error.host == host.name)
    #expect(!"\(error)".contains("s3cret"))
    #expect(requests.count == 1)
  }

  @Test("a connection that closes after the whole answer changes nothing", arguments: LoopbackHost.all)
  func closedAfterwards(at host: LoopbackHost) async throws {
    let (result, requests) = try await Self.order(at: host) { _ in
      Answer(Data("ok".utf8), delivery: .announced(length: 2))
    }
    #expect(result == .accepted && requests.count == 1)
  }

  @Test("a time limit leaves it unknown")
  func timeout() async throws {
    let (clock, isAsked) = (TestClock(), Signal())
    let server = try LoopbackServer { _ in
      isAsked.fire()
      return Answer(delivery: .silent)
    }
    defer { server.stop() }
    let limits = AnswerLimits(firstByte: .seconds(5), whole: .seconds(9))
    let service = SlackOrderService(try WebHook(server.address + Self.path)) {
      URLSessionClient(limits: limits, clock: clock)
    }
    async let result = service.order("Soup")
    await isAsked.wait()
    await clock.sleeper(until: .seconds(5))
    clock.advance(by: .seconds(5))
    #expect(await result == .unknown(ServiceError(.timedOut(.firstByte), host: "127.0.0.1")))
  }

  @Test(
    "a host of which every address refuses was not reached: nothing was sent", arguments: ["127.0.0.1", "localhost"])
  func closedPort(host: String) async throws {
    // Nobody listens on the first port of all. (The port of a server that has stopped may be another test's by now.)
    let hook = try WebHook("http://\(host):1" + Self.path)
    let result = await SlackOrderService(hook) { URLSessionClient.timeless() }.order("Soup")
    #expect(result == .notTaken(ServiceError(.unreachable(.refused), host: host)))
  }

  @Test("a host without a secure connection is not tried again: the order is refused")
  func notSecure() async throws {
    let server = try LoopbackServer { _ in Answer() }
    defer { server.stop() }
    let hook = try WebHook("https://127.0.0.1:\(server.port)" + Self.path)
    let result = await SlackOrderService(hook) { URLSessionClient.timeless() }.order("Soup")
    #expect(result == .refused(ServiceError(.unreachable(.notSecure), host: "127.0.0.1")))
  }

  @Test("a connection that closes without a byte ends at once, and nothing is posted a second time")
  func closedConnection() async throws {
    let requests = Log<Data>()
    let server = try LoopbackServer { request in
      requests.add(request.body)
      return requests.entries.count == 1 ? Answer("ok") : Answer(delivery: .closed)
    }
    defer { server.stop() }
    // The second order must not go over the first one's connection.
    let service = SlackOrderService(try WebHook(server.address + Self.path)) { URLSessionClient.timeless() }
    #expect(await service.order("Soup") == .accepted)
    guard case .unknown = await service.order("Rice") else {
      Issue.record("it is not unknown")
      return
    }
    let texts = requests.entries.map {
      (try? JSONSerialization.jsonObject(with: $0) as? [String: Any])?["text"] as? String
    }
    #expect(texts == ["Soup", "Rice"])
  }

  /// Sends an order to a server; returns what became of it, and what the server was asked.
  private static func order(
    _ text: String = "Soup", at host: LoopbackHost = .one, answer: @escaping @Sendable (Request) -> Answer
  ) async throws -> (OrderAnswer, [Request]) {
    let requests = Log<Request>()
    let server = try LoopbackServer(at: host) { request in
      requests.add(request)
      return answer(request)
    }
    defer { server.stop() }
    let service = SlackOrderService(try WebHook(server.address + path)) { URLSessionClient.timeless() }
    return (await service.order(text), requests.entries)
  }
}
