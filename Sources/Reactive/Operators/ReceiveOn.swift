import Synchronization

extension Publisher {
  /// Delivers values and the completion on `scheduler`, in order and one at a time.
  ///
  /// ```swift
  /// loads.receive(on: .main).sink { [weak self] in self?.show($0) }   // the closure is of the main actor
  /// ```
  /// On ``MainScheduler`` a value that arrives there already goes through in the same turn, unless others of this
  /// subscription wait; on it and on a `DispatchQueue` a burst costs one hop. Other schedulers get one action for each
  /// value and one for the completion. The subscription, requests and cancel pass in the turn of their call. After
  /// cancel nothing is delivered, not even a completion that was scheduled already.
  @_disfavoredOverload
  public func receive<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.ReceiveOn<Self, S> {
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension MainActorPublisher {
  /// This publisher itself, since it delivers there.
  public func receive(on scheduler: MainScheduler) -> Self { self }
}

extension Publishers {
  /// A publisher that delivers what another one publishes on a scheduler.
  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// That of upstream.
    public typealias Output = Upstream.Output
    /// That of upstream.
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream
    /// Where they are delivered.
    public let scheduler: Context
    /// What the scheduler is told beside.
    public let options: Context.SchedulerOptions?

    /// A publisher that delivers what `upstream` publishes on `scheduler`.
    public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.options = options
    }

    /// Subscribes to upstream on behalf of `subscriber`.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(Inner(downstream: subscriber, scheduler: scheduler, options: options))
    }
  }
}

extension Publishers.ReceiveOn: MainActorPublisher where Context == MainScheduler {}

extension Publishers.ReceiveOn {
  /// Events wait in a queue; one delivery at a time takes what has gathered and delivers it without a lock.
  fileprivate final class Inner<Downstream: Subscriber>: Subscriber, Subscription, CustomStringConvertible,
    @unchecked Sendable
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    // Unchecked: `downstream` and `batch` belong to the delivery under way, and to the holder of the lock if none is.

    enum Event: Sendable {
      case value(Upstream.Output)
      case completion(Subscribers.Completion<Upstream.Failure>)
    }

    enum Status {
      case awaitingSubscription
      case subscribed(any Subscription)
      /// Upstream has completed; what it sent before waits.
      case completing(any Subscription)
      case ended
    }

    struct State: Sendable {
      var status = Status.awaitingSubscription
      var queue: [Event] = []
      /// An action of ours is on its way.
      var isScheduled = false
      var isDelivering = false
    }

    private let state = Lock(State())
    private let hasEnded = Atomic(false)
    private var downstream: Downstream?
    private var batch: [Event] = []
    private let scheduler: Context
    private let options: Context.SchedulerOptions?
    private let batching: (any BatchingScheduler)?

    init(downstream: Downstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.downstream = downstream
      self.scheduler = scheduler
      self.options = options
      batching = scheduler as? any BatchingScheduler
    }

    var description: String { "ReceiveOn" }

    // MARK: Upstream

    func receive(subscription: any Subscription) {
      let isFirst = state.withLock { state in
        guard case .awaitingSubscription = state.status else { return false }
        state.status = .subscribed(subscription)
        return true
      }
      if isFirst { downstream?.receive(subscription: self) } else { subscription.cancel() }
    }

    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      pass(.value(input), status: nil)
      return .none
    }

    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      pass(.completion(completion), status: Status.completing)
    }

    private func pass(_ event: Event, status: ((any Subscription) -> Status)?) {
      let isIdle = state.withLock { state -> Bool? in
        guard case .subscribed(let subscription) = state.status else { return nil }
        if let status { state.status = status(subscription) }
        guard batching != nil else { return true }
        state.queue.append(event)
        if state.isScheduled || state.isDelivering { return false }
        state.isScheduled = true
        return true
      }
      guard isIdle == true else { return }
      if let batching {
        if batching.isCurrent { deliver() } else { hop() }
      } else {
        scheduler.schedule(options: options) { self.deliver(event) }
      }
    }

    private func hop() { scheduler.schedule(options: options) { self.deliver() } }

    // MARK: Downstream

    func request(_ demand: Subscribers.Demand) {
      let subscription = state.withLock { state -> (any Subscription)? in
        if case .subscribed(let subscription) = state.status { subscription } else { nil }
      }
      subscription?.request(demand)
    }

    func cancel() {
      let (subscription, _, _) = state.withLock { state -> ((any Subscription)?, [Event], Downstream?) in
        let upstream: (any Subscription)?
        switch state.status {
        case .subscribed(let subscription): upstream = subscription
        case .completing: upstream = nil
        case .awaitingSubscription, .ended: return (nil, [], nil)
        }
        return (upstream, state.queue.take(), end(&state))
      }
      subscription?.cancel()
    }

    /// Ends, and hands out the downstream to be released, unless a delivery is still using it.
    private func end(_ state: inout State) -> Downstream? {
      state.status = .ended
      hasEnded.store(true, ordering: .releasing)
      return state.isDelivering ? nil : downstream.take()
    }

    // MARK: Delivery

    /// Delivers `event` and whatever has gathered; leaves it to the delivery under way if there is one.
    private func deliver(_ event: Event? = nil) {
      let isMine = state.withLock { state in
        state.isScheduled = false
        if case .ended = state.status { return false }
        if let event { state.queue.append(event) }
        if state.isDelivering { return false }
        state.isDelivering = true
        return true
      }
      guard isMine else { return }
      // If somebody sends as fast as this delivers, others that want to run here get their turn after some batches.
      var rounds = batching == nil ? Int.max : 8
      while takeBatch(orHop: rounds == 0) {
        rounds -= 1
        for event in batch where !hasEnded.load(ordering: .acquiring) { deliver(one: event) }
        batch.removeAll(keepingCapacity: true)
      }
    }

    /// Takes what has gathered; false if this delivery is over.
    private func takeBatch(orHop mustHop: Bool) -> Bool {
      let (isOver, hops, _) = state.withLock { state -> (Bool, Bool, Downstream?) in
        if !state.queue.isEmpty && !mustHop {
          swap(&state.queue, &batch)
          return (false, false, nil)
        }
        state.isDelivering = false
        if case .ended = state.status { return (true, false, downstream.take()) }
        state.isScheduled = !state.queue.isEmpty
        return (true, state.isScheduled, nil)
      }
      if hops { hop() }
      return !isOver
    }

    private func deliver(one event: Event) {
      switch event {
      case .value(let value):
        guard let demand = downstream?.receive(value), demand != .none else { return }
        let subscription = state.withLock { state -> (any Subscription)? in
          switch state.status {
          case .subscribed(let subscription), .completing(let subscription): subscription
          case .awaitingSubscription, .ended: nil
          }
        }
        subscription?.request(demand)
      case .completion(let completion):
        let downstream = downstream
        _ = state.withLock { end(&$0) }
        downstream?.receive(completion: completion)
      }
    }
  }
}
