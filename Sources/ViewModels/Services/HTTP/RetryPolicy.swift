/// Decides whether a failed request is sent again, and after how long. A pure value.
///
/// Waits have full jitter: a random time up to ``step``, then up to twice and four times that, so that clients that
/// failed together don't return together. `Retry-After` is followed up to ``longestRetryAfter``. After a 429 without
/// it, the wait is at least ``rateLimitPause``.
///
/// ```swift
/// var policy = RetryPolicy()
/// policy.tries = 2
/// policy.wait(after: .status(503, retryAfter: nil), try: 1, elapsed: .zero, random: 0.5)  // 250 ms
/// policy.wait(after: .status(404, retryAfter: nil), try: 1, elapsed: .zero, random: 0.5)  // nil: no retry
/// ```
public struct RetryPolicy: Hashable, Sendable {
  /// A policy without retries.
  public static let never = RetryPolicy(tries: 1)

  /// A failed try.
  public enum Failure: Hashable, Sendable {
    /// The service answered with this status, and perhaps with `Retry-After`.
    case status(Int, retryAfter: Duration?)
    /// No connection could be made, so the request has not arrived.
    case unreachable
    /// The connection broke. The request may have arrived.
    case connectionLost
  }

  /// The maximum number of tries, the first one included.
  public var tries: Int
  /// The time limit of all tries and waits together.
  public var total: Duration
  /// The longest wait before the second try. It doubles with each further try.
  public var step: Duration
  /// The longest wait before any try.
  public var longestWait: Duration
  /// The shortest wait after a 429 without `Retry-After`.
  public var rateLimitPause: Duration
  /// The longest `Retry-After` that is followed. A longer one is shortened to this.
  public var longestRetryAfter: Duration

  /// Creates a policy. The defaults suit interactive lists.
  public init(
    tries: Int = 4, total: Duration = .seconds(60), step: Duration = .milliseconds(500),
    longestWait: Duration = .seconds(10), rateLimitPause: Duration = .seconds(1),
    longestRetryAfter: Duration = .seconds(30)
  ) {
    self.tries = tries
    self.total = total
    self.step = step
    self.longestWait = longestWait
    self.rateLimitPause = rateLimitPause
    self.longestRetryAfter = longestRetryAfter
  }

  /// Returns the wait before the next try. Nil means no further try.
  ///
  /// Only 429, 5xx and connection failures are tried again.
  /// - Parameters:
  ///   - failure: the failure of the last try.
  ///   - number: the number of the try that failed, from 1.
  ///   - elapsed: the time since the first try began.
  ///   - isRepeatable: whether the request may take effect twice. Otherwise only 429 and a connection that could not be
  ///     made are tried again, because the request has had no effect.
  ///   - random: a number from 0 to 1.
  public func wait(
    after failure: Failure, try number: Int, elapsed: Duration, isRepeatable: Bool = true, random: Double
  ) -> Duration? {
    guard number < tries, isRetryable(failure, isRepeatable: isRepeatable) else { return nil }
    var wait = min(longestWait, step * (1 << min(max(0, number - 1), 20))) * min(max(0, random), 1)
    if case .status(let status, let retryAfter) = failure {
      // Jitter is added: clients with the same Retry-After would return at the same time.
      if let retryAfter {
        wait = min(max(.zero, retryAfter), longestRetryAfter) + step * min(max(0, random), 1)
      } else if status == 429 {
        wait += rateLimitPause
      }
    }
    return elapsed + wait < total ? wait : nil
  }

  private func isRetryable(_ failure: Failure, isRepeatable: Bool) -> Bool {
    switch failure {
    case .unreachable, .status(429, _): true
    case .connectionLost, .status(500...599, _): isRepeatable
    case .status: false
    }
  }
}
