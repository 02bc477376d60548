extension Publisher {
  /// Delivers values and the completion on `scheduler`, in order and one at a time.
  ///
  /// ```swift
  /// loads.receive(on: .main).sink { [weak self] in self?.show($0) }   // the closure is of the main actor
  /// ```
  /// On `.main` a value that arrives on the main actor goes through in the same turn, unless others of this subscription
  /// wait. Everything else is queued in order and delivered by one action for what has gathered, which leaves after 1,000
  /// values, so that other work gets its turn. The subscription, requests and cancel pass in the turn of their call.
  /// After cancel nothing is delivered, not even a completion that was scheduled already.
  /// - Parameter scheduler: `.main`, `.queue(q)` or a scheduler of your own.
  @_disfavoredOverload
  public func receive<S: Scheduler>(on scheduler: S) -> Publishers.ReceiveOn<Self, S> {
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler)
  }
}

extension MainActorPublisher {
  /// Returns this publisher itself, since it delivers on the main actor.
  public func receive(on scheduler: MainScheduler) -> Self { self }
}

extension Publishers {
  /// A publisher that delivers what another one publishes on a scheduler.
  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: TrustedPublisher {
    /// The output of upstream.
    public typealias Output = Upstream.Output
    /// The failure of upstream.
    public typealias Failure = Upstream.Failure

    let upstream: Upstream
    let scheduler: Context

    /// Subscribes to upstream on behalf of `subscriber`.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        DeliveryEngine(subscriber, home: Home(of: self, scheduler: scheduler), description: "ReceiveOn"))
    }
  }
}

extension Publishers.ReceiveOn: MainActorPublisher where Context == MainScheduler {}
