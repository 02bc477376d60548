/// Which order is sent when: a pure value, to which time is told.
///
/// Orders go out one after another, in the order in which they were placed, and not before a pause after the last
/// answer has passed. One that has not arrived, or of which there have been too many, is sent again as a
/// ``RetryPolicy`` says; one of which nobody knows is not.
struct OrderQueue: Sendable {
  /// What is to be done next.
  enum Step: Equatable {
    /// Send this order, and tell ``answered(_:at:random:)``.
    case send(Order)
    /// Ask again at this time.
    case wait(until: Duration)
    /// Say that this order has ended, unsent.
    case end(Order)
  }

  /// All orders, in the order in which they were placed.
  private(set) var orders: [Order] = []
  private let pause: Duration
  private let policy: RetryPolicy
  /// The orders that wait, the first one may be on its way.
  private var line: [Order.ID] = []
  private var tries = 0
  private var firstTry = Duration.zero
  /// Nothing may be sent before this.
  private var resting = Duration.zero
  /// The service wants nothing before this, which is later than anybody wants to wait.
  private var closed = Duration.zero

  init(pause: Duration, policy: RetryPolicy) {
    self.pause = pause
    self.policy = policy
  }

  /// Puts an order at the end of the line.
  mutating func place(_ title: String, text: String) -> Order {
    let order = Order(id: orders.count + 1, title: title, text: text, state: .waiting)
    orders.append(order)
    line.append(order.id)
    return order
  }

  /// Puts an order that has failed, or of which nobody knows, at the end of the line again; nil if it is neither.
  mutating func placeAgain(_ id: Order.ID) -> Order? {
    guard orders.indices.contains(id - 1) else { return nil }
    switch orders[id - 1].state {
    case .waiting, .sending, .sent: return nil
    case .refused, .unknown:
      line.append(id)
      return change(id, to: .waiting)
    }
  }

  /// What is to be done at this time; nil when nobody waits, or an order is on its way.
  mutating func next(at now: Duration) -> Step? {
    guard let id = line.first, orders[id - 1].state == .waiting else { return nil }
    guard now >= closed else { return .end(end(tooMany(at: now))) }
    guard now >= resting else { return .wait(until: resting) }
    if tries == 0 { firstTry = now }
    tries += 1
    return .send(change(id, to: .sending))
  }

  /// Takes in the answer to the order on its way, and returns that order.
  mutating func answered(_ answer: OrderAnswer, at now: Duration, random: Double) -> Order? {
    guard let id = line.first, orders[id - 1].state == .sending else { return nil }
    resting = now + pause
    switch answer {
    case .accepted: return end(.sent)
    case .refused(let reason): return end(.refused(reason))
    case .unknown(let reason): return end(.unknown(reason))
    case .unreachable(let reason):
      guard let wait = wait(after: .unreachable, now, random) else { return end(.refused(reason)) }
      resting = max(resting, now + wait)
    case .tooMany(let retryAfter):
      // The policy would cut a long pause short; a service that says how long is left alone for so long.
      if let retryAfter, retryAfter > policy.longestRetryAfter {
        closed = now + retryAfter
        return end(tooMany(at: now))
      }
      resting = max(resting, now + (retryAfter ?? policy.rateLimitPause))
      guard let wait = wait(after: .status(429, retryAfter: retryAfter), now, random) else {
        return end(.refused("too many orders"))
      }
      resting = max(resting, now + wait)
    }
    return change(id, to: .waiting)
  }

  private func tooMany(at now: Duration) -> Order.State {
    .refused("too many orders; try again in \((closed - now).components.seconds) s")
  }

  private func wait(after failure: RetryPolicy.Failure, _ now: Duration, _ random: Double) -> Duration? {
    policy.wait(after: failure, try: tries, elapsed: now - firstTry, isRepeatable: false, random: random)
  }

  private mutating func end(_ state: Order.State) -> Order {
    tries = 0
    return change(line.removeFirst(), to: state)
  }

  private mutating func change(_ id: Order.ID, to state: Order.State) -> Order {
    orders[id - 1].state = state
    return orders[id - 1]
  }
}
