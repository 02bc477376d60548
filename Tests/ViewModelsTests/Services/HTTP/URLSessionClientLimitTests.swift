import Foundation
import ListViewModelsServer
import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ViewModels

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The limits of the network client, over real sockets", .serialized, .timeLimit(.minutes(10)))
struct URLSessionClientLimitTests {
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
}
