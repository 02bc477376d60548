extension Publisher {
  /// Publishes the values that `isIncluded` accepts, in the turn and on the thread of their arrival.
  @_disfavoredOverload
  public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
  }
}

extension MainActorPublisher {
  /// Publishes the values that `isIncluded` accepts, on the main actor and in the turn of their arrival.
  public func filter(_ isIncluded: @escaping @MainActor (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: MainActorFunction(isIncluded).releasedOnMain)
  }
}

extension Publishers {
  /// A publisher of some of the values of another one. A dropped value asks upstream for another.
  public struct Filter<Upstream: Publisher>: TrustedPublisher {
    /// The output of upstream.
    public typealias Output = Upstream.Output
    /// The failure of upstream.
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let isIncluded: @Sendable (Upstream.Output) -> Bool

    /// Subscribes to upstream on behalf of `subscriber`.
    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(Inner(downstream: subscriber, isIncluded: isIncluded))
    }

    @usableFromInline package var isTrusted: Bool { trusts(upstream) }

    @usableFromInline
    struct Inner<Downstream: Subscriber>: Subscriber
    where Downstream.Input == Output, Downstream.Failure == Failure {
      @usableFromInline let downstream: Downstream
      @usableFromInline let isIncluded: @Sendable (Upstream.Output) -> Bool

      @inlinable init(downstream: Downstream, isIncluded: @escaping @Sendable (Upstream.Output) -> Bool) {
        self.downstream = downstream
        self.isIncluded = isIncluded
      }

      @inlinable func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
      @inlinable func receive(_ input: Output) -> Subscribers.Demand {
        isIncluded(input) ? downstream.receive(input) : .max(1)
      }
      @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
      }
    }
  }
}

extension Publishers.Filter: MainActorPublisher where Upstream: MainActorPublisher {}
