extension Publisher {
  /// Publishes what `transform` makes of each value, unless that is nil, in the turn and on the thread of its arrival.
  ///
  /// ```swift
  /// texts.compactMap { Int($0) }.sink { print($0) }  // numbers only
  /// ```
  @_disfavoredOverload
  public func compactMap<T: Sendable>(
    _ transform: @escaping @Sendable (Output) -> T?
  ) -> Publishers.CompactMap<Self, T> {
    Publishers.CompactMap(upstream: self, transform: transform)
  }
}

extension MainActorPublisher {
  /// Publishes what `transform` makes of each value, unless that is nil, on the main actor and in the turn of its
  /// arrival.
  public func compactMap<T: Sendable>(
    _ transform: @escaping @MainActor (Output) -> T?
  ) -> Publishers.CompactMap<Self, T> {
    Publishers.CompactMap(upstream: self, transform: MainActorFunction(transform).releasedOnMain)
  }
}

extension Publishers {
  /// A publisher that transforms each value of another one and drops nil; a dropped value asks upstream for another.
  public struct CompactMap<Upstream: Publisher, Output: Sendable>: TrustedPublisher {
    /// The failure of upstream.
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let transform: @Sendable (Upstream.Output) -> Output?

    /// Subscribes to upstream on behalf of `subscriber`.
    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(Inner(downstream: subscriber, transform: transform))
    }

    @usableFromInline package var isTrusted: Bool { trusts(upstream) }

    @usableFromInline
    struct Inner<Downstream: Subscriber>: Subscriber
    where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
      @usableFromInline let downstream: Downstream
      @usableFromInline let transform: @Sendable (Upstream.Output) -> Output?

      @inlinable init(downstream: Downstream, transform: @escaping @Sendable (Upstream.Output) -> Output?) {
        self.downstream = downstream
        self.transform = transform
      }

      @inlinable func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
      @inlinable func receive(_ input: Upstream.Output) -> Subscribers.Demand {
        guard let output = transform(input) else { return .max(1) }
        return downstream.receive(output)
      }
      @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
      }
    }
  }
}

extension Publishers.CompactMap: MainActorPublisher where Upstream: MainActorPublisher {}
