/// A subject of the main actor: sends, and delivers, there, in the turn of the event.
///
/// Every subscriber hears each event once, in one order. An event without demand is not lost: it waits in that
/// subscriber's own queue until it is asked for. One sent from inside a delivery comes after the one being delivered.
/// ```swift
/// let titles = MainActorSubject<String>()
/// titles.sink { label.text = $0 }.store(in: &cancellables)  // the closure is of the main actor
/// titles.send("Popular")
/// ```
public final class MainActorSubject<Output: Sendable>: MainActorPublisher {
  /// It cannot fail.
  public typealias Failure = Never

  private let receivers = Lock<[any EventReceiver<Output>]>([])
  /// Sent from inside a delivery: they wait until the event that is being delivered has been heard.
  @MainActor private var waiting: [Output] = []
  @MainActor private var isDelivering = false

  /// Creates a subject without subscribers.
  public init() {}

  /// Delivers an event before this returns, unless another is being delivered: then right after it.
  @MainActor
  public func send(_ event: Output) {
    if isDelivering { return waiting.append(event) }
    isDelivering = true
    defer { isDelivering = false }
    deliver(event)
    while !waiting.isEmpty {
      let due = waiting
      waiting = []
      for event in due { deliver(event) }
    }
  }

  /// Subscribes `subscriber`, behind those that subscribed before; callable from anywhere.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    let subscription = EventSubscription(subject: self, downstream: subscriber)
    receivers.withLock { $0.append(subscription) }
    subscriber.receive(subscription: subscription)
  }

  @MainActor
  private func deliver(_ event: Output) {
    for receiver in receivers.withLock({ $0 }) { receiver.receive(event) }
  }

  fileprivate func remove(_ receiver: any EventReceiver<Output>) {
    let removed = receivers.withLock { receivers in
      receivers.firstIndex { $0 === receiver }.map { receivers.remove(at: $0) }
    }
    _ = removed  // released here, outside the lock
  }
}

private protocol EventReceiver<Output>: AnyObject, Sendable {
  associatedtype Output: Sendable
  @MainActor func receive(_ event: Output)
}

/// One subscriber with its demand and the events it has not asked for yet.
private final class EventSubscription<Downstream: Subscriber>: Subscription, EventReceiver, CustomStringConvertible
where Downstream.Failure == Never {
  private struct State: Sendable {
    var downstream: Downstream?
    var subject: MainActorSubject<Downstream.Input>?
    var demand = Subscribers.Demand.none
    var waiting: [Downstream.Input] = []
    var isDelivering = false

    /// The next event to deliver, unless there is none, no demand, or a delivery under way.
    mutating func next() -> (Downstream, Downstream.Input)? {
      guard let downstream, !isDelivering, demand > .none, !waiting.isEmpty else { return nil }
      isDelivering = true
      demand -= 1
      return (downstream, waiting.removeFirst())
    }
  }
  private let state: Lock<State>

  init(subject: MainActorSubject<Downstream.Input>, downstream: Downstream) {
    state = Lock(State(downstream: downstream, subject: subject))
  }

  let description = "MainActorSubject"

  @MainActor
  func receive(_ event: Downstream.Input) {
    state.withLock { if $0.downstream != nil { $0.waiting.append(event) } }
    deliver()
  }

  func request(_ demand: Subscribers.Demand) {
    let isBehind = state.withLock { state in
      state.demand += demand
      return !state.waiting.isEmpty
    }
    guard isBehind else { return }
    let main: MainScheduler = .main
    if main.isCurrent {
      MainActor.assumeIsolated { deliver() }
    } else {
      Task { @MainActor in deliver() }
    }
  }

  func cancel() {
    let released = state.withLock { state in
      defer { state = State() }
      return state
    }
    released.subject?.remove(self)
  }

  @MainActor
  private func deliver() {
    while let (downstream, event) = state.withLock({ $0.next() }) {
      let more = downstream.receive(event)
      state.withLock {
        $0.demand += more
        $0.isDelivering = false
      }
    }
  }
}
