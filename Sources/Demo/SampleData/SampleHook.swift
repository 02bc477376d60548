import Foundation
import ViewModels

/// A web hook that answers like Slack's after a delay. Some answers are refusals, ask to wait, or never arrive. The seed
/// decides all of it.
@MainActor
package final class SampleHook: HTTPClient {
  private let time: any SampleTime
  private let seed: UInt64
  private let network: SampleNetwork?
  private var requests = 0

  package init(time: any SampleTime, seed: UInt64, network: SampleNetwork? = nil) {
    (self.time, self.seed, self.network) = (time, seed, network)
  }

  /// A service that posts to this hook. It reads the answers like a live one's.
  package var service: SlackOrderService {
    get throws {
      // No request is sent there, so the address is no secret.
      SlackOrderService(try WebHook("http://localhost/sample")) { self }
    }
  }

  package func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
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
