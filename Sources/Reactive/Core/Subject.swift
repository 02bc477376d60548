/// A publisher that is told from outside what to publish: ``PassthroughSubject`` or ``CurrentValueSubject``.
///
/// Both deliver on the thread of a sender, to the subscribers in the order in which they subscribed, and in one order
/// for all of them.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Publishes a value to those who have demand for it.
  func send(_ value: Output)
  /// Ends the stream. What is sent afterwards is ignored.
  func send(completion: Subscribers.Completion<Failure>)
  /// Hands over a subscription to an upstream, which is asked for values when there is demand for them.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Publishes the event that carries nothing.
  public func send() { send(()) }
}
