import ViewModels

extension [Order] {
  /// How many are in the state of this name.
  func count(_ name: String) -> Int { count { $0.state.name == name } }
}

extension Order.State {
  /// The name, with the reason in English if there is one.
  var words: String { reason.map { "\(name): \($0)" } ?? name }

  /// The name of the case.
  var name: String { String("\(self)".prefix(while: \.isLetter)) }

  var reason: String? {
    switch self {
    case .waiting(let error): error?.description
    case .sending, .sent: nil
    case .refused(let error), .unknown(let error): error.description
    }
  }
}
