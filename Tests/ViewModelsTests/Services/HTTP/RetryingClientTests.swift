import Foundation
import ListEngine
import ListViewModelsTestSupport
import Testing
import ViewModels

@Suite("A retrying client", .timeLimit(.minutes(10)))
struct RetryingClientTests {
  let clock = TestClock()

  @Test("sends again after a wait, and hands over the first answer that is none of 429 and 5xx")
  func again() async throws {
    let stub = StubClient { _, number in
      switch number {
      case 1: throw ServiceError(.connectionLost(.closed))
      case 2: HTTPAnswer(status: 429, headers: ["Retry-After": "7"])
      default: HTTPAnswer(status: 404)
      }
    }
    let client = client(stub, random: 0.5)
    async let answer = client.send(.example)
    await clock.sleeper(until: .milliseconds(250))
    clock.advance(by: .milliseconds(250))
    // 7 seconds as told, and half of 500 ms on top.
    await clock.sleeper(until: .milliseconds(250 + 7_250))
    clock.advance(by: .milliseconds(7_250))
    #expect(try await answer.status == 404)
    #expect(stub.requests.entries.count == 3)
  }

  @Test("honours a Retry-After with a date")
  func date() async throws {
    let stub = StubClient { _, number in
      number > 1
        ? HTTPAnswer(status: 200)
        : HTTPAnswer(status: 503, headers: ["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"])
    }
    let now = try Date("1994-11-06T08:49:30Z", strategy: .iso8601)
    let client = RetryingClient(stub, clock: clock, random: { 0 }, now: { now })
    async let answer = client.send(.example)
    await clock.sleeper(until: .seconds(7))
    clock.advance(by: .seconds(7))
    #expect(try await answer.status == 200)
  }

  @Test("hands over the last answer or error when the tries are used up")
  func usedUp() async throws {
    let statuses = StubClient { _, number in HTTPAnswer(status: 500 + number) }
    #expect(try await client(statuses).send(.example).status == 504)
    let errors = StubClient { _, number in throw ServiceError(.unreachable(.other(code: number))) }
    await #expect(throws: ServiceError(.unreachable(.other(code: 4)), host: "api.example")) {
      try await client(errors).send(.example)
    }
  }

  @Test("asks once where trying again cannot help")
  func once() async throws {
    let notFound = StubClient { _, _ in HTTPAnswer(status: 404) }
    #expect(try await client(notFound).send(.example).status == 404)
    for kind: ServiceError.Kind in [
      .timedOut(.whole), .tooLarge(limit: 1), .unreadable("x"), .unsafeRedirect(to: "x"), .badConfiguration("x"),
    ] {
      let stub = StubClient { _, _ in throw ServiceError(kind) }
      await #expect(throws: ServiceError.self) { try await client(stub).send(.example) }
      #expect(stub.requests.entries.count == 1)
    }
  }

  @Test(
    "sends again what may take effect twice: by its method, or because the request says so",
    arguments: [
      (.get, nil, true), (.put, nil, true), (.delete, nil, true), (.post, nil, false), (.patch, nil, false),
      (.init(rawValue: "HEAD"), nil, true), (.init(rawValue: "MERGE"), nil, false), (.post, true, true),
      (.delete, false, false),
    ] as [(HTTPRequest.Method, Bool?, Bool)])
  func methods(method: HTTPRequest.Method, mayBeRepeated: Bool?, isSentAgain: Bool) async throws {
    let results: [@Sendable () throws -> HTTPAnswer] = [
      { throw ServiceError(.connectionLost(.closed)) }, { HTTPAnswer(status: 408) }, { HTTPAnswer(status: 500) },
    ]
    for result in results {
      let stub = StubClient { _, number in number == 1 ? try result() : HTTPAnswer(status: 200) }
      var request = HTTPRequest.example
      (request.method, request.mayBeRepeated) = (method, mayBeRepeated)
      _ = try? await client(stub).send(request)
      #expect(stub.requests.entries.count == (isSentAgain ? 2 : 1))
    }
    // What the service says it has not done is sent again in any case.
    let stub = StubClient { _, number in HTTPAnswer(status: number == 1 ? 429 : 200, headers: ["Retry-After": "0"]) }
    var request = HTTPRequest.example
    (request.method, request.mayBeRepeated) = (method, mayBeRepeated)
    #expect(try await client(stub).send(request).status == 200)
  }

  @Test("does not send a POST again that may have arrived")
  func post() async throws {
    let stub = StubClient { _, _ in throw ServiceError(.connectionLost(.closed)) }
    let task = Task {
      var request = HTTPRequest.example
      request.method = .post
      return try await client(stub).send(request)
    }
    await #expect(throws: ServiceError.self) { try await task.value }
    #expect(stub.requests.entries.count == 1)
  }

  @Test("a refusal of a second DELETE does not say that the first one changed nothing")
  func doubt() async throws {
    let lost = ServiceError(.connectionLost(.closed), host: "api.example")
    let stub = StubClient { _, number in
      if number % 2 == 1 { throw ServiceError(.connectionLost(.closed)) }
      return HTTPAnswer(status: 404)
    }
    let client = RetryingClient(stub, policy: RetryPolicy(step: .zero))
    var request = HTTPRequest.example
    request.method = .delete
    await #expect(throws: lost) { try await client.send(request) }
    // Reading changes nothing: the last answer is the answer.
    #expect(try await client.send(.example).status == 404)
    #expect(stub.requests.entries.count == 4)
  }

  @Test("is cancelled at once while it waits, and sends nothing more")
  func cancelled() async throws {
    let stub = StubClient { _, _ in HTTPAnswer(status: 503, headers: ["Retry-After": "20"]) }
    let task = Task { try await client(stub).send(.example) }
    await clock.sleeper(until: .seconds(20))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(stub.requests.entries.count == 1)
  }

  @Test("cuts a try off when the total time has passed")
  func total() async throws {
    let stub = StubClient { _, _ in
      try await clock.sleep(until: .init(offset: .seconds(999)), tolerance: nil)
      return HTTPAnswer(status: 200)
    }
    let task = Task { try await client(stub).send(.example) }
    await clock.sleeper(until: .seconds(999))
    await clock.sleeper(until: .seconds(60))
    clock.advance(by: .seconds(60))
    await #expect(throws: ServiceError(.timedOut(.whole), host: "api.example")) { try await task.value }
  }

  private func client(_ stub: StubClient, random: Double = 0) -> RetryingClient {
    RetryingClient(stub, clock: clock, random: { random })
  }
}
