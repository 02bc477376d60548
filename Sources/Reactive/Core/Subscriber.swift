/// Receives a subscription, then values up to the demand it has stated, then at most one completion.
///
/// The calls come one after another, wherever the publisher delivers. `sink` makes a subscriber of closures that asks for
/// everything. Write a type of your own to decide about the demand:
/// ```swift
/// struct FirstTwo: Subscriber {
///   func receive(subscription: any Subscription) { subscription.request(.max(2)) }
///   func receive(_ input: Int) -> Subscribers.Demand {
///     print(input)
///     return .none  // asks for nothing more
///   }
///   func receive(completion: Subscribers.Completion<Never>) {}
/// }
/// numbers.subscribe(FirstTwo())
/// ```
public protocol Subscriber<Input, Failure>: Sendable {
  /// The type of the values received.
  associatedtype Input: Sendable
  /// The type of the error that can be received.
  associatedtype Failure: Error

  /// Hands over the subscription. Nothing else arrives before this call has returned, and no values before demand is
  /// stated.
  func receive(subscription: any Subscription)
  /// Hands over a value and returns the demand that comes on top of what is still outstanding.
  func receive(_ input: Input) -> Subscribers.Demand
  /// Ends the stream: nothing follows.
  func receive(completion: Subscribers.Completion<Failure>)
}

/// The namespace of types that receive values.
public enum Subscribers {}
