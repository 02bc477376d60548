import Reactive

/// A publisher of events that happen on the main actor; every subscriber hears each of them once, in one order.
///
/// Delivers on the main actor, in the turn of the event, to subscribers in the order in which they subscribed. One that
/// joins during a delivery hears from the next event on; earlier events are not repeated. An event that a subscriber
/// causes while it is told of another comes after that one, for all of them, and in the same turn. Unlike with a
/// `PassthroughSubject` an event without demand is not lost: it waits in that subscriber's own queue until it asks.
/// Never completes, and keeps nothing of its screen alive but the list of its subscribers.
///
/// ```swift
/// viewModel.updates.sink { print($0) }.store(in: &cancellables)   // in the turn of the change
/// for await update in viewModel.updates.values { print(update) }  // in a later turn
/// ```
public struct MainActorEvents<Output: Sendable>: MainActorPublisher {
  /// It cannot fail.
  public typealias Failure = Never
  let source: any EventSource<Output>

  /// Subscribes `subscriber`, behind those that subscribed before; callable from anywhere.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    source.subscribe(subscriber)
  }
}

/// Where ``MainActorEvents`` come from.
protocol EventSource<Output>: Sendable {
  associatedtype Output: Sendable
  func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Never
}

/// What is made of a subject's events, in the turn in which they are sent: by the time a subscriber asks, what they are
/// about may have changed.
private struct DerivedEvents<Event: Sendable, Output: Sendable>: EventSource {
  let subject: EventSubject<Event>
  let transform: @MainActor (Event) -> Output?

  func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Never {
    let subscription = EventSubscription(subject: subject, downstream: subscriber, transform: transform)
    subject.add(subscription)
    subscriber.receive(subscription: subscription)
  }
}

/// The sending side of ``MainActorEvents``.
final class EventSubject<Output: Sendable>: Sendable {
  private let receivers = Lock<[any EventReceiver<Output>]>([])
  /// Sent from inside a delivery: they wait until everybody has heard the event that is being delivered.
  @MainActor private var waiting: [Output] = []
  @MainActor private var isDelivering = false

  var events: MainActorEvents<Output> { events { $0 } }

  /// Those events of which `transform`, which runs in the turn of the event, makes something.
  func events<Derived: Sendable>(_ transform: @escaping @MainActor (Output) -> Derived?) -> MainActorEvents<Derived> {
    MainActorEvents(source: DerivedEvents(subject: self, transform: transform))
  }

  @MainActor
  func send(_ event: Output) {
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

  @MainActor
  private func deliver(_ event: Output) {
    for receiver in receivers.withLock({ $0 }) { receiver.receive(event) }
  }

  fileprivate func add(_ receiver: any EventReceiver<Output>) {
    receivers.withLock { $0.append(receiver) }
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
private final class EventSubscription<Event: Sendable, Downstream: Subscriber>: Subscription, EventReceiver,
  CustomStringConvertible
where Downstream.Failure == Never {
  private struct State: Sendable {
    var downstream: Downstream?
    var subject: EventSubject<Event>?
    var demand = Subscribers.Demand.none
    var waiting: [Downstream.Input] = []
    var isDelivering = false

    /// The next event to deliver, unless there is none, no demand, or somebody is delivering.
    mutating func next() -> (Downstream, Downstream.Input)? {
      guard let downstream, !isDelivering, demand > .none, !waiting.isEmpty else { return nil }
      isDelivering = true
      demand -= 1
      return (downstream, waiting.removeFirst())
    }
  }
  private let state: Lock<State>
  private let transform: @MainActor (Event) -> Downstream.Input?

  init(
    subject: EventSubject<Event>, downstream: Downstream, transform: @escaping @MainActor (Event) -> Downstream.Input?
  ) {
    state = Lock(State(downstream: downstream, subject: subject))
    self.transform = transform
  }

  let description = "MainActorEvents"

  @MainActor
  func receive(_ event: Event) {
    guard let event = transform(event) else { return }
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
