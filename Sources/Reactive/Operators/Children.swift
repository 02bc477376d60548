/// The two sources of `merge` and `combineLatest`.
struct Children: Sendable {
  private enum Child: Sendable {
    case awaiting
    case subscribed(any Subscription)
    case finished
  }

  private var children = [Child.awaiting, .awaiting]

  var subscriptions: [any Subscription] { (0...1).compactMap { self[$0] } }

  /// The subscription to a child that has one and goes on.
  subscript(index: Int) -> (any Subscription)? {
    if case .subscribed(let subscription) = children[index] { subscription } else { nil }
  }

  var haveFinished: Bool { (0...1).allSatisfy(hasFinished) }

  func hasFinished(_ index: Int) -> Bool {
    if case .finished = children[index] { true } else { false }
  }

  /// Asks a child that has subscribed; cancels a second subscription.
  mutating func adopt<Output, Failure>(
    _ subscription: any Subscription, at index: Int, asking demand: Subscribers.Demand
  ) -> JunctionStep<Output, Failure> {
    guard case .awaiting = children[index] else { return JunctionStep(effects: [.cancel(subscription)]) }
    children[index] = .subscribed(subscription)
    return JunctionStep(effects: demand == .none ? [] : [.request(subscription, demand)])
  }

  /// The end of a child: the first failure is the end of all and cancels the other; else the end comes with the last.
  mutating func receive<Output, Failure>(
    _ completion: Subscribers.Completion<Failure>, from index: Int
  ) -> JunctionStep<Output, Failure> {
    if hasFinished(index) { return JunctionStep() }
    var step = JunctionStep<Output, Failure>(effects: self[index].map { [.release($0)] } ?? [])
    children[index] = .finished
    if case .failure = completion {
      step.effects += subscriptions.map { .cancel($0) }
      step.event = .completion(completion)
    } else if haveFinished {
      step.event = .completion(completion)
    }
    return step
  }
}
