extension Publisher {
  /// Publishes the latest values of this publisher and another one, whenever either publishes.
  ///
  /// ```swift
  /// loads.combineLatest(connection)
  ///   .sink { load, connection in print(load, connection) }  // once both have published
  /// ```
  /// Finishes when both have; fails when the first fails, and cancels the other. Demand goes to both as it is, so that
  /// a combination for which there is none is lost. Delivers in the turn of the value that came last, one at a time.
  public func combineLatest<Other: Publisher>(_ other: Other) -> Publishers.CombineLatest<Self, Other>
  where Other.Failure == Failure {
    Publishers.CombineLatest(self, other)
  }
}

extension Publishers {
  /// A publisher of the latest values of two others.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    /// One value of each.
    public typealias Output = (A.Output, B.Output)
    /// That of both.
    public typealias Failure = A.Failure

    /// Where the first values come from.
    public let a: A
    /// Where the second values come from.
    public let b: B

    /// A publisher of the latest values of `a` and `b`.
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    /// Subscribes to `a` and `b`, in this order, then hands `subscriber` its subscription.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let junction = Junction(
        Logic(), downstream: subscriber, description: "CombineLatest", isOnMain: self is any MainActorPublisher)
      a.subscribe(
        JunctionSide(
          junction: junction, subscription: { $0.children.adopt($1, at: 0, asking: $0.demand) },
          value: { $0.receive(a: &$1) }, completion: { $0.children.receive($1, from: 0) }))
      b.subscribe(
        JunctionSide(
          junction: junction, subscription: { $0.children.adopt($1, at: 1, asking: $0.demand) },
          value: { $0.receive(b: &$1) }, completion: { $0.children.receive($1, from: 1) }))
      junction.start()
    }
  }
}

extension Publishers.CombineLatest: MainActorPublisher where A: MainActorPublisher, B: MainActorPublisher {}

extension Publishers.CombineLatest {
  struct Logic: JunctionLogic {
    typealias Output = (A.Output, B.Output)
    typealias Failure = A.Failure

    var children = Children()
    private var a: A.Output?
    private var b: B.Output?
    private(set) var demand = Subscribers.Demand.none

    static var acceptsNoDemand: Bool { false }
    var cancellables: [any Cancellable] { children.subscriptions }

    /// Leaves in `value` what is to be let go of.
    mutating func receive(a value: inout A.Output?) -> Step {
      if children.hasFinished(0) { return Step() }
      swap(&value, &a)
      return combine(from: 0)
    }

    mutating func receive(b value: inout B.Output?) -> Step {
      if children.hasFinished(1) { return Step() }
      swap(&value, &b)
      return combine(from: 1)
    }

    private mutating func combine(from index: Int) -> Step {
      guard let a, let b, demand != .none else { return Step() }
      demand -= 1
      return Step(event: .value((a, b), from: index))
    }

    mutating func request(_ demand: Subscribers.Demand, answering source: Int?) -> Step {
      self.demand += demand
      guard demand != .none else { return Step() }
      return Step(effects: (0...1).filter { $0 != source }.compactMap { children[$0] }.map { .request($0, demand) })
    }
  }
}
