import Foundation

/// Sends a request again through another client when a ``RetryPolicy`` says so.
///
/// Returns the answer, or throws the error, of the last try.
public struct RetryingClient: HTTPClient {
  private let client: any HTTPClient
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let random: @Sendable () -> Double
  private let now: @Sendable () -> Date

  /// Creates a client that retries through another one.
  ///
  /// - Parameters:
  ///   - client: sends each try.
  ///   - policy: decides whether there is another try, and after how long.
  ///   - clock: measures the time and waits.
  ///   - random: returns numbers from 0 to 1. Called on any thread.
  ///   - now: returns the date with which a date in `Retry-After` is compared.
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

  /// Sends a request, and sends it again as the policy allows.
  ///
  /// - Throws: the ``ServiceError`` of the last try, or `timedOut` when the policy's total time ends during a try;
  ///   `CancellationError` at once when the task is cancelled.
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
    guard
      let wait = policy.wait(
        after: result.serviceError(now: now), try: number, elapsed: elapsed(), isRepeatable: request.isRepeatable,
        random: random())
    else { return .ended(try result.get()) }
    return .again(after: wait)
  }
}

extension Result<HTTPAnswer, ServiceError> {
  /// The result as an error, whatever its status: which statuses are failures is the policy's business.
  fileprivate func serviceError(now: @Sendable () -> Date) -> ServiceError {
    switch self {
    case .success(let answer):
      ServiceError(
        .refused(status: answer.status, retryAfter: RetryAfter.duration(answer.headers["retry-after"], now: now())))
    case .failure(let error): error
    }
  }
}

private enum Attempt<Value: Sendable>: Sendable {
  case ended(Value)
  case again(after: Duration)
}

extension Clock<Duration> {
  /// Runs one attempt after another with waits between them, and cancels when a time limit has passed.
  ///
  /// - Parameter attempt: called with its number, from 1, and the time since the first attempt began.
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
