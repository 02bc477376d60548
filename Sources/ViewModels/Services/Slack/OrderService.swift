/// Sends orders.
///
/// - Note: May return on any thread. ``OrdersViewModel`` calls it off the main actor, for one order at a time.
public protocol OrderService: Sendable {
  /// Sends an order once, without retries, and returns the outcome.
  ///
  /// - Parameter text: The plain text of the order. The service escapes it.
  func order(_ text: String) async -> OrderAnswer
}

/// The outcome of an attempt to order.
public enum OrderAnswer: Hashable, Sendable {
  /// The order was accepted.
  case accepted
  /// The order was not accepted and won't be.
  case refused(ServiceError)
  /// The order was not accepted, and can be later: no byte of it was sent, or there were too many orders. It is sent again
  /// as a ``RetryPolicy`` says, but refused where the service asks for a longer wait than
  /// ``RetryPolicy/longestRetryAfter``: a user is better told so than kept waiting.
  case notTaken(ServiceError)
  /// The order may have been accepted. Sending it again may order twice. The error says what is known: a broken
  /// connection, a time limit, or an answer that is no proof.
  case unknown(ServiceError)

  /// Creates the outcome of a request that failed, as ``RetryPolicy`` sees it: unknown if the order may have arrived.
  public init(_ error: ServiceError) {
    self = error.mayHaveTakenEffect ? .unknown(error) : error.isCurable ? .notTaken(error) : .refused(error)
  }
}
