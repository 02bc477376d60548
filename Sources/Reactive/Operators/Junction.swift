/// Where an operator with several sources stands: a value whose methods say what is to be done.
protocol JunctionLogic: Sendable {
  associatedtype Output: Sendable
  associatedtype Failure: Error
  typealias Step = JunctionStep<Output, Failure>

  /// Takes in demand, stated by a request or by the answer to a value.
  /// - Parameter source: the one whose value it answers: that one gets it as the answer, and is not to be asked. Nil
  ///   for a request.
  mutating func request(_ demand: Subscribers.Demand, answering source: Int?) -> Step
  /// Whether a request for no values does nothing; else it traps.
  static var acceptsNoDemand: Bool { get }
  /// What downstream's cancel cancels, in this order.
  var cancellables: [any Cancellable] { get }
}

/// What follows from something that has happened to a junction.
struct JunctionStep<Output: Sendable, Failure: Error>: Sendable {
  enum Event: Sendable {
    case value(Output, from: Int)
    /// Ends the junction: its logic is asked nothing more.
    case completion(Subscribers.Completion<Failure>)
  }

  enum Effect: Sendable {
    case request(any Subscription, Subscribers.Demand)
    case cancel(any Cancellable)
    /// Only to be let go of, outside the lock.
    case release(any Sendable)
    case run(@Sendable () -> Void)
  }

  /// Taken before the event is delivered.
  var effects: [Effect] = []
  /// What downstream gets.
  var event: Event?
  /// What the source is answered, if not downstream's answer.
  var reply: Subscribers.Demand?
}

/// The subscription of an operator with several sources, or with a clock. It has one lock, under which its logic
/// decides, and calls sources and downstream without it: downstream gets one event at a time, in the order decided.
///
/// Who brings an event about delivers it, and whatever is decided meanwhile; if somebody is delivering, he leaves it to
/// him. So an event that comes from inside a delivery or from another thread waits and is not lost.
final class Junction<Logic: JunctionLogic, Downstream: Subscriber>: Subscription, CustomStringConvertible
where Downstream.Input == Logic.Output, Downstream.Failure == Logic.Failure {
  typealias Step = Logic.Step

  private struct State: Sendable {
    /// Nil once the end has been decided.
    var logic: Logic?
    /// Nil once the end has been delivered, and after cancel.
    var downstream: Downstream?
    var waiting: [Step.Event] = []
    /// Until downstream has its subscription, it counts as being delivered to.
    var isDelivering = true
  }

  private let state: Lock<State>
  private let isOnMain: Bool
  let description: String

  /// - Parameter isOnMain: whether the operator has promised to deliver on the main actor. Its sources do so, but
  ///   downstream may subscribe elsewhere, or ask there for what waits.
  init(_ logic: Logic, downstream: Downstream, description: String, isOnMain: Bool = false) {
    state = Lock(State(logic: logic, downstream: downstream))
    self.description = description
    self.isOnMain = isOnMain
  }

  /// Hands downstream its subscription, and then what has come meanwhile.
  func start() {
    state.withLock { $0.downstream }?.receive(subscription: self)
    deliverAtHome(nil)
  }

  // MARK: Sources

  /// Lets the logic decide, and does what it says.
  /// - Returns: What the source is to answer; nil if the end had been decided before.
  @discardableResult
  func update(_ decide: (inout Logic) -> Step) -> Subscribers.Demand? {
    guard let (step, isMine) = decided(decide) else { return nil }
    let answer = isMine ? deliver(step.event) : .none
    return step.reply ?? answer
  }

  // MARK: Downstream

  func request(_ demand: Subscribers.Demand) {
    precondition(Logic.acceptsNoDemand || demand != .none, "\(self) was asked for no values: demand must be positive")
    if let (step, isMine) = decided({ $0.request(demand, answering: nil) }), isMine { deliverAtHome(step.event) }
  }

  func cancel() {
    let (logic, _, _) = state.withLock { ($0.logic.take(), $0.downstream.take(), $0.waiting.take()) }
    for cancellable in logic?.cancellables ?? [] { cancellable.cancel() }
  }

  // MARK: Deciding

  /// Has the effects of a decision; true with it if the caller is to deliver its event.
  private func decided(_ decide: (inout Logic) -> Step) -> (Step, Bool)? {
    let decision = state.withLock { state -> (step: Step, isMine: Bool, ended: Logic?)? in
      guard var logic = state.logic.take() else { return nil }
      let step = decide(&logic)
      var ended: Logic?
      if case .completion = step.event { ended = logic } else { state.logic = logic }
      guard let event = step.event else { return (step, false, ended) }
      let isMine = !state.isDelivering
      if !isMine { state.waiting.append(event) }
      state.isDelivering = true
      return (step, isMine, ended)
    }
    guard let decision else { return nil }
    for effect in decision.step.effects {
      switch effect {
      case .request(let subscription, let demand): subscription.request(demand)
      case .cancel(let cancellable): cancellable.cancel()
      case .release: break
      case .run(let action): action()
      }
    }
    return (decision.step, decision.isMine)
  }

  // MARK: The delivery under way

  private func deliverAtHome(_ event: Step.Event?) {
    if isOnMain && !MainScheduler().isCurrent {
      MainScheduler().schedule { self.deliver(event) }
    } else {
      deliver(event)
    }
  }

  /// Delivers an event, and then what waits. Returns the answer to that event, for its source.
  @discardableResult
  private func deliver(_ first: Step.Event?) -> Subscribers.Demand {
    let answer = first.map { pass($0, isAnswered: true) } ?? .none
    while true {
      let events = state.withLock { state in
        state.isDelivering = !state.waiting.isEmpty
        return state.waiting.take()
      }
      if events.isEmpty { return answer }
      for event in events { pass(event, isAnswered: false) }
    }
  }

  @discardableResult
  private func pass(_ event: Step.Event, isAnswered: Bool) -> Subscribers.Demand {
    switch event {
    case .value(let value, let source):
      guard let answer = state.withLock({ $0.downstream })?.receive(value) else { return .none }
      _ = decided { $0.request(answer, answering: isAnswered ? source : nil) }
      return answer
    case .completion(let completion):
      state.withLock { $0.downstream.take() }?.receive(completion: completion)
      return .none
    }
  }
}
