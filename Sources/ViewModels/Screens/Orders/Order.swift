/// An order, and what has become of it.
public struct Order: Identifiable, Hashable, Sendable {
  /// The states an order goes through.
  public enum State: Hashable, Sendable {
    /// It waits until those before it have ended, or until the service wants to be asked again.
    case waiting
    /// It is on its way.
    case sending
    /// It has been taken.
    case sent
    /// It has not been taken, for this reason.
    case refused(String)
    /// Nobody knows whether it has been taken, for this reason. It is not sent again unless somebody says so.
    case unknown(String)

    /// True when nothing more happens by itself.
    public var isFinal: Bool {
      switch self {
      case .waiting, .sending: false
      case .sent, .refused, .unknown: true
      }
    }
  }

  /// Tells orders of one screen apart, from 1, in the order in which they were placed.
  public let id: Int
  /// What is ordered, as toasts call it.
  public let title: String
  /// What is sent.
  public let text: String
  /// What has become of it.
  public internal(set) var state: State
}

/// A short message that an order has ended, one for each time it was sent.
public struct OrderToast: Hashable, Sendable {
  /// How it ended, for a colour or an icon.
  public enum Kind: Hashable, Sendable {
    /// It has been taken.
    case sent
    /// It has not been taken.
    case refused
    /// Nobody knows; the user is to be asked.
    case unknown
  }

  /// The order.
  public var orderID: Order.ID
  /// How it ended.
  public var kind: Kind
  /// One sentence for people.
  public var text: String

  /// The message for an order; nil while it has not ended.
  init?(_ order: Order) {
    orderID = order.id
    switch order.state {
    case .waiting, .sending: return nil
    case .sent: (kind, text) = (.sent, "Ordered: \(order.title)")
    case .refused(let reason): (kind, text) = (.refused, "Not ordered: \(order.title). \(reason)")
    case .unknown(let reason):
      (kind, text) = (.unknown, "Perhaps ordered: \(order.title). Ask before you order again. \(reason)")
    }
  }
}
