/// A subject that holds a value and publishes each new one.
///
/// A subscriber that asks receives the current value first, then what follows. One that had no demand when a value came
/// receives the latest one at its next request. Equal values are not filtered out.
/// ```swift
/// let state = CurrentValueSubject<String, Never>("idle")
/// let subscription = state.sink { print($0) }     // prints idle
/// state.value = "loading"                         // prints loading
/// ```
/// - Note: ``value`` is set before it is published; from inside a delivery it may be newer than what is being
///   delivered. A subscriber that asks while it is given its subscription, as a sink does, has received the current value
///   when subscribing returns, even inside a delivery. Values arrive in the same order as from ``PassthroughSubject``.
public final class CurrentValueSubject<Output: Sendable, Failure: Error>: Subject, TrustedPublisher {
  @usableFromInline let core: SubjectCore<Output, Failure>

  /// Creates a subject that holds `value`.
  public init(_ value: Output) { core = SubjectCore(name: "CurrentValueSubject", missed: .latest, current: value) }

  /// The value sent last. Setting it is sending it; after a completion it is only kept.
  public var value: Output {
    get { core.value }
    set { core.sendCurrent(newValue, isSetter: true) }
  }

  /// Publishes a value; nothing after a completion.
  @inlinable public func send(_ value: Output) { core.sendCurrent(value) }

  /// Ends the stream, once, and releases the subscribers.
  public func send(completion: Subscribers.Completion<Failure>) { core.send(completion: completion) }

  /// Subscribes `subscriber`, behind all earlier subscribers. After the end it receives the completion at once.
  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    core.add(subscriber, subject: self)
  }
}
