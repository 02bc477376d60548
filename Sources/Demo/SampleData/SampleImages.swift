import Foundation
import ViewModels

/// Images after a delay that the seed decides.
@MainActor
package struct SampleImages: HTTPClient {
  package let time: any SampleTime
  package let seed: UInt64
  package let network: SampleNetwork?

  package init(time: any SampleTime, seed: UInt64, network: SampleNetwork?) {
    (self.time, self.seed, self.network) = (time, seed, network)
  }

  package func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
    let name = request.url.lastPathComponent
    var random = SeededGenerator(seed: seed, "image delay", name)
    await time.sleep(Int.random(in: 60...400, using: &random), tieBreak: TieBreak.images)
    try network?.check(host: "images.example")
    return HTTPAnswer(status: 200, body: SampleImage.data(named: name, seed: seed))
  }
}
