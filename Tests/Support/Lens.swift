/// What of a section is shown, and in which order.
package enum Lens: Int, CaseIterable, Sendable {
  case none, odd, backwards
  /// What has not been updated, with that first whose text is smallest; texts are equal more often than not.
  case untouchedByText
  /// What has been made the user's own stands first, and is shown among what is odd.
  case mineFirst, oddMineFirst

  package var filter: (@Sendable (TestItem) -> Bool)? {
    switch self {
    case .none, .backwards, .mineFirst: nil
    case .odd: { $0.id % 2 == 1 }
    case .untouchedByText: { !$0.text.hasPrefix("at") }
    case .oddMineFirst: { $0.id % 2 == 1 || $0.text == "mine" }
    }
  }

  package var order: (@Sendable (TestItem, TestItem) -> Bool)? {
    switch self {
    case .none, .odd: nil
    case .backwards: { $0.id > $1.id }
    case .untouchedByText: { $0.text < $1.text }
    case .mineFirst, .oddMineFirst: { $0.text == "mine" && $1.text != "mine" }
    }
  }

  package func callAsFunction(_ rows: [TestItem]) -> [TestItem] {
    let rows = filter.map { rows.filter($0) } ?? rows
    guard let order else { return rows }
    return rows.enumerated().sorted { first, second in
      order(first.element, second.element)
        || !order(second.element, first.element) && first.offset < second.offset
    }.map(\.element)
  }
}
