import Reactive

/// A subscription that writes down what is asked of it.
final class SubscriptionLog: Subscription, CustomStringConvertible {
  enum Event: Equatable { case requested(Subscribers.Demand), cancelled }

  private let log = Lock<[Event]>([])
  private let onRequest: (@Sendable (Subscribers.Demand) -> Void)?
  private let onDeinit: (@Sendable () -> Void)?

  init(onRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil, onDeinit: (@Sendable () -> Void)? = nil) {
    self.onRequest = onRequest
    self.onDeinit = onDeinit
  }

  deinit { onDeinit?() }

  func request(_ demand: Subscribers.Demand) {
    log.withLock { $0.append(.requested(demand)) }
    onRequest?(demand)
  }

  func cancel() { log.withLock { $0.append(.cancelled) } }

  var events: [Event] { log.withLock { $0 } }
  var description: String { "SubscriptionLog" }
}

/// A publisher that a test drives by hand, even against the rules. It keeps its subscriber for ever.
final class Source<Output: Sendable, Failure: Error>: Publisher {
  private let subscriber = Lock<ClosureSubscriber<Output, Failure>?>(nil)
  private let subscription: (any Subscription)?

  init(_ subscription: (any Subscription)? = nil) { self.subscription = subscription }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    self.subscriber.withLock { $0 = ClosureSubscriber(subscriber) }
    if let subscription { subscriber.receive(subscription: subscription) }
  }

  func send(subscription: any Subscription) { subscriber.withLock { $0 }?.receive(subscription: subscription) }
  @discardableResult
  func send(_ value: Output) -> Subscribers.Demand? { subscriber.withLock { $0 }?.receive(value) }
  func send(completion: Subscribers.Completion<Failure>) {
    subscriber.withLock { $0 }?.receive(completion: completion)
  }
  func release() { subscriber.withLock { $0 = nil } }
}
