import ListViewModelsTestSupport
import Reactive

enum TestError: Error, Equatable { case oops, other }

/// A subscriber that writes down what it hears.
final class Probe<Input: Sendable & Equatable, Failure: Error & Equatable>: Subscriber {
  enum Event: Equatable, Sendable {
    case subscription(String)
    case value(Input)
    case completion(Subscribers.Completion<Failure>)
  }

  struct State: Sendable {
    var events: [Event] = []
    var subscription: (any Subscription)?
  }

  let state = Lock(State())
  let demand: Subscribers.Demand?
  let onSubscription: (@Sendable (any Subscription) -> Void)?
  let onValue: @Sendable (Input) -> Subscribers.Demand
  let onCompletion: (@Sendable () -> Void)?
  let onDeinit: (@Sendable () -> Void)?

  /// - Parameters:
  ///   - demand: what is asked for at once; nil to ask for nothing.
  ///   - onValue: returns what is asked for on top.
  init(
    demand: Subscribers.Demand? = .unlimited,
    onValue: @escaping @Sendable (Input) -> Subscribers.Demand = { _ in .none },
    onSubscription: (@Sendable (any Subscription) -> Void)? = nil,
    onCompletion: (@Sendable () -> Void)? = nil,
    onDeinit: (@Sendable () -> Void)? = nil
  ) {
    self.demand = demand
    self.onSubscription = onSubscription
    self.onCompletion = onCompletion
    self.onDeinit = onDeinit
    self.onValue = onValue
    LeavesNothing.note("probe", self) { $0.cancel() }
  }

  deinit { onDeinit?() }

  func receive(subscription: any Subscription) {
    state.withLock {
      $0.events.append(.subscription(String(describing: subscription)))
      $0.subscription = subscription
    }
    onSubscription?(subscription)
    if let demand { subscription.request(demand) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    state.withLock { $0.events.append(.value(input)) }
    return onValue(input)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    state.withLock { $0.events.append(.completion(completion)) }
    onCompletion?()
  }

  var events: [Event] { state.withLock { $0.events } }
  var values: [Input] { events.compactMap { if case .value(let value) = $0 { value } else { nil } } }
  var completions: Int { events.count { if case .completion = $0 { true } else { false } } }
  var subscription: (any Subscription)? { state.withLock { $0.subscription } }

  func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }
  func cancel() { state.withLock { $0.subscription.take() }?.cancel() }
}

typealias IntProbe = Probe<Int, TestError>
