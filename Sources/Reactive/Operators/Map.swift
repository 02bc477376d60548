extension Publisher {
  /// Publishes what `transform` makes of each value, in the turn and on the thread of its arrival.
  @_disfavoredOverload
  public func map<T: Sendable>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self, transform: transform)
  }
}

extension MainActorPublisher {
  /// Publishes what `transform` makes of each value, on the main actor and in the turn of its arrival.
  public func map<T: Sendable>(_ transform: @escaping @MainActor (Output) -> T) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self, transform: MainActorFunction(transform).releasedOnMain)
  }
}

extension Publishers {
  /// A publisher that transforms each value of another one. The subscriber gets the subscription of upstream.
  public struct Map<Upstream: Publisher, Output: Sendable>: TrustedPublisher {
    /// The failure of upstream.
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let transform: @Sendable (Upstream.Output) -> Output

    /// Subscribes to upstream on behalf of `subscriber`.
    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(Inner(downstream: subscriber, transform: transform))
    }

    @usableFromInline package var isTrusted: Bool { trusts(upstream) }

    @usableFromInline
    struct Inner<Downstream: Subscriber>: Subscriber
    where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
      @usableFromInline let downstream: Downstream
      @usableFromInline let transform: @Sendable (Upstream.Output) -> Output

      @inlinable init(downstream: Downstream, transform: @escaping @Sendable (Upstream.Output) -> Output) {
        self.downstream = downstream
        self.transform = transform
      }

      @inlinable func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
      @inlinable func receive(_ input: Upstream.Output) -> Subscribers.Demand { downstream.receive(transform(input)) }
      @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
      }
    }
  }
}

extension Publishers.Map: MainActorPublisher where Upstream: MainActorPublisher {}
