/// A short message about an order: one when it is placed, and one when it has ended.
public struct OrderToast: Hashable, Sendable {
  /// What has happened to the order, to choose a colour or an icon.
  public enum Kind: Hashable, Sendable {
    /// The user has placed the order, which waits to be sent.
    case placed
    /// The service accepted the order.
    case sent
    /// The service did not accept the order.
    case refused
    /// It is unknown whether the service accepted the order. Let the user decide whether to order again.
    case unknown
  }

  /// The id of the order.
  public var orderID: Order.ID
  /// What has happened to the order.
  public var kind: Kind
  /// A sentence or two for the user, as the view model's ``Wording`` has them.
  public var text: String

  /// Creates a message, for previews and tests of a front end.
  public init(orderID: Order.ID, kind: Kind, text: String) {
    self.orderID = orderID
    self.kind = kind
    self.text = text
  }

  /// Creates the message for an order; nil while it is sent or waits to be sent again.
  init?(_ order: Order, _ wording: Wording) {
    orderID = order.id
    switch order.state {
    case .waiting(after: nil): (kind, text) = (.placed, wording.ordering(order.title))
    case .waiting, .sending: return nil
    case .sent: (kind, text) = (.sent, wording.ordered(order.title))
    case .refused(let error): (kind, text) = (.refused, wording.notOrdered(order.title, wording.reason(error)))
    case .unknown(let error): (kind, text) = (.unknown, wording.perhapsOrdered(order.title, wording.reason(error)))
    }
  }
}
