/// A subject that holds a value and publishes each new one.
///
/// The first request of a subscriber delivers the current value, later ones what follows; a subscriber that had no
/// demand when a value came hears the latest one at its next request. Equal values are not filtered out.
/// ```swift
/// let state = CurrentValueSubject<String, Never>("idle")
/// let subscription = state.sink { print($0) }     // prints idle
/// state.value = "loading"                         // prints loading
/// ```
/// - Note: ``value`` is set before it is published; from inside a delivery it may be newer than what is being
///   delivered. The order of delivery is that of ``PassthroughSubject``.
public final class CurrentValueSubject<Output: Sendable, Failure: Error>: Subject {
  @usableFromInline let hub: Hub<Output, Failure>

  /// A subject that holds `value`.
  public init(_ value: Output) { hub = Hub(name: "CurrentValueSubject", current: value) }

  /// The value sent last. Setting it is sending it; after a completion it is only kept.
  public var value: Output {
    get { hub.value }
    set { hub.value = newValue }
  }

  /// Publishes a value; nothing after a completion.
  @inlinable
  public func send(_ value: Output) { hub.sendCurrent(value) }

  /// Ends the stream, once, and lets go of the subscribers.
  public func send(completion: Subscribers.Completion<Failure>) { hub.send(completion: completion) }

  /// Takes on a subscription to an upstream: asked for unlimited values at once, cancelled when this subject goes.
  public func send(subscription: any Subscription) { hub.send(subscription: subscription) }

  /// Subscribes `subscriber`, behind those that subscribed before; after the end it gets the completion at once.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    hub.add(subscriber, subject: self)
  }
}
