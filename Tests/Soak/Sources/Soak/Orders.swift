import Foundation
import MisbehavingServer
import ViewModels

/// The orders of a store, beside what the server has taken: an order is posted once, and once more for each time that
/// the user has asked again. They outlive the process of their view model; see ``OrderProcess``.
@MainActor
final class Orders {
  private static var last = 0
  private let tally: Tally
  private let taken: (String) -> Int
  private let folder: URL
  private var asked: [String: Int] = [:]
  /// What the file holds that the newest process has taken over, and since when.
  private var kept: (texts: Set<String>, since: ContinuousClock.Instant)?
  private(set) var process = OrderProcess()
  private(set) var file: URL

  init(_ tally: Tally, in folder: URL, _ taken: @escaping (String) -> Int) {
    (self.tally, self.taken, self.folder) = (tally, taken, folder)
    file = folder.appendingPathComponent("orders-\(UUID()).json")
  }

  func place(in orders: OrdersViewModel, using random: inout SeededGenerator) {
    check(orders)
    let ended = orders.orders.filter { order in
      switch order.state {
      case .refused, .unknown: true
      case .waiting, .sending, .sent: false
      }
    }
    if Int.random(in: 0..<4, using: &random) == 0, let order = ended.randomElement(using: &random) {
      asked[order.text, default: 0] += 1
      kept?.texts.remove(order.text)
      return orders.placeAgain(order.id)
    }
    guard orders.orders.count(where: { !$0.state.isFinal }) < 5 else { return }
    Self.last += 1
    asked["order \(Self.last)"] = 1
    orders.place("Tea", text: "order \(Self.last)")
  }

  /// Whether its newest process is one of those that end in the middle; the others go on until all orders have ended.
  var mayRestart: Bool { asked.count % 3 != 0 }

  /// Ends the process, as far as the server and the disk can see, and begins the next one on what its file holds.
  func restart() {
    process.end()
    process = OrderProcess()
    // A copy, because the older process ends what it has in memory, and still has the file.
    let old = file
    file = folder.appendingPathComponent("orders-\(UUID()).json")
    kept = nil
    struct Content: Decodable {
      struct Order: Decodable { let text: String }
      let orders: [Order]
    }
    // Without a file, or a descriptor to copy it with, the next process begins without orders.
    guard let data = try? Data(contentsOf: old), (try? data.write(to: file)) != nil else { return }
    do {
      kept = (Set(try JSONDecoder().decode(Content.self, from: data).orders.map(\.text)), .now)
      tally.restarts += 1
    } catch { tally.check(.wishes, false, "the file of orders cannot be read: \(error)") }
  }

  private func check(_ viewModel: OrdersViewModel) {
    let orders = viewModel.orders
    for order in orders {
      let taken = taken(order.text)
      let isOnce = taken <= asked[order.text, default: 0] && (order.state != .sent || taken > 0)
      tally.check(.orders, isOnce, "\(order.text), \(order.state), was taken \(taken) times")
    }
    // Without a descriptor nothing can be taken over: it stays in the file then.
    guard viewModel.problems.isEmpty, let kept else { return }
    let lost = kept.texts.subtracting(orders.map(\.text))
    // Of the orders that have ended a hundred are remembered.
    let isAll = lost.isEmpty || orders.count > 90
    tally.check(.wishes, isAll, "\(lost) were in the file of the process before, and this one has lost them")
    guard kept.since.duration(to: .now) > .seconds(60) else { return }
    let waiting = orders.filter { kept.texts.contains($0.text) && !$0.state.isFinal }
    tally.check(.wishes, waiting.isEmpty, "\(waiting) still wait, a minute after they were taken over")
    self.kept = nil
  }
}

/// A process that sends orders, and that can end: nothing reaches the server any more then, and nobody looks at its memory.
final class OrderProcess: OrderService {
  private let state = Lock((service: (any OrderService)?.none, hasEnded: false))

  var service: (any OrderService)? {
    get { state.withLock { $0.service } }
    set { state.withLock { $0.service = newValue } }
  }

  func end() { state.withLock { $0.hasEnded = true } }

  func order(_ text: String) async -> OrderAnswer {
    let service = state.withLock { $0.hasEnded ? nil : $0.service }
    return await service?.order(text) ?? .refused(ServiceError(.connectionLost(.processEnded)))
  }
}
