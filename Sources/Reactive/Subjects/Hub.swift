/// What both subjects are made of: one queue of events and the conduits that hear them, in the order they joined.
///
/// Whoever sends puts an event into the queue. If nobody is delivering, he delivers it and whatever is queued
/// meanwhile; if somebody is (he himself, further up the stack, or another thread), he returns and leaves it to him.
/// So every conduit hears the same events in the same order. Joining is an event too: a conduit hears exactly what was
/// sent after it joined.
///
/// The conduits belong to whoever delivers, or to whoever holds the lock while nobody does. A conduit that is
/// cancelled during a delivery is let go by the one who delivers.
@usableFromInline
final class Hub<Output: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>
  @usableFromInline typealias AnyConduit = HubConduit<Output, Failure>

  @usableFromInline
  enum Event: Sendable {
    case value(Output)
    /// The value that a conduit of a ``CurrentValueSubject`` had not heard when it asked.
    case replay(AnyConduit, Output)
    case join(AnyConduit)
    case completion(Completion)
  }

  @usableFromInline
  struct State: Sendable {
    /// Ascending by ticket. Empty while somebody delivers: he has taken them out.
    @usableFromInline var conduits: [AnyConduit] = []
    @usableFromInline var queue: [Event] = []
    @usableFromInline var retired: [AnyConduit] = []
    @usableFromInline var isDelivering = false
    @usableFromInline var completion: Completion?
    /// The value sent last; nil in a ``PassthroughSubject``.
    @usableFromInline var current: Output?
    @usableFromInline var lastTicket = 0
    @usableFromInline var upstreams: [any Subscription] = []
    @usableFromInline var isDemanded: Bool
  }

  @usableFromInline let state: Lock<State>

  @usableFromInline
  init(current: Output?) {
    state = Lock(State(current: current, isDemanded: current != nil))
  }

  deinit {
    for upstream in state.withLock({ $0.upstreams.take() }) { upstream.cancel() }
  }

  /// The value sent last, of a hub that was made with one.
  var current: Output {
    guard let current = state.withLock({ $0.current }) else { preconditionFailure("a hub without a value") }
    return current
  }

  // MARK: Sending

  @usableFromInline
  func send(_ value: Output) {
    let (mine, _) = state.withLock { state -> ([AnyConduit]?, Output?) in
      if state.completion != nil { return (nil, nil) }
      // The old value is returned so that it is released outside the lock.
      var old: Output?
      if state.current != nil {
        old = value
        swap(&old, &state.current)
      }
      if state.isDelivering {
        state.queue.append(.value(value))
        return (nil, old)
      }
      return (state.beginDelivering(), old)
    }
    if let mine { deliver(.value(value), to: mine) }
  }

  @usableFromInline
  func send(completion: Completion) {
    enqueue(.completion(completion)) { state in
      if state.completion != nil { return false }
      state.completion = completion
      return true
    }
  }

  /// Changes the value without telling anybody, as Combine does after a completion.
  func setCurrent(_ value: Output) -> Bool {
    let (isDone, _) = state.withLock { state -> (Bool, Output?) in
      if state.completion == nil { return (false, nil) }
      var old: Output? = value
      swap(&old, &state.current)
      return (true, old)
    }
    return isDone
  }

  func send(subscription: any Subscription) {
    let isDemanded = state.withLock { state in
      state.upstreams.append(subscription)
      return state.isDemanded
    }
    if isDemanded { subscription.request(.unlimited) }
  }

  // MARK: Subscribing

  func add<S: Subscriber>(_ subscriber: S, subject: AnyObject & Sendable, name: String)
  where S.Input == Output, S.Failure == Failure {
    let conduit = Conduit(downstream: subscriber, hub: self, subject: subject, description: name)
    let completion = state.withLock { state -> Completion? in
      if let completion = state.completion { return completion }
      state.lastTicket += 1
      conduit.ticket = state.lastTicket
      if state.isDelivering { state.queue.append(.join(conduit)) } else { state.conduits.append(conduit) }
      return nil
    }
    if let completion {
      conduit.release()
      subscriber.receive(subscription: EmptySubscription())
      subscriber.receive(completion: completion)
    } else {
      subscriber.receive(subscription: conduit)
    }
  }

  func demanded(by conduit: AnyConduit, isBehind: Bool) {
    let upstreams = state.withLock { state -> [any Subscription] in
      if state.isDemanded { return [] }
      state.isDemanded = true
      return state.upstreams
    }
    for upstream in upstreams { upstream.request(.unlimited) }
    guard isBehind else { return }
    let mine = state.withLock { state -> ([AnyConduit], Output)? in
      guard let current = state.current, state.completion == nil else { return nil }
      if state.isDelivering {
        state.queue.append(.replay(conduit, current))
        return nil
      }
      return (state.beginDelivering(), current)
    }
    if let (conduits, current) = mine { deliver(.replay(conduit, current), to: conduits) }
  }

  func remove(_ conduit: AnyConduit) {
    let isMine = state.withLock { state in
      if state.isDelivering {
        state.retired.append(conduit)
        return false
      }
      state.removeConduit(conduit.ticket)
      return true
    }
    if isMine { conduit.release() }
  }

  // MARK: Delivering

  private func enqueue(_ event: Event, unless admit: (inout State) -> Bool) {
    let mine = state.withLock { state -> [AnyConduit]? in
      guard admit(&state) else { return nil }
      if state.isDelivering {
        state.queue.append(event)
        return nil
      }
      return state.beginDelivering()
    }
    if let mine { deliver(event, to: mine) }
  }

  @usableFromInline
  func deliver(_ first: Event, to mine: consuming [AnyConduit]) {
    var conduits = mine
    deliver(first, &conduits)
    while true {
      let (events, retired) = state.withLock { state -> ([Event], [AnyConduit]) in
        let work = (state.queue.take(), state.retired.take())
        if work.0.isEmpty && work.1.isEmpty {
          swap(&state.conduits, &conduits)
          state.isDelivering = false
        }
        return work
      }
      if events.isEmpty && retired.isEmpty { return }
      for event in events { deliver(event, &conduits) }
      if !retired.isEmpty { conduits.removeAll { $0.isCancelled } }
      for conduit in retired { conduit.release() }
    }
  }

  private func deliver(_ event: Event, _ conduits: inout [AnyConduit]) {
    switch event {
    case .value(let value):
      for conduit in conduits { conduit.offer(value) }
    case .replay(let conduit, let value):
      conduit.replay(value)
    case .join(let conduit):
      conduits.append(conduit)
    case .completion(let completion):
      for conduit in conduits.take() { conduit.finish(completion) }
    }
  }
}

extension Hub.State {
  mutating func beginDelivering() -> [Hub.AnyConduit] {
    isDelivering = true
    return conduits.take()
  }

  /// Tickets ascend, so that a conduit is found in logarithmic time.
  mutating func removeConduit(_ ticket: Int) {
    var low = 0
    var high = conduits.count
    while low < high {
      let middle = (low + high) / 2
      if conduits[middle].ticket < ticket { low = middle + 1 } else { high = middle }
    }
    if low < conduits.count, conduits[low].ticket == ticket { conduits.remove(at: low) }
  }
}

extension RangeReplaceableCollection {
  /// Moves the elements out, leaving none.
  mutating func take() -> Self {
    var taken = Self()
    swap(&taken, &self)
    return taken
  }
}
