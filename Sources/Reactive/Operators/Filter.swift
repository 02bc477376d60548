extension Publisher {
  /// Publishes the values that `isIncluded` accepts.
  @_disfavoredOverload
  public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
  }
}

extension MainActorPublisher {
  /// Publishes the values that `isIncluded` accepts on the main actor.
  public func filter(_ isIncluded: @escaping @MainActor (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: MainActorFunction(isIncluded).unisolated)
  }
}

extension Publishers {
  /// A publisher of some of another one's values; a dropped value asks upstream for another.
  public struct Filter<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream
    @usableFromInline let isIncluded: @Sendable (Upstream.Output) -> Bool

    /// A publisher of the values of `upstream` that `isIncluded` accepts.
    public init(upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(Inner(downstream: subscriber, isIncluded: isIncluded))
    }
  }
}

extension Publishers.Filter: MainActorPublisher where Upstream: MainActorPublisher {}

extension Publishers.Filter {
  struct Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Failure {
    let downstream: Downstream
    let isIncluded: @Sendable (Upstream.Output) -> Bool

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
    func receive(_ input: Output) -> Subscribers.Demand {
      isIncluded(input) ? downstream.receive(input) : .max(1)
    }
    func receive(completion: Subscribers.Completion<Failure>) { downstream.receive(completion: completion) }
    var description: String { "Filter" }
  }
}
