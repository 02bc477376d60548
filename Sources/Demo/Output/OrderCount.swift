import ViewModels

/// The outcomes of a run's orders.
struct OrderCount: Equatable {
  var sent = 0
  var refused = 0
  var unknown = 0

  var all: Int { sent + refused + unknown }
  var areSent: Bool { sent == all }

  init(_ orders: [Order]) {
    for order in orders {
      switch order.state {
      case .waiting, .sending: break
      case .sent: sent += 1
      case .refused: refused += 1
      case .unknown: unknown += 1
      }
    }
  }
}

extension Order.State {
  /// The name, with the reason in English if there is one.
  var words: String { reason.map { "\(name): \($0)" } ?? name }

  var name: String {
    switch self {
    case .waiting: "waiting"
    case .sending: "sending"
    case .sent: "sent"
    case .refused: "refused"
    case .unknown: "unknown"
    }
  }

  var reason: String? {
    switch self {
    case .waiting(let error): error?.description
    case .sending, .sent: nil
    case .refused(let error), .unknown(let error): error.description
    }
  }
}
