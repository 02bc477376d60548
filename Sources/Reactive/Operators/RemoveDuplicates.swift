extension Publisher where Output: Equatable {
  /// Publishes the values that differ from the last one published, in the turn and on the thread of their arrival.
  ///
  /// The first value passes. A value that came earlier than the last one published is forgotten.
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: ==)
  }
}

extension Publisher {
  /// Publishes the values for which `predicate` is false when called with the last one published and the new one, in
  /// the turn and on the thread of their arrival.
  @_disfavoredOverload
  public func removeDuplicates(
    by predicate: @escaping @Sendable (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
  }
}

extension MainActorPublisher {
  /// Publishes the values for which `predicate` is false when called, on the main actor, with the last one published
  /// and the new one.
  public func removeDuplicates(
    by predicate: @escaping @MainActor (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    let predicate = MainActorFunction<(Output, Output), Bool> { predicate($0.0, $0.1) }.releasedOnMain
    return Publishers.RemoveDuplicates(upstream: self) { predicate(($0, $1)) }
  }
}

extension Publishers {
  /// A publisher of the values of another one that differ from the last one published. A duplicate asks upstream for
  /// another value.
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    /// The output of upstream.
    public typealias Output = Upstream.Output
    /// The failure of upstream.
    public typealias Failure = Upstream.Failure

    let upstream: Upstream
    let predicate: @Sendable (Upstream.Output, Upstream.Output) -> Bool

    /// Subscribes to upstream on behalf of `subscriber`.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let last = OperatorState<Output?>(nil)
      let engine = DeliveryEngine(subscriber, home: Home(of: self), description: "RemoveDuplicates") { last.end() }
      upstream.subscribe(Inner(engine: engine, last: last, predicate: predicate))
    }
  }
}

extension Publishers.RemoveDuplicates: TrustedPublisher {}
extension Publishers.RemoveDuplicates: MainActorPublisher where Upstream: MainActorPublisher {}

extension Publishers.RemoveDuplicates {
  private struct Inner<Downstream: Subscriber>: Subscriber
  where Downstream.Input == Output, Downstream.Failure == Failure {
    let engine: DeliveryEngine<Downstream>
    /// The last value published. The predicate is called, and the value released, without the lock.
    let last: OperatorState<Output?>
    let predicate: @Sendable (Output, Output) -> Bool

    func receive(subscription: any Subscription) { engine.receive(subscription: subscription) }

    func receive(_ input: Output) -> Subscribers.Demand {
      guard engine.isOpen else { return .none }
      if let last = last.update({ $0 }) ?? nil, predicate(last, input) { return .max(1) }
      var other: Output? = input
      last.update { swap(&$0, &other) }
      return engine.receive(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      if engine.isOpen { last.end() }
      engine.receive(completion: completion)
    }
  }
}
