/// Where orders go.
///
/// - Note: Delivers everywhere. ``OrdersViewModel`` calls it off the main actor, for one order at a time.
public protocol OrderService: Sendable {
  /// Sends an order, once, and says what became of it. Never sends it again by itself.
  ///
  /// - Parameter text: as people wrote it; the service escapes what it must.
  func order(_ text: String) async -> OrderAnswer
}

/// What became of an attempt to order. A reason is a sentence for people, without addresses.
public enum OrderAnswer: Hashable, Sendable {
  /// It has been taken.
  case accepted
  /// It has not been taken and will not be, for this reason.
  case refused(String)
  /// It has not been taken: there have been too many. The service may have said how long it wants to be left alone.
  case tooMany(retryAfter: Duration?)
  /// It has not arrived.
  case unreachable(String)
  /// It may have been taken or not. Whoever sends it again may have ordered twice.
  case unknown(String)
}
