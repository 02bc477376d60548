import ViewModels

extension [Order] {
  /// How many are in the state of this name.
  func count(_ name: String) -> Int { count { $0.state.name == name } }
}

extension Order.State {
  /// The name, with the reason if there is one.
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
    case .waiting, .sending, .sent: nil
    case .refused(let reason), .unknown(let reason): reason
    }
  }
}
