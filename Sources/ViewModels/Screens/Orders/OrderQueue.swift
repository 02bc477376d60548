/// Decides which order is sent when: a pure value, which its caller tells the time.
///
/// Orders are sent one at a time, the one that was placed first before the others, each at least a pause after the last
/// answer. An order that has not arrived is sent again as a ``RetryPolicy`` says, and lets others go first while it
/// waits. After "too many" nothing is sent for as long as the service says, within the policy's limit. An order that may
/// have arrived is not sent again, since the user could get it twice.
struct OrderQueue: Sendable {
  /// The caller's next action.
  enum Step: Equatable {
    /// Send this order, and pass the answer to ``receive(_:at:random:)``.
    case send(Order)
    /// Call ``next(at:)`` again at this time, or when an order has been placed.
    case wait(until: Duration)
  }

  /// An order that has not ended.
  private struct Pending {
    let id: Order.ID
    var tries = 0
    var firstTry = Duration.zero
    /// The earliest time of its next try.
    var nextTry = Duration.zero
  }

  /// How many ended orders are kept.
  static let mostEnded = 100

  /// The orders that have not ended, and the last hundred that have, in the order in which they were first placed.
  private(set) var orders: [Order] = []
  private let pause: Duration
  private let policy: RetryPolicy
  private(set) var lastID = 0
  /// In the order in which they were placed.
  private var pending: [Pending] = []
  /// In the order in which they ended.
  private var ended: [Order.ID] = []
  /// The order whose request is under way.
  private var sending: Order.ID?
  /// The earliest time of the next request.
  private var nextRequest = Duration.zero

  init(pause: Duration, policy: RetryPolicy) {
    self.pause = pause
    self.policy = policy
  }

  /// Takes over the orders of a process that has ended, before any is placed.
  ///
  /// - Returns: The orders that were under way, whose outcome is unknown.
  mutating func takeOver(_ orders: [Order], lastID: Order.ID) -> [Order] {
    (self.orders, self.lastID) = (orders, lastID)
    pending = orders.filter { !$0.state.isFinal && $0.state != .sending }.map { Pending(id: $0.id) }
    let interrupted = orders.filter { $0.state == .sending }.map(\.id)
    ended = orders.filter(\.state.isFinal).map(\.id) + interrupted
    forgetOldest()
    return interrupted.compactMap { setState(of: $0, to: .unknown(ServiceError(.connectionLost(.processEnded)))) }
  }

  /// Puts the order back whose request was about to be sent, for as long as the longest wait of the policy, a second at least;
  /// others go first.
  mutating func putBack(at now: Duration) -> Order? {
    guard let index = pending.firstIndex(where: { $0.id == sending }) else { return nil }
    sending = nil
    pending[index].tries -= 1
    pending[index].nextTry = now + max(policy.longestWait, .seconds(1))
    return setState(of: pending[index].id, to: .waiting(after: nil))
  }

  /// Appends an order to the queue.
  mutating func place(_ title: String, text: String) -> Order {
    lastID += 1
    let order = Order(id: lastID, title: title, text: text, state: .waiting(after: nil))
    orders.append(order)
    pending.append(Pending(id: order.id))
    return order
  }

  /// Appends an order again that was refused or is unknown. Returns nil, and changes nothing, in any other state.
  mutating func placeAgain(_ id: Order.ID) -> Order? {
    switch orders.first(where: { $0.id == id })?.state {
    case nil, .waiting, .sending, .sent: return nil
    case .refused, .unknown:
      pending.append(Pending(id: id))
      ended.removeAll { $0 == id }
      return setState(of: id, to: .waiting(after: nil))
    }
  }

  /// Returns the next action at this time; nil if no order waits, or if a request is under way.
  mutating func next(at now: Duration) -> Step? {
    guard sending == nil, let earliest = pending.map(\.nextTry).min() else { return nil }
    let time = max(nextRequest, earliest)
    guard now >= time, let index = pending.firstIndex(where: { $0.nextTry <= now }) else { return .wait(until: time) }
    if pending[index].tries == 0 { pending[index].firstTry = now }
    pending[index].tries += 1
    sending = pending[index].id
    return setState(of: pending[index].id, to: .sending).map(Step.send)
  }

  /// Processes the answer to the request under way, and returns its order; nil if there is none.
  mutating func receive(_ answer: OrderAnswer, at now: Duration, random: Double) -> Order? {
    guard let index = pending.firstIndex(where: { $0.id == sending }) else { return nil }
    sending = nil
    nextRequest = max(nextRequest, now + pause)
    switch answer {
    case .accepted: return end(index, .sent)
    case .refused(let error): return end(index, .refused(error))
    case .unknown(let error): return end(index, .unknown(error))
    case .notTaken(let error):
      nextRequest = max(nextRequest, now + policy.pause(after: error))
      let order = pending[index]
      guard !policy.isOutlasted(by: error),
        let wait = policy.wait(
          after: error, try: order.tries, elapsed: now - order.firstTry, random: random)
      else { return end(index, .refused(error)) }
      pending[index].nextTry = now + wait
      return setState(of: order.id, to: .waiting(after: error))
    }
  }

  private mutating func end(_ index: Int, _ state: Order.State) -> Order? {
    let id = pending.remove(at: index).id
    ended.append(id)
    forgetOldest()
    return setState(of: id, to: state)
  }

  private mutating func forgetOldest() {
    let oldest = Set(ended.prefix(max(0, ended.count - Self.mostEnded)))
    if oldest.isEmpty { return }
    ended.removeFirst(oldest.count)
    orders.removeAll { oldest.contains($0.id) }
  }

  private mutating func setState(of id: Order.ID, to state: Order.State) -> Order? {
    guard let index = orders.firstIndex(where: { $0.id == id }) else { return nil }
    orders[index].state = state
    return orders[index]
  }
}
