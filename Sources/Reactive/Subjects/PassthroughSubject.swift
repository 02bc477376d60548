/// A subject that passes on what it is sent and remembers nothing.
///
/// A value reaches the subscribers that have demand, in the order in which they subscribed; to others it is lost.
/// ```swift
/// let taps = PassthroughSubject<Int, Never>()
/// let subscription = taps.sink { print($0) }
/// taps.send(1)                         // prints 1 before send returns
/// ```
/// - Note: `send` may be called from any thread, also from inside a delivery. A value sent while another one is being
///   delivered is queued: all subscribers hear all values in one order. Such a `send` returns before its value has
///   been delivered, by the one who is delivering. Values are delivered on the thread of a sender; no lock is held.
/// - Complexity: `send` takes time proportional to the number of subscribers and allocates nothing, unless it is
///   queued; subscribing and cancelling do not depend on it, but for the moving of one array.
public final class PassthroughSubject<Output: Sendable, Failure: Error>: Subject {
  @usableFromInline let hub = Hub<Output, Failure>(name: "PassthroughSubject", current: nil)

  /// A subject without subscribers.
  public init() {}

  /// Publishes a value; nothing after a completion.
  @inlinable
  public func send(_ value: Output) { hub.send(value) }

  /// Ends the stream, once, and lets go of the subscribers.
  public func send(completion: Subscribers.Completion<Failure>) { hub.send(completion: completion) }

  /// Takes on a subscription to an upstream: asked for unlimited values as soon as a subscriber has asked for any,
  /// cancelled when this subject goes.
  public func send(subscription: any Subscription) { hub.send(subscription: subscription) }

  /// Subscribes `subscriber`, behind those that subscribed before; after the end it gets the completion at once.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    hub.add(subscriber, subject: self)
  }
}
