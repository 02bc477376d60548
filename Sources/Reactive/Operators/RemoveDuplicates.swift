extension Publisher where Output: Equatable {
  /// Publishes the values that differ from the last one published, in the turn and on the thread of their arrival.
  ///
  /// The first value passes. A value that came earlier than the last one published is forgotten.
  @inlinable public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
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
  public struct RemoveDuplicates<Upstream: Publisher>: TrustedPublisher {
    /// The output of upstream.
    public typealias Output = Upstream.Output
    /// The failure of upstream.
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let predicate: @Sendable (Upstream.Output, Upstream.Output) -> Bool

    @inlinable init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }

    /// Subscribes to upstream on behalf of `subscriber`.
    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let inner = Inner(downstream: subscriber, predicate: predicate)
      if trusts(upstream) { upstream.subscribe(inner) } else { subscribeInOrder(inner) }
    }

    @usableFromInline func subscribeInOrder<Downstream>(_ inner: Inner<Downstream>) {
      upstream.subscribe(DeliveryEngine(inner, home: Home(of: self), description: "RemoveDuplicates"))
    }

    /// `Sendable` and exclusivity unchecked: a trusted upstream, or an engine in front of this, calls it with one event
    /// at a time, and releases it at cancel and at the end, the last value with it. With a lock, and without what is
    /// inlined, a value takes 18 times as long.
    @usableFromInline
    final class Inner<Downstream: Subscriber>: Subscriber, @unchecked Sendable
    where Downstream.Input == Output, Downstream.Failure == Failure {
      @usableFromInline let downstream: Downstream
      @usableFromInline let predicate: @Sendable (Output, Output) -> Bool
      /// The last value published.
      @exclusivity(unchecked) @usableFromInline var last: Output?

      @inlinable init(downstream: Downstream, predicate: @escaping @Sendable (Output, Output) -> Bool) {
        self.downstream = downstream
        self.predicate = predicate
      }

      @inlinable func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
      @inlinable func receive(_ input: Output) -> Subscribers.Demand {
        if let last, predicate(last, input) { return .max(1) }
        last = input
        return downstream.receive(input)
      }
      @inlinable func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion)
      }
    }
  }
}

extension Publishers.RemoveDuplicates: MainActorPublisher where Upstream: MainActorPublisher {}
