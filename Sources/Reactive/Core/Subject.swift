/// A publisher that is told from outside what to publish: ``PassthroughSubject`` or ``CurrentValueSubject``.
///
/// Both deliver on the thread of a sender, to the subscribers in the order in which they subscribed, and in one order
/// for all of them. A ``MainActorSubject`` is sent to on the main actor alone, and never ends.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Publishes a value to the subscribers that have demand for it.
  func send(_ value: Output)
  /// Ends the stream. What is sent afterwards is ignored.
  func send(completion: Subscribers.Completion<Failure>)
}

extension Subject where Output == Void {
  /// Publishes the event that carries nothing.
  public func send() { send(()) }
}
