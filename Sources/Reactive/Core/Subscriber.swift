/// Receives a subscription, then values up to the demand it has stated, then at most one completion.
///
/// The calls come one after another, wherever the publisher delivers. `sink` makes a subscriber of closures, and
/// ``AnySubscriber`` one that decides about its demand:
/// ```swift
/// let firstTwo = AnySubscriber<Int, Never>(
///   receiveSubscription: { $0.request(.max(2)) },
///   receiveValue: { print($0); return .none })  // asks for nothing more
/// numbers.subscribe(firstTwo)
/// ```
public protocol Subscriber<Input, Failure>: Sendable {
  /// The kind of values received.
  associatedtype Input: Sendable
  /// The kind of error that can be received.
  associatedtype Failure: Error

  /// Hands over the subscription; nothing else arrives before this call, and no values before demand is stated.
  func receive(subscription: any Subscription)
  /// Hands over a value and returns the demand that comes on top of what is still outstanding.
  func receive(_ input: Input) -> Subscribers.Demand
  /// Says that nothing follows.
  func receive(completion: Subscribers.Completion<Failure>)
}

/// The namespace of types that receive values.
public enum Subscribers {}
