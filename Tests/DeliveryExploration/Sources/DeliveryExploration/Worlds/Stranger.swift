/// A publisher that is not the package's, but passes on the subscription of one that is: a sink can't trust it.
struct Stranger: Publisher {
  typealias Output = Value
  typealias Failure = Never

  let subject: PassthroughSubject<Value, Never>

  func receive<S: Subscriber<Value, Never>>(subscriber: S) {
    subject.subscribe(Forwarder(subscriber: subscriber))
  }

  /// Keeps its subscriber for as long as it is kept itself, a cancel or not.
  private final class Forwarder<S: Subscriber<Value, Never>>: Subscriber {
    let subscriber: S

    init(subscriber: S) { self.subscriber = subscriber }

    func receive(subscription: any Subscription) { subscriber.receive(subscription: subscription) }
    func receive(_ value: Value) -> Subscribers.Demand { subscriber.receive(value) }
    func receive(completion: Subscribers.Completion<Never>) { subscriber.receive(completion: completion) }
  }
}

/// A sink's cancellable, in the place of a subscription.
struct Handle: Subscription {
  let cancellable: AnyCancellable

  func request(_ demand: Subscribers.Demand) {}
  func cancel() { cancellable.cancel() }
}
