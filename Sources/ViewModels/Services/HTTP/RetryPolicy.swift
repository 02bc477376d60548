/// Decides whether a failed request is sent again, and after how long. A pure value, and the only place that decides it: for
/// reads, writes and orders alike.
///
/// Sent again is what another try can cure: 408, 429 and 5xx, a connection that could not be made, and one that broke. Of
/// these, all but 429 and a connection that could not be made may have taken effect, so they are sent again only if the
/// request may take effect twice. See ``ServiceError/mayHaveTakenEffect``.
///
/// Waits have full jitter: a random time up to ``step``, then up to twice and four times that, so that clients that
/// failed together don't return together. `Retry-After` is followed up to ``longestRetryAfter``. After a 429 without
/// it, the wait is at least ``rateLimitPause``.
///
/// ```swift
/// var policy = RetryPolicy()
/// policy.tries = 2
/// policy.wait(after: ServiceError(.refused(status: 503)), try: 1, elapsed: .zero, random: 0.5)  // 250 ms
/// policy.wait(after: ServiceError(.refused(status: 404)), try: 1, elapsed: .zero, random: 0.5)  // nil: no retry
/// ```
public struct RetryPolicy: Hashable, Sendable {
  /// A policy without retries.
  public static let never = RetryPolicy(tries: 1)

  /// The maximum number of tries, the first one included.
  public var tries: Int
  /// The time limit of all tries and waits together.
  public var total: Duration
  /// The upper bound of the random wait before the second try. It doubles with each further try.
  public var step: Duration
  /// The upper bound of the random wait before any try. `Retry-After` and ``rateLimitPause`` can make a wait longer.
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
  /// - Parameters:
  ///   - error: How the last try ended.
  ///   - number: The number of the try that failed, from 1.
  ///   - elapsed: The time since the first try began.
  ///   - isRepeatable: Whether the request may take effect twice.
  ///   - random: A number from 0 to 1.
  public func wait(
    after error: ServiceError, try number: Int, elapsed: Duration, isRepeatable: Bool = true, random: Double
  ) -> Duration? {
    guard number < tries, error.isCurable, isRepeatable || !error.mayHaveTakenEffect else { return nil }
    var wait = min(longestWait, step * (1 << min(max(0, number - 1), 20))) * min(max(0, random), 1)
    if case .refused(let status, _, _, let retryAfter) = error.kind {
      // Jitter is added: clients with the same Retry-After would return at the same time.
      if let retryAfter {
        wait = min(max(.zero, retryAfter), longestRetryAfter) + step * min(max(0, random), 1)
      } else if status == 429 {
        wait += rateLimitPause
      }
    }
    return elapsed + wait < total ? wait : nil
  }

  /// Whether the service asks for a longer wait than this policy ever waits. A user is better told so than kept waiting.
  func isOutlasted(by error: ServiceError) -> Bool {
    guard case .refused(_, _, _, let retryAfter?) = error.kind else { return false }
    return retryAfter > longestRetryAfter
  }

  /// Returns how long nothing may be sent to a service after it said that there were too many requests. Zero after any other
  /// error.
  func pause(after error: ServiceError) -> Duration {
    guard case .refused(429, _, _, let retryAfter) = error.kind else { return .zero }
    return min(max(.zero, retryAfter ?? rateLimitPause), longestRetryAfter)
  }
}

extension ServiceError {
  /// Whether the request may have taken effect although it failed.
  ///
  /// It can't have if no connection could be made, or if the service itself said no: with a status from 400 to 499. Three of
  /// these come from between the client and the service, and say nothing about it: 408, 425 and 499.
  public var mayHaveTakenEffect: Bool {
    switch kind {
    case .refused(let status?, _, _, _): !(400..<500 ~= status) || [408, 425, 499].contains(status)
    // An error in the body of an answer whose status is not known. The service may have done a part of it.
    case .refused(nil, _, _, _): true
    case .unreachable, .badConfiguration: false
    // An answer that can't be used, or none, is no proof of anything.
    case .connectionLost, .timedOut, .tooLarge, .unreadable, .unsafeRedirect: true
    }
  }

  /// Whether the same request can succeed later.
  var isCurable: Bool {
    switch kind {
    case .refused(let status?, _, _, _): [408, 429].contains(status) || 500..<600 ~= status
    // Another try finds the same certificate.
    case .unreachable(.notSecure): false
    case .unreachable, .connectionLost: true
    // A try that took as long as its limit has used up the user's patience, and the others would fail in the same way.
    case .timedOut, .tooLarge, .unreadable, .unsafeRedirect, .badConfiguration, .refused(nil, _, _, _): false
    }
  }
}
