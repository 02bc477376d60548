/// A publisher that is told from outside what to publish.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Publishes a value.
  func send(_ value: Output)
  /// Ends the stream.
  func send(completion: Subscribers.Completion<Failure>)
  /// Hands over a subscription to an upstream, which is asked for values when there is demand for them.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Publishes the event that carries nothing.
  public func send() { send(()) }
}
