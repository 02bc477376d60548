import Dispatch
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
  /// Values wait in a row; one delivery at a time takes what has gathered and passes it on without the lock.
  fileprivate final class Inner<Downstream: Subscriber>: Subscriber, Subscription, CustomStringConvertible,
    @unchecked Sendable
  where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    // Unchecked, each property for the reason given with it.

    private let scheduler: Context
    private let options: Context.SchedulerOptions?
    private let manner: Manner
    private let state = Lock(DeliveryState())
    /// Set with the phase `ended`, for the delivery to see without the lock.
    private let hasEnded = Atomic(false)
    /// Guarded by the lock.
    @exclusivity(unchecked) private var waiting = Batch<Upstream.Output>()
    /// Belongs to the delivery under way.
    @exclusivity(unchecked) private var batch = Batch<Upstream.Output>()
    /// Belongs to the delivery under way, and to the holder of the lock if there is none.
    @exclusivity(unchecked) private var place: Place<Downstream>
    /// Upstream's until `isCompletionDue`, then the delivery's.
    private var completion: Subscribers.Completion<Upstream.Failure>?

    init(downstream: Downstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.scheduler = scheduler
      self.options = options
      manner = scheduler is MainScheduler ? .inlineOrBurst : scheduler is DispatchQueue ? .burst : .oneByOne
      place = Place(downstream)
    }

    var description: String { "ReceiveOn" }

    // MARK: Upstream

    func receive(subscription: any Subscription) {
      let isFirst = state.withLock { state in
        if state.phase != .awaiting { return false }
        state.phase = .open
        state.upstream = subscription
        return true
      }
      if isFirst { place.receive(subscription: self) } else { subscription.cancel() }
    }

    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
      let isHere = manner == .inlineOrBurst && MainScheduler().isCurrent
      let step = state.withLock { state in
        if state.phase != .open { return DeliveryState.Step.none }
        let step = state.admit(isHere: isHere, oneByOne: manner == .oneByOne)
        if step == .none || step == .hop { waiting.append(input) }
        return step
      }
      switch step {
      case .none: break
      case .hop: hop()
      case .schedule: scheduler.schedule(options: options) { self.runAction(input) }
      case .deliver:
        pass(input)
        deliver()
      }
      return .none
    }

    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      let isHere = manner == .inlineOrBurst && MainScheduler().isCurrent
      let step = state.withLock { state in
        if state.phase != .open { return DeliveryState.Step.none }
        state.phase = .completing
        self.completion = completion
        state.isCompletionDue = manner != .oneByOne
        return state.admit(isHere: isHere, oneByOne: manner == .oneByOne)
      }
      switch step {
      case .none: break
      case .hop: hop()
      case .schedule: scheduler.schedule(options: options) { self.runCompletion() }
      case .deliver: deliver()
      }
    }

    // MARK: Downstream

    func request(_ demand: Subscribers.Demand) {
      state.withLock { $0.phase == .open ? $0.upstream : nil }?.request(demand)
    }

    func cancel() {
      var dropped = Batch<Upstream.Output>()
      let (upstream, isMine) = state.withLock { state in
        let upstream = state.phase == .open ? state.upstream : nil
        guard state.phase == .open || state.phase == .completing else { return (upstream, false) }
        end(&state)
        swap(&dropped, &waiting)
        return (upstream, !state.isDelivering)
      }
      // No delivery begins any more, so that what none is using is this caller's.
      if isMine { place.release() }
      upstream?.cancel()
    }

    private func end(_ state: inout DeliveryState) {
      state.phase = .ended
      state.upstream = nil
      hasEnded.store(true, ordering: .releasing)
    }

    // MARK: Actions

    private func hop() {
      scheduler.schedule(options: options) {
        if self.state.withLock({ $0.beginDelivery() }) { self.deliver() }
      }
    }

    /// The action for one value. If a delivery is under way (the scheduler runs actions inside each other, or several
    /// at a time), it is left to that.
    private func runAction(_ value: Upstream.Output) {
      let isMine = state.withLock { state in
        if state.beginDelivery() { return true }
        if state.isDelivering { waiting.append(value) }
        return false
      }
      if isMine {
        pass(value)
        deliver()
      }
    }

    private func runCompletion() {
      let isMine = state.withLock { state in
        state.isCompletionDue = true
        return state.beginDelivery()
      }
      if isMine { deliver() }
    }

    // MARK: The delivery under way

    /// Passes on what has gathered, until nothing has.
    private func deliver() {
      // If somebody sends as fast as this delivers, others that want to run here get their turn after some batches.
      var rounds = manner == .oneByOne ? Int.max : 8
      while true {
        let step = state.withLock { state in
          swap(&waiting, &batch)
          let step = state.goOn(hasMore: batch.count > 0, mustHop: rounds == 0)
          if step == .hop { swap(&waiting, &batch) }
          return step
        }
        switch step {
        case .deliver:
          rounds -= 1
          for index in 0..<batch.count {
            if hasEnded.load(ordering: .acquiring) { break }
            pass(batch[index])
          }
          batch.removeAll()
        case .complete:
          if let completion { place.receive(completion: completion) }
          place.release()
          return
        case .release: return place.release()
        case .hop: return hop()
        case .none: return
        }
      }
    }

    private func pass(_ value: Upstream.Output) {
      let demand = place.receive(value)
      if demand != .none { state.withLock { $0.upstream }?.request(demand) }
    }
  }
}
