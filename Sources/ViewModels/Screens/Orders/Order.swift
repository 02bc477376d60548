/// An order and its state.
public struct Order: Identifiable, Hashable, Codable, Sendable {
  /// The states of an order.
  public enum State: Hashable, Codable, Sendable {
    /// Waits to be sent: for its turn, or after a try that failed for this reason, to be sent again.
    case waiting(after: ServiceError?)
    /// The request is under way.
    case sending
    /// The service accepted the order.
    case sent
    /// The service did not accept the order, for this reason. ``OrdersViewModel/Wording/reason`` makes a sentence
    /// of it.
    case refused(ServiceError)
    /// It is unknown whether the service accepted the order, for this reason. It is sent again only on request.
    case unknown(ServiceError)

    /// Whether the order stays in this state unless it is placed again.
    public var isFinal: Bool {
      switch self {
      case .waiting, .sending: false
      case .sent, .refused, .unknown: true
      }
    }
  }

  /// The order's number: from 1, in the order in which orders were placed, and on from there in the next process if they are
  /// kept in a file.
  public let id: Int
  /// The name of what is ordered, for toasts.
  public let title: String
  /// The text that is sent.
  public let text: String
  /// The order's current state.
  public internal(set) var state: State

  /// Creates an order, for previews and tests of a front end. ``OrdersViewModel/place(_:text:)`` places one.
  public init(id: Int, title: String, text: String, state: State) {
    self.id = id
    self.title = title
    self.text = text
    self.state = state
  }
}
