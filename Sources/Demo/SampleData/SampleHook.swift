import Foundation
import ViewModels

/// A web hook that answers as Slack's do after a virtual delay, and now and then says no, wants to be left alone or
/// does not answer; all of it decided by the seed.
@MainActor
final class SampleHook: HTTPClient {
  private let time: any DemoTime
  private let seed: UInt64
  private let network: SampleNetwork?
  private var requests = 0

  init(time: any DemoTime, seed: UInt64, network: SampleNetwork? = nil) {
    self.time = time
    self.seed = seed
    self.network = network
  }

  /// The service that orders are posted through, its answers read as those of a live one are.
  var service: SlackOrderService {
    get throws {
      // Where nobody is asked, and so no secret.
      SlackOrderService(try WebHook("http://localhost/sample")) { self }
    }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
    requests += 1
    var random = SeededGenerator(seed: seed, "hook", String(requests))
    await time.sleep(Int.random(in: 150...900, using: &random), tieBreak: TieBreak.orders)
    try network?.check(host: "sample.example")
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<15: return HTTPAnswer(status: 429, headers: ["Retry-After": "2"], body: Data("rate_limited".utf8))
    case 15..<30: throw ServiceError(.timedOut(.firstByte), host: "sample.example")
    case 30..<37: return HTTPAnswer(status: 410, body: Data("channel_is_archived".utf8))
    case 37..<44: return HTTPAnswer(status: 500, body: Data("rollup_error".utf8))
    default: return HTTPAnswer(status: 200, body: Data("ok".utf8))
    }
  }
}
