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
  /// A sentence or two for the user, as the view model's wording has them.
  public var text: String

  /// Creates a message, for previews and tests of a front end.
  public init(orderID: Order.ID, kind: Kind, text: String) {
    self.orderID = orderID
    self.kind = kind
    self.text = text
  }

  /// Creates the message for an order; nil while it is sent or waits to be sent again.
  init?(_ order: Order, _ wording: OrdersViewModel.Wording) {
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

extension OrdersViewModel {
  /// The texts of the toasts, in English until an app replaces them.
  ///
  /// ```swift
  /// var wording = OrdersViewModel.Wording()
  /// wording.ordered = { "주문했습니다: \($0)" }
  /// wording.reason = { error in
  ///   if case .timedOut = error.kind { "시간이 초과되었습니다" } else { error.description }  // the rest in English
  /// }
  /// ```
  public struct Wording: Sendable {
    /// Why an order was not accepted, or is unknown. By default the error's own sentence, which holds no secret.
    public var reason: @Sendable (_ error: ServiceError) -> String = { $0.description }
    /// An order has been placed, and is about to be sent.
    public var ordering: @Sendable (_ title: String) -> String = { "Ordering: \($0)" }
    /// An order was accepted.
    public var ordered: @Sendable (_ title: String) -> String = { "Ordered: \($0)" }
    /// An order was not accepted.
    public var notOrdered: @Sendable (_ title: String, _ reason: String) -> String = { "Not ordered: \($0). \($1)" }
    /// It is unknown whether an order was accepted.
    public var perhapsOrdered: @Sendable (_ title: String, _ reason: String) -> String = {
      "Perhaps ordered: \($0). Ask before you order again. \($1)"
    }

    /// Creates the English wording.
    public init() {}
  }
}
