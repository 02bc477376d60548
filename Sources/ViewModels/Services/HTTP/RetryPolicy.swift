/// Whether a request that failed is sent again, and after how long: a pure value.
///
/// Waits are drawn with full jitter: anything from nothing to ``step``, twice that, four times that, so that clients
/// that failed together do not come back together. A service that says when to come back (Retry-After) is heeded, up
/// to ``longestRetryAfter``; one that has had too many requests (429) without saying so is left alone for
/// ``rateLimitPause`` at least.
///
/// ```swift
/// var policy = RetryPolicy()
/// policy.tries = 2
/// policy.wait(after: .status(503, retryAfter: nil), try: 1, elapsed: .zero, random: 0.5)  // 250 ms
/// policy.wait(after: .status(404, retryAfter: nil), try: 1, elapsed: .zero, random: 0.5)  // nil: give up
/// ```
public struct RetryPolicy: Hashable, Sendable {
  /// Nothing is sent again.
  public static let never = RetryPolicy(tries: 1)

  /// What can be cured by trying again, and what cannot.
  public enum Failure: Hashable, Sendable {
    /// The service answered with this status; it may have said how long it wants to be left alone.
    case status(Int, retryAfter: Duration?)
    /// No connection could be made: nothing has arrived.
    case unreachable
    /// The connection broke: the request may have arrived.
    case connectionLost
  }

  /// How often a request is sent at most, the first time included.
  public var tries: Int
  /// How long all tries and waits together may take.
  public var total: Duration
  /// The longest wait before the second try; doubles with every further one.
  public var step: Duration
  /// The longest wait, whatever the number of tries.
  public var longestWait: Duration
  /// The shortest wait after 429 without Retry-After.
  public var rateLimitPause: Duration
  /// What a longer Retry-After is cut to.
  public var longestRetryAfter: Duration

  /// A policy; what is not given suits a person who waits for a list.
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

  /// How long to wait before the next try; nil to give up.
  ///
  /// Only 429, 5xx and connection failures are tried again.
  /// - Parameters:
  ///   - failure: what went wrong.
  ///   - number: which try failed, from 1.
  ///   - elapsed: how long it has all taken so far.
  ///   - isRepeatable: whether sending twice does no harm; if it does, only what cannot have taken effect is sent
  ///     again, which is 429 and a connection that was never made.
  ///   - random: a number from 0 to 1.
  public func wait(
    after failure: Failure, try number: Int, elapsed: Duration, isRepeatable: Bool = true, random: Double
  ) -> Duration? {
    guard number < tries, isCurable(failure, isRepeatable: isRepeatable) else { return nil }
    var wait = min(longestWait, step * (1 << min(max(0, number - 1), 20))) * min(max(0, random), 1)
    if case .status(let status, let retryAfter) = failure {
      // Jitter on top: all who were told the same time would come back at the same time.
      if let retryAfter {
        wait = min(max(.zero, retryAfter), longestRetryAfter) + step * min(max(0, random), 1)
      } else if status == 429 {
        wait += rateLimitPause
      }
    }
    return elapsed + wait < total ? wait : nil
  }

  private func isCurable(_ failure: Failure, isRepeatable: Bool) -> Bool {
    switch failure {
    case .unreachable, .status(429, _): true
    case .connectionLost, .status(500...599, _): isRepeatable
    case .status: false
    }
  }
}
