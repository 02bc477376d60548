import Foundation

/// Sends a request again through another client when a ``RetryPolicy`` says so.
///
/// The answer, or the error, is that of the last try.
public struct RetryingClient: HTTPClient {
  private let client: any HTTPClient
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let random: @Sendable () -> Double
  private let now: @Sendable () -> Date

  /// A client that tries again.
  ///
  /// - Parameters:
  ///   - client: sends each try.
  ///   - policy: says whether, and after how long, there is another one.
  ///   - clock: measures the time and waits.
  ///   - random: numbers from 0 to 1; called from anywhere.
  ///   - now: the date, to which a Retry-After with a date is compared.
  public init(
    _ client: any HTTPClient, policy: RetryPolicy = RetryPolicy(), clock: any Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) }, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.client = client
    self.policy = policy
    self.clock = clock.withOneAlarm
    self.random = random
    self.now = now
  }

  /// Sends a request, again if need be.
  ///
  /// - Throws: the last try's ``ServiceError``, or `timedOut` when the policy's total time has passed within a try;
  ///   `CancellationError` when cancelled, and at once.
  public func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
    try await ServiceError.naming(request.url.host) {
      try await clock.attempts(within: policy.total) { number, elapsed in
        try await attempt(request, number, elapsed())
      }
    }
  }

  private func attempt(
    _ request: HTTPRequest, _ number: Int, _ elapsed: @autoclosure () -> Duration
  ) async throws -> Attempt<HTTPAnswer> {
    let result: Result<HTTPAnswer, ServiceError>
    do {
      result = .success(try await client.send(request))
    } catch let error as ServiceError {
      result = .failure(error)
    }
    guard let failure = failure(result),
      let wait = policy.wait(
        after: failure, try: number, elapsed: elapsed(), isRepeatable: request.method == .get, random: random())
    else { return .ended(try result.get()) }
    return .again(after: wait)
  }

  private func failure(_ result: Result<HTTPAnswer, ServiceError>) -> RetryPolicy.Failure? {
    switch result {
    case .success(let answer) where answer.status == 429 || answer.status >= 500:
      return .status(answer.status, retryAfter: RetryAfter.duration(answer.headers["retry-after"], now: now()))
    case .success: return nil
    case .failure(let error):
      switch error.kind {
      case .unreachable: return .unreachable
      case .connectionLost: return .connectionLost
      default: return nil
      }
    }
  }
}

private enum Attempt<Value: Sendable>: Sendable {
  case ended(Value)
  case again(after: Duration)
}

extension Clock<Duration> {
  /// Makes one attempt after the other, with waits between them, and cancels when a time limit has passed.
  ///
  /// - Parameter attempt: is given its number, from 1, and the time since the first one began.
  fileprivate func attempts<Value: Sendable>(
    within total: Duration,
    _ attempt: @escaping @Sendable (_ number: Int, _ elapsed: () -> Duration) async throws -> Attempt<Value>
  ) async throws -> Value {
    let start = now
    return try await limit(whole: total) {
      var number = 1
      while true {
        switch try await attempt(number, { start.duration(to: now) }) {
        case .ended(let value): return value
        case .again(let wait): try await sleep(until: now.advanced(by: wait), tolerance: nil)
        }
        number += 1
      }
    }
  }
}
