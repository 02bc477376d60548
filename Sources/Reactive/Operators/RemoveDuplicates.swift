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
  /// A publisher of those values of another one that differ from the last one published; a duplicate asks upstream for
  /// another.
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    /// That of upstream.
    public typealias Output = Upstream.Output
    /// That of upstream.
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream
    /// Whether two values are the same; the first one was published.
    public let predicate: @Sendable (Upstream.Output, Upstream.Output) -> Bool

    /// A publisher of the values of `upstream` that `predicate` tells from the last one published.
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Subscribes to upstream on behalf of `subscriber`.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(Inner(downstream: subscriber, predicate: predicate))
    }
  }
}

extension Publishers.RemoveDuplicates: MainActorPublisher where Upstream: MainActorPublisher {}

extension Publishers.RemoveDuplicates {
  private final class Inner<Downstream: Subscriber>: Subscriber, Subscription, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Failure {
    struct State: Sendable {
      /// Nil after completion and cancel.
      var downstream: Downstream?
      /// Nil before the subscription, and after completion and cancel.
      var upstream: (any Subscription)?
      var last: Output?

      mutating func take() -> State {
        defer { self = State() }
        return self
      }
    }

    let state: Lock<State>
    let predicate: @Sendable (Output, Output) -> Bool

    init(downstream: Downstream, predicate: @escaping @Sendable (Output, Output) -> Bool) {
      state = Lock(State(downstream: downstream))
      self.predicate = predicate
    }

    var description: String { "RemoveDuplicates" }

    func receive(subscription: any Subscription) {
      let downstream = state.withLock { state -> Downstream? in
        if state.upstream != nil || state.downstream == nil { return nil }
        state.upstream = subscription
        return state.downstream
      }
      if let downstream { downstream.receive(subscription: self) } else { subscription.cancel() }
    }

    func receive(_ input: Output) -> Subscribers.Demand {
      let (downstream, last) = state.withLock { ($0.upstream == nil ? nil : $0.downstream, $0.last) }
      guard let downstream else { return .none }
      if let last, predicate(last, input) { return .max(1) }
      // The predicate may have cancelled.
      let (isOver, _) = state.withLock { state -> (Bool, Output?) in
        var old = Optional(input)
        if state.downstream != nil { swap(&old, &state.last) }
        return (state.downstream == nil, old)
      }
      return isOver ? .none : downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      state.withLock { $0.upstream == nil ? nil : $0.take() }?.downstream?.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
      precondition(demand != .none, "removeDuplicates was asked for no values: demand must be at least .max(1)")
      state.withLock { $0.upstream }?.request(demand)
    }

    func cancel() { state.withLock { $0.take() }.upstream?.cancel() }
  }
}
