import Foundation

/// Sends a request again through another client when a ``RetryPolicy`` says so.
///
/// Returns the answer, or throws the error, of the last try; but the error of an earlier one, if that may have changed something
/// and the last one was refused. A 401 to a token is returned all the same, so that the request can be sent with a new one.
public struct RetryingClient: HTTPClient {
  private let client: any HTTPClient
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let random: @Sendable () -> Double
  private let now: @Sendable () -> Date

  /// Creates a client that retries through another one.
  ///
  /// - Parameters:
  ///   - client: Sends each try.
  ///   - policy: Decides whether there is another try, and after how long.
  ///   - clock: Measures the time and waits.
  ///   - random: Returns numbers from 0 to 1. Called on any thread.
  ///   - now: Returns the date with which a date in `Retry-After` is compared.
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
  /// - Throws: The ``ServiceError`` of the last try, or of an earlier one that may have changed something, or `timedOut` when
  ///   the policy's total time ends during a try; `CancellationError` at once when the task is cancelled.
  public func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
    try await ServiceError.naming(request.url.host) {
      try await clock.attempts(within: policy.total) { number, elapsed, doubt in
        try await attempt(request, number, elapsed(), doubt)
      }
    }
  }

  private func attempt(
    _ request: HTTPRequest, _ number: Int, _ elapsed: @autoclosure () -> Duration, _ doubt: ServiceError?
  ) async throws -> Attempt<HTTPAnswer> {
    let result: Result<HTTPAnswer, ServiceError>
    do {
      result = .success(try await client.send(request))
    } catch let error as ServiceError {
      result = .failure(error)
    }
    let error = result.serviceError(now: now)
    if let wait = policy.wait(
      after: error, try: number, elapsed: elapsed(), isRepeatable: request.isRepeatable, random: random())
    {
      let isDoubtful = request.mayChangeSomething && error.mayHaveTakenEffect
      return .again(after: wait, doubt: doubt ?? (isDoubtful ? error : nil))
    }
    switch result {
    case .failure: throw error.inDoubt(doubt)
    // With a new token the service may still say what it made of the request.
    case .success(var answer) where answer.status == 401 && request.token != nil:
      answer.doubt = doubt
      return .ended(answer)
    case .success(let answer):
      if let doubt, error.isRefusal { throw doubt }
      return .ended(answer)
    }
  }
}

extension ServiceError {
  /// Whether the service, or the way to it, said that this request changed nothing. A success is none.
  fileprivate var isRefusal: Bool {
    if case .refused(let status?, _, _, _) = kind, status < 400 { return false }
    return !mayHaveTakenEffect
  }

  /// Returns the error of a request: of the last try, or why an earlier one may have taken effect, if the last one was refused. A
  /// refusal is about the last try alone, and may hide that an earlier one took effect: a DELETE is answered with 404 then.
  func inDoubt(_ doubt: ServiceError?) -> ServiceError { isRefusal ? doubt ?? self : self }
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
  /// - Parameter doubt: Why an earlier try may have taken effect.
  case again(after: Duration, doubt: ServiceError?)
}

extension Clock<Duration> {
  /// Runs one attempt after another with waits between them, and cancels when a time limit has passed.
  ///
  /// - Parameter attempt: Called with its number, from 1, the time since the first attempt began, and the doubt of those before.
  fileprivate func attempts<Value: Sendable>(
    within total: Duration,
    _ attempt:
      @escaping @Sendable (_ number: Int, _ elapsed: () -> Duration, _ doubt: ServiceError?) async throws -> Attempt<
        Value
      >
  ) async throws -> Value {
    let start = now
    return try await limit(whole: total) {
      var (number, doubt) = (1, nil as ServiceError?)
      while true {
        switch try await attempt(number, { start.duration(to: now) }, doubt) {
        case .ended(let value): return value
        case .again(let wait, let newDoubt):
          doubt = newDoubt
          try await sleep(until: now.advanced(by: wait), tolerance: nil)
        }
        number += 1
      }
    }
  }
}

extension HTTPClient where Self == RetryingClient {
  /// A new client that retries, with a limit of requests at a time, over the network: what the services of this package use
  /// unless they are given another one.
  public static var standard: RetryingClient { RetryingClient(LimitedClient(URLSessionClient())) }
}
