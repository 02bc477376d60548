/// A subject that passes on what it is sent and remembers nothing.
///
/// A value reaches the subscribers that have demand, in the order in which they subscribed. To others it is lost.
/// ```swift
/// let taps = PassthroughSubject<Int, Never>()
/// let subscription = taps.sink { print($0) }
/// taps.send(1)                         // prints 1 before send returns
/// ```
/// - Note: `send` may be called from any thread, also from inside a delivery. A value sent while another one is being
///   delivered is queued: all subscribers receive all values in one order. Such a `send` returns before its value has
///   been delivered, by the thread that is delivering. Values are delivered on the thread of a sender, with no lock held.
/// - Complexity: `send` is O(n), where n is the number of subscribers, and allocates nothing unless it is queued.
///   Subscribing is O(1), cancelling O(n) in the worst case.
public final class PassthroughSubject<Output: Sendable, Failure: Error>: Subject, TrustedPublisher {
  @usableFromInline let core = SubjectCore<Output, Failure>(name: "PassthroughSubject", missed: .none)

  /// Creates a subject without subscribers.
  public init() {}

  /// Publishes a value; nothing after a completion.
  @inlinable public func send(_ value: Output) { core.send(value) }

  /// Ends the stream, once, and releases the subscribers.
  public func send(completion: Subscribers.Completion<Failure>) { core.send(completion: completion) }

  /// Subscribes `subscriber`, behind all earlier subscribers. After the end it receives the completion at once.
  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    core.add(subscriber, subject: self)
  }
}
