/// Decides which order is sent when: a pure value, which its caller tells the time.
///
/// Orders are sent one after another, in the order in which they were placed, each at least a pause after the last
/// answer. An order that has not arrived, or that the service had no capacity for, is sent again as a ``RetryPolicy``
/// says. An order that may have arrived is not, since the user could get it twice.
struct OrderQueue: Sendable {
  /// The caller's next action.
  enum Step: Equatable {
    /// Send this order, and pass the answer to ``receive(_:at:random:)``.
    case send(Order)
    /// Call ``next(at:)`` again at this time.
    case wait(until: Duration)
    /// Report that this order has ended, unsent.
    case end(Order)
  }

  /// All orders, in the order in which they were first placed.
  private(set) var orders: [Order] = []
  private let pause: Duration
  private let policy: RetryPolicy
  /// The orders that wait. The request of the first one may be under way.
  private var waiting: [Order.ID] = []
  /// How often, and since when, the first one has been sent.
  private var tries = 0
  private var firstTry = Duration.zero
  /// The earliest time of the next request.
  private var nextRequest = Duration.zero
  /// Until this time orders end without being sent: the service asked for a pause that is longer than a user waits.
  private var closedUntil = Duration.zero

  init(pause: Duration, policy: RetryPolicy) {
    self.pause = pause
    self.policy = policy
  }

  /// Appends an order to the queue.
  mutating func place(_ title: String, text: String) -> Order {
    let order = Order(id: orders.count + 1, title: title, text: text, state: .waiting)
    orders.append(order)
    waiting.append(order.id)
    return order
  }

  /// Appends an order again that was refused or is unknown. Returns nil, and changes nothing, in any other state.
  mutating func placeAgain(_ id: Order.ID) -> Order? {
    guard orders.indices.contains(id - 1) else { return nil }
    switch orders[id - 1].state {
    case .waiting, .sending, .sent: return nil
    case .refused, .unknown:
      waiting.append(id)
      return setState(of: id, to: .waiting)
    }
  }

  /// Returns the next action at this time; nil if no order waits, or if a request is under way.
  mutating func next(at now: Duration) -> Step? {
    guard let id = waiting.first, orders[id - 1].state == .waiting else { return nil }
    guard now >= closedUntil else { return .end(finish(tooMany(at: now))) }
    guard now >= nextRequest else { return .wait(until: nextRequest) }
    if tries == 0 { firstTry = now }
    tries += 1
    return .send(setState(of: id, to: .sending))
  }

  /// Processes the answer to the request under way, and returns its order; nil if there is none.
  mutating func receive(_ answer: OrderAnswer, at now: Duration, random: Double) -> Order? {
    guard let id = waiting.first, orders[id - 1].state == .sending else { return nil }
    nextRequest = now + pause
    switch answer {
    case .accepted: return finish(.sent)
    case .refused(let reason): return finish(.refused(reason))
    case .unknown(let reason): return finish(.unknown(reason))
    case .unreachable(let reason):
      guard let wait = wait(after: .unreachable, now, random) else { return finish(.refused(reason)) }
      nextRequest = max(nextRequest, now + wait)
    case .tooMany(let retryAfter):
      // The policy would cut a long pause short. A service that says how long gets all of it.
      if let retryAfter, retryAfter > policy.longestRetryAfter {
        closedUntil = now + retryAfter
        return finish(tooMany(at: now))
      }
      nextRequest = max(nextRequest, now + (retryAfter ?? policy.rateLimitPause))
      guard let wait = wait(after: .status(429, retryAfter: retryAfter), now, random) else {
        return finish(.refused("too many orders"))
      }
      nextRequest = max(nextRequest, now + wait)
    }
    return setState(of: id, to: .waiting)
  }

  private func tooMany(at now: Duration) -> Order.State {
    .refused("too many orders; try again in \((closedUntil - now).components.seconds) s")
  }

  private func wait(after failure: RetryPolicy.Failure, _ now: Duration, _ random: Double) -> Duration? {
    policy.wait(after: failure, try: tries, elapsed: now - firstTry, isRepeatable: false, random: random)
  }

  private mutating func finish(_ state: Order.State) -> Order {
    tries = 0
    return setState(of: waiting.removeFirst(), to: state)
  }

  private mutating func setState(of id: Order.ID, to state: Order.State) -> Order {
    orders[id - 1].state = state
    return orders[id - 1]
  }
}
