/// A subscriber whose kind is hidden, or one made of closures.
public struct AnySubscriber<Input: Sendable, Failure: Error>: Subscriber, CustomStringConvertible {
  private let subscriber: any Subscriber<Input, Failure>

  /// Hides the kind of `subscriber`.
  public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
    self.subscriber = (subscriber as? AnySubscriber)?.subscriber ?? subscriber
  }

  /// A subscriber made of closures; one that is missing does nothing and asks for nothing.
  public init(
    receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
    receiveValue: (@Sendable (Input) -> Subscribers.Demand)? = nil,
    receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil
  ) {
    subscriber = ClosureSubscriber(
      receiveSubscription: receiveSubscription, receiveValue: receiveValue, receiveCompletion: receiveCompletion)
  }

  /// Hands the subscription on.
  public func receive(subscription: any Subscription) { subscriber.receive(subscription: subscription) }
  /// Hands the value on and returns the demand it is answered with.
  public func receive(_ input: Input) -> Subscribers.Demand { subscriber.receive(input) }
  /// Hands the completion on.
  public func receive(completion: Subscribers.Completion<Failure>) { subscriber.receive(completion: completion) }

  /// That of the hidden subscriber, or "Anonymous AnySubscriber".
  public var description: String { String(describing: subscriber) }
}

private struct ClosureSubscriber<Input: Sendable, Failure: Error>: Subscriber, CustomStringConvertible {
  let receiveSubscription: (@Sendable (any Subscription) -> Void)?
  let receiveValue: (@Sendable (Input) -> Subscribers.Demand)?
  let receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?

  func receive(subscription: any Subscription) { receiveSubscription?(subscription) }
  func receive(_ input: Input) -> Subscribers.Demand { receiveValue?(input) ?? .none }
  func receive(completion: Subscribers.Completion<Failure>) { receiveCompletion?(completion) }
  var description: String { "Anonymous AnySubscriber" }
}
