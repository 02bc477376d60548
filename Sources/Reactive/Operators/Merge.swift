extension Publisher {
  /// Publishes the values of this publisher and of another one, as they come.
  ///
  /// ```swift
  /// reload.merge(with: timer).sink { refresh() }
  /// ```
  /// Finishes when both have; fails when the first fails, and cancels the other. Delivers in the turn of each value,
  /// one at a time. Each is asked for one value after the other, and one value of each waits for demand if there is
  /// none; once downstream asks for unlimited values, so does this.
  public func merge<Other: Publisher>(with other: Other) -> Publishers.Merge<Self, Other>
  where Other.Output == Output, Other.Failure == Failure {
    Publishers.Merge(self, other)
  }
}

extension Publishers {
  /// A publisher of the values of two others.
  public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Output == B.Output, A.Failure == B.Failure {
    /// That of both.
    public typealias Output = A.Output
    /// That of both.
    public typealias Failure = A.Failure

    /// One of the two.
    public let a: A
    /// The other one.
    public let b: B

    /// A publisher of the values of `a` and `b`.
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    /// Hands `subscriber` its subscription, then subscribes to `a` and `b`, in this order.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let junction = Junction(
        Logic(), downstream: subscriber, description: "Merge", isOnMain: self is any MainActorPublisher)
      junction.start()
      let sides = (0...1).map { index in
        JunctionSide(
          junction: junction, subscription: { $0.adopt($1, at: index) }, value: { $0.receive(&$1, from: index) },
          completion: { $0.receive($1, from: index) })
      }
      a.subscribe(sides[0])
      b.subscribe(sides[1])
    }
  }
}

extension Publishers.Merge: MainActorPublisher where A: MainActorPublisher, B: MainActorPublisher {}

extension Publishers.Merge {
  struct Logic: JunctionLogic {
    typealias Output = A.Output
    typealias Failure = A.Failure

    private var children = Children()
    /// What waits for demand. A child whose value waits has not been asked for another.
    private var buffers: [Output?] = [nil, nil]
    private var demand = Subscribers.Demand.none

    static var acceptsNoDemand: Bool { true }
    var cancellables: [any Cancellable] { children.subscriptions }

    /// What a child is asked for when it has room.
    private var share: Subscribers.Demand { demand == .unlimited ? .unlimited : .max(1) }

    mutating func adopt(_ subscription: any Subscription, at index: Int) -> Step {
      children.adopt(subscription, at: index, asking: share)
    }

    /// Leaves in `value` what is to be let go of.
    mutating func receive(_ value: inout Output?, from index: Int) -> Step {
      guard !children.hasFinished(index) else { return Step(reply: Subscribers.Demand.none) }
      guard demand != .none, buffers[index] == nil, let value else {
        swap(&value, &buffers[index])
        return Step(reply: Subscribers.Demand.none)
      }
      let reply = demand == .unlimited ? .none : Subscribers.Demand.max(1)
      demand -= 1
      return Step(event: .value(value, from: index), reply: reply)
    }

    mutating func receive(_ completion: Subscribers.Completion<Failure>, from index: Int) -> Step {
      var step: Step = children.receive(completion, from: index)
      if case .finished = completion, hasBuffered { step.event = nil }
      return step
    }

    mutating func request(_ demand: Subscribers.Demand, answering source: Int?) -> Step {
      let isLifted = demand == .unlimited && self.demand != .unlimited
      let idle = (0...1).filter { isLifted && buffers[$0] == nil }.compactMap { children[$0] }
      self.demand += demand
      var step = flush()
      step.effects += idle.map { .request($0, .unlimited) }
      return step
    }

    /// Passes on one of the values that wait; the next one follows when this has been delivered.
    private mutating func flush() -> Step {
      guard demand != .none, let index = buffers.firstIndex(where: { $0 != nil }), let value = buffers[index].take()
      else { return Step(event: children.haveFinished && !hasBuffered ? .completion(.finished) : nil) }
      demand -= 1
      return Step(
        effects: children[index].map { [.request($0, share)] } ?? [], event: .value(value, from: index))
    }

    private var hasBuffered: Bool { buffers.contains { $0 != nil } }
  }
}
