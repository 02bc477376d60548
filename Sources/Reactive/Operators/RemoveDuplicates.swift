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
    let predicate = MainActorFunction<(Output, Output), Bool> { predicate($0.0, $0.1) }.unisolated
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

    /// Where the values come from.
    public let upstream: Upstream
    /// Whether two values are the same; the first one was published.
    public let predicate: @Sendable (Upstream.Output, Upstream.Output) -> Bool

    /// Creates a publisher of the values of `upstream` that `predicate` tells from the last one published.
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Subscribes to upstream on behalf of `subscriber`.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let last = Last()
      let engine = DeliveryEngine(subscriber, home: Home(of: self), description: "RemoveDuplicates") { last.end() }
      upstream.subscribe(Inner(engine: engine, last: last, predicate: predicate))
    }
  }
}

extension Publishers.RemoveDuplicates: MainActorPublisher where Upstream: MainActorPublisher {}

extension Publishers.RemoveDuplicates {
  /// The last value published. The predicate is called, and an old value released, without its lock.
  private final class Last: Sendable {
    private struct State: Sendable {
      var value: Output?
      var hasEnded = false
    }

    private let state = Lock(State())

    var value: Output? { state.withLock { $0.value } }

    /// Replaces the value, unless nothing is published any more.
    func replace(with value: Output) {
      var value = Optional(value)
      state.withLock { if !$0.hasEnded { swap(&$0.value, &value) } }
    }

    func end() {
      _ = state.withLock { state in
        state.hasEnded = true
        return state.value.take()
      }
    }
  }

  private struct Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Failure {
    let engine: DeliveryEngine<Downstream>
    let last: Last
    let predicate: @Sendable (Output, Output) -> Bool

    func receive(subscription: any Subscription) { engine.introduce(subscription) }

    func receive(_ input: Output) -> Subscribers.Demand {
      guard engine.isOpen else { return .none }
      if let last = last.value, predicate(last, input) { return .max(1) }
      last.replace(with: input)
      return engine.post(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      if engine.isOpen { last.end() }
      engine.post(completion: completion)
    }

    var description: String { engine.description }
  }
}
