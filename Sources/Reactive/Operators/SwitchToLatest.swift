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
      upstream.subscribe(Outer(junction: junction))
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
    private(set) var number = 0
    private var hasInnerFinished = true
    private var demand = Subscribers.Demand.none

    static var acceptsNoDemand: Bool { false }
    var cancellables: [any Cancellable] { [inner, outer].compactMap(\.self) }

    mutating func adopt(outer subscription: any Subscription) -> Step {
      if outer != nil || hasOuterFinished { return Step(effects: [.cancel(subscription)]) }
      outer = subscription
      return Step(effects: [.request(subscription, .unlimited)])
    }

    /// Makes room for another inner publisher; false if upstream has finished.
    mutating func switchOver() -> (Bool, Step) {
      if hasOuterFinished { return (false, Step()) }
      number += 1
      hasInnerFinished = false
      return (true, Step(effects: inner.take().map { [.cancel($0)] } ?? []))
    }

    mutating func adopt(inner subscription: any Subscription, number: Int) -> Step {
      if number != self.number || inner != nil || hasInnerFinished { return Step(effects: [.cancel(subscription)]) }
      inner = subscription
      return demand == .none ? Step() : Step(effects: [.request(subscription, demand)])
    }

    mutating func receive(_ value: Output, number: Int) -> Step {
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

  private struct Outer<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == P.Output, Downstream.Failure == P.Failure {
    let junction: Junction<Logic, Downstream>

    func receive(subscription: any Subscription) { junction.adopt(subscription) { $0.adopt(outer: subscription) } }

    func receive(_ publisher: P) -> Subscribers.Demand {
      var number: Int?
      junction.update { logic in
        let (isOpen, step) = logic.switchOver()
        number = isOpen ? logic.number : nil
        return step
      }
      if let number { publisher.subscribe(Inner(junction: junction, number: number)) }
      return .none
    }

    func receive(completion: Subscribers.Completion<P.Failure>) { junction.update { $0.receiveOuter(completion) } }

    var description: String { junction.description }
  }

  private struct Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == P.Output, Downstream.Failure == P.Failure {
    let junction: Junction<Logic, Downstream>
    let number: Int

    func receive(subscription: any Subscription) {
      junction.adopt(subscription) { $0.adopt(inner: subscription, number: number) }
    }

    func receive(_ input: P.Output) -> Subscribers.Demand {
      junction.update { $0.receive(input, number: number) } ?? .none
    }

    func receive(completion: Subscribers.Completion<P.Failure>) {
      junction.update { $0.receiveInner(completion, number: number) }
    }

    var description: String { junction.description }
  }
}
