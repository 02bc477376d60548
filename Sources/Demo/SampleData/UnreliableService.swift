import ViewModels

/// A service that takes its time, and refuses some requests the first time they are made. The seed decides which.
@MainActor
final class UnreliableService {
  private let time: any SampleTime
  private let seed: UInt64
  private let name: String
  private var attempts: [String: Int] = [:]
  private var requests = 0

  init(time: any SampleTime, seed: UInt64, name: String) {
    (self.time, self.seed, self.name) = (time, seed, name)
  }

  /// Returns when a request is answered, and throws if it is refused or its task has been cancelled by then.
  func answer(_ request: String, fails percent: Double) async throws {
    attempts[request, default: 0] += 1
    requests += 1
    let attempt = attempts[request, default: 0]
    var random = SeededGenerator(seed: seed, name, request, String(attempt))
    await time.sleep(Int.random(in: 200...1_200, using: &random), tieBreak: requests)
    try Task.checkCancellation()
    if attempt == 1, random.happens(percent: percent) { throw ServiceError(.refused(status: 503)) }
  }
}
