/// Sends orders.
///
/// - Note: May return on any thread. ``OrdersViewModel`` calls it off the main actor, for one order at a time.
public protocol OrderService: Sendable {
  /// Sends an order once, without retries, and returns the outcome.
  ///
  /// - Parameter text: the plain text of the order. The service escapes it.
  func order(_ text: String) async -> OrderAnswer
}

/// The outcome of an attempt to order.
public enum OrderAnswer: Hashable, Sendable {
  /// The order was accepted.
  case accepted
  /// The order was not accepted and won't be.
  case refused(ServiceError)
  /// The order was not accepted because there were too many. The service may say how long to wait.
  case tooMany(retryAfter: Duration?)
  /// The order has not arrived: it is known that no byte of it was sent.
  case unreachable(ServiceError)
  /// The order may have been accepted. Sending it again may order twice. The error says what is known: a broken
  /// connection, a time limit, or an answer that is no proof.
  case unknown(ServiceError)
}
