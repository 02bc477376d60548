/// A short message that an order has ended, one for each time it was placed.
public struct OrderToast: Hashable, Sendable {
  /// How the order ended, to choose a colour or an icon.
  public enum Kind: Hashable, Sendable {
    /// The service accepted the order.
    case sent
    /// The service did not accept the order.
    case refused
    /// It is unknown whether the service accepted the order. Let the user decide whether to order again.
    case unknown
  }

  /// The id of the order.
  public var orderID: Order.ID
  /// How the order ended.
  public var kind: Kind
  /// A sentence or two for the user, as the view model's ``Wording`` has them.
  public var text: String

  /// Creates a message, for previews and tests of a front end.
  public init(orderID: Order.ID, kind: Kind, text: String) {
    self.orderID = orderID
    self.kind = kind
    self.text = text
  }

  /// Creates the message for an order; nil if the order has not ended.
  init?(_ order: Order, _ wording: Wording) {
    orderID = order.id
    switch order.state {
    case .waiting, .sending: return nil
    case .sent: (kind, text) = (.sent, wording.ordered(order.title))
    case .refused(let error): (kind, text) = (.refused, wording.notOrdered(order.title, wording.reason(error)))
    case .unknown(let error): (kind, text) = (.unknown, wording.perhapsOrdered(order.title, wording.reason(error)))
    }
  }
}
