import Foundation
import LoopbackServer
import Reactive
import Testing

@testable import ViewModels

@Suite("Orders over a real socket", .timeLimit(.minutes(10)))
struct SlackOrderServiceTests {
  private static let path = "/services/T0/B0/s3cret"

  @Test(
    "Slack's answers are told apart, its words kept",
    arguments: [
      (200, "ok", OrderAnswer.accepted), (200, "ok\n", .accepted),
      (400, "invalid_payload", .refused("invalid_payload (HTTP 400)")),
      (400, "user_not_found", .refused("user_not_found (HTTP 400)")),
      (403, "action_prohibited", .refused("action_prohibited (HTTP 403)")),
      (403, "invalid_token", .refused("invalid_token (HTTP 403)")),
      (404, "channel_not_found", .refused("channel_not_found (HTTP 404)")),
      (404, "no_service", .refused("no_service (HTTP 404)")), (404, "no_team", .refused("no_team (HTTP 404)")),
      (410, "channel_is_archived", .refused("channel_is_archived (HTTP 410)")),
      (500, "rollup_error", .refused("rollup_error (HTTP 500)")),
      (418, "a word nobody foresaw", .refused("a word nobody foresaw (HTTP 418)")), (404, "", .refused("HTTP 404")),
      (200, "not ok", .unknown("127.0.0.1 answered not ok (HTTP 200)")),
      (200, "", .unknown("127.0.0.1 answered HTTP 200")),
      (502, "<html>Bad gateway</html>", .unknown("127.0.0.1 answered <html>Bad gateway</html> (HTTP 502)")),
      (504, "", .unknown("127.0.0.1 answered HTTP 504")), (429, "rate_limited", .tooMany(retryAfter: nil)),
    ])
  func words(status: Int, text: String, answer: OrderAnswer) async throws {
    let (result, requests) = try await Self.order { _ in Answer(text, status: status) }
    #expect(result == answer)
    #expect(requests.count == 1)
  }

  @Test("the text goes out as JSON, with Slack's control characters escaped and all others as they are")
  func escaping() async throws {
    let text = "<!channel> \"Fish & Chips\" \\ > 5,000원 🍲\n&amp;"
    let (_, requests) = try await Self.order(text) { _ in Answer("ok") }
    let request = try #require(requests.first)
    #expect(request.method == "POST")
    #expect(request.path == Self.path)
    #expect(request.headers["content-type"] == "application/json; charset=utf-8")
    let body = try JSONDecoder().decode([String: String].self, from: request.body)
    #expect(body == ["text": "&lt;!channel&gt; \"Fish &amp; Chips\" \\ &gt; 5,000원 🍲\n&amp;amp;"])
  }

  @Test("Retry-After is told")
  func retryAfter() async throws {
    let (result, _) = try await Self.order { _ in
      var answer = Answer("rate_limited", status: 429)
      answer.headers["Retry-After"] = "30"
      return answer
    }
    #expect(result == .tooMany(retryAfter: .seconds(30)))
  }

  @Test("a redirect is not followed")
  func redirect() async throws {
    let (result, requests) = try await Self.order { request in
      var answer = Answer(status: request.path == Self.path ? 307 : 200)
      answer.headers["Location"] = "/elsewhere"
      return answer
    }
    #expect(result == .refused("HTTP 307"))
    #expect(requests.count == 1)
  }

  @Test("what is quoted is short, on one line, and without the hook")
  func echo() async throws {
    let (result, _) = try await Self.order { request in
      Answer("no\r\nhook \(request.path) s3cret " + String(repeating: "x", count: 3_000), status: 404)
    }
    guard case .refused(let reason) = result else {
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
    "an answer that breaks off, or never ends, leaves it unknown",
    arguments: [
      Answer.Delivery.reset(after: 0), .reset(after: 1), .cut(after: 0), .cut(after: 1), .endless,
    ])
  func broken(delivery: Answer.Delivery) async throws {
    let (result, requests) = try await Self.order { _ in
      Answer(Data(repeating: 111, count: 2_000), delivery: delivery)
    }
    guard case .unknown(let reason) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(reason.hasPrefix("127.0.0.1: "))
    #expect(!reason.contains("s3cret"))
    #expect(requests.count == 1)
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
    #expect(await result == .unknown("127.0.0.1: timed out before the answer began"))
  }

  @Test("a closed port was not reached")
  func closedPort() async throws {
    // Nobody listens on the first port of all. (The port of a server that has stopped may be another test's by now.)
    let hook = try WebHook("http://127.0.0.1:1" + Self.path)
    let result = await SlackOrderService(hook) { URLSessionClient.timeless() }.order("Soup")
    #expect(result == .unreachable("127.0.0.1: cannot be reached: connection refused"))
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
    #expect(requests.entries.map { String(decoding: $0, as: UTF8.self) } == [#"{"text":"Soup"}"#, #"{"text":"Rice"}"#])
  }

  /// Sends an order to a server; returns what became of it, and what the server was asked.
  private static func order(
    _ text: String = "Soup", answer: @escaping @Sendable (Request) -> Answer
  ) async throws -> (OrderAnswer, [Request]) {
    let requests = Log<Request>()
    let server = try LoopbackServer { request in
      requests.add(request)
      return answer(request)
    }
    defer { server.stop() }
    let service = SlackOrderService(try WebHook(server.address + path)) { URLSessionClient.timeless() }
    return (await service.order(text), requests.entries)
  }
}
