import ViewModels

/// The orders of a store, beside what the server has taken: an order is posted once, and once more for each time that
/// the user has asked again.
@MainActor
final class Orders {
  private static var last = 0
  private let tally: Tally
  private let taken: (String) -> Int
  private var asked: [String: Int] = [:]

  init(_ tally: Tally, _ taken: @escaping (String) -> Int) { (self.tally, self.taken) = (tally, taken) }

  func place(in orders: OrdersViewModel, using random: inout SeededGenerator) {
    check(orders.orders)
    let ended = orders.orders.filter { order in
      switch order.state {
      case .refused, .unknown: true
      case .waiting, .sending, .sent: false
      }
    }
    if Int.random(in: 0..<4, using: &random) == 0, let order = ended.randomElement(using: &random) {
      asked[order.text, default: 0] += 1
      return orders.placeAgain(order.id)
    }
    guard orders.orders.count(where: { !$0.state.isFinal }) < 5 else { return }
    Self.last += 1
    asked["order \(Self.last)"] = 1
    orders.place("Tea", text: "order \(Self.last)")
  }

  private func check(_ orders: [Order]) {
    for order in orders {
      let taken = taken(order.text)
      let isOnce = taken <= asked[order.text, default: 0] && (order.state != .sent || taken > 0)
      tally.check(.orders, isOnce, "\(order.text), \(order.state), was taken \(taken) times")
    }
  }
}
