extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Publishes the values of the publisher that this one published last.
  ///
  /// ```swift
  /// query.map { service.search($0) }      // each publishes one answer
  ///   .switchToLatest()                   // that of the query before is cancelled
  ///   .sink { show($0) }
  /// ```
  /// The publisher before is cancelled first, and nothing of it arrives any more. Demand that is left goes to the next
  /// one. Finishes when this publisher and the last one it published have; the failure of either cancels the other.
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publishers {
  /// A publisher of the values of the publisher that came last.
  public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
  where P == Upstream.Output, P.Failure == Upstream.Failure {
    /// That of the publishers that upstream publishes.
    public typealias Output = P.Output
    /// That of upstream and of what it publishes.
    public typealias Failure = P.Failure

    /// Where the publishers come from.
    public let upstream: Upstream

    /// A publisher of the values of the publisher that `upstream` published last.
    public init(upstream: Upstream) { self.upstream = upstream }

    /// Hands `subscriber` its subscription, then subscribes to upstream.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let junction = Junction(Logic(), downstream: subscriber, description: "SwitchToLatest")
      junction.start()
      upstream.subscribe(
        JunctionSide(
          junction: junction, subscription: { $0.adopt(outer: $1) },
          value: { logic, publisher in
            logic.switchOver { [publisher] number in publisher?.subscribe(Self.inner(number, of: junction)) }
          },
          completion: { $0.receiveOuter($1) }))
    }

    private static func inner<S: Subscriber>(_ number: Int, of junction: Junction<Logic, S>) -> JunctionSide<
      Output, Logic, S
    > {
      JunctionSide(
        junction: junction, subscription: { $0.adopt(inner: $1, number: number) },
        value: { $0.receive($1, number: number) }, completion: { $0.receiveInner($1, number: number) })
    }
  }
}

extension Publishers.SwitchToLatest: MainActorPublisher where P: MainActorPublisher, Upstream: MainActorPublisher {}

extension Publishers.SwitchToLatest {
  struct Logic: JunctionLogic {
    typealias Output = P.Output
    typealias Failure = P.Failure

    private var outer: (any Subscription)?
    private var hasOuterFinished = false
    private var inner: (any Subscription)?
    /// That of the inner publisher that came last.
    private var number = 0
    private var hasInnerFinished = true
    private var demand = Subscribers.Demand.none

    static var acceptsNoDemand: Bool { false }
    var cancellables: [any Cancellable] { [inner, outer].compactMap(\.self) }

    mutating func adopt(outer subscription: any Subscription) -> Step {
      if outer != nil || hasOuterFinished { return Step(effects: [.cancel(subscription)]) }
      outer = subscription
      return Step(effects: [.request(subscription, .unlimited)])
    }

    /// Cancels the inner publisher and subscribes to the next.
    mutating func switchOver(_ subscribe: @escaping @Sendable (Int) -> Void) -> Step {
      if hasOuterFinished { return Step() }
      number += 1
      hasInnerFinished = false
      let cancel = inner.take().map { [Step.Effect.cancel($0)] } ?? []
      return Step(effects: cancel + [.run { [number] in subscribe(number) }], reply: Subscribers.Demand.none)
    }

    mutating func adopt(inner subscription: any Subscription, number: Int) -> Step {
      if number != self.number || inner != nil || hasInnerFinished { return Step(effects: [.cancel(subscription)]) }
      inner = subscription
      return demand == .none ? Step() : Step(effects: [.request(subscription, demand)])
    }

    mutating func receive(_ value: Output?, number: Int) -> Step {
      guard let value else { return Step() }
      if number != self.number || hasInnerFinished || demand == .none { return Step(reply: Subscribers.Demand.none) }
      demand -= 1
      return Step(event: .value(value, from: number))
    }

    mutating func receiveOuter(_ completion: Subscribers.Completion<Failure>) -> Step {
      if hasOuterFinished { return Step() }
      hasOuterFinished = true
      return end(completion, released: outer.take(), cancelled: inner, isLast: hasInnerFinished)
    }

    mutating func receiveInner(_ completion: Subscribers.Completion<Failure>, number: Int) -> Step {
      if number != self.number || hasInnerFinished { return Step() }
      hasInnerFinished = true
      return end(completion, released: inner.take(), cancelled: outer, isLast: hasOuterFinished)
    }

    private func end(
      _ completion: Subscribers.Completion<Failure>, released: (any Subscription)?, cancelled: (any Subscription)?,
      isLast: Bool
    ) -> Step {
      var step = Step(effects: released.map { [.release($0)] } ?? [])
      if case .failure = completion {
        step.effects += cancelled.map { [.cancel($0)] } ?? []
        step.event = .completion(completion)
      } else if isLast {
        step.event = .completion(completion)
      }
      return step
    }

    mutating func request(_ demand: Subscribers.Demand, answering source: Int?) -> Step {
      self.demand += demand
      guard demand != .none, let inner, number != source else { return Step() }
      return Step(effects: [.request(inner, demand)])
    }
  }
}
