/// A subject of the main actor: events are sent there and delivered in the turn in which they are sent.
///
/// Use it for what a view model or a controller tells its observers. Its type says that it delivers on the main actor, so
/// that the closures of its sinks may touch the state of the main actor without a hop.
/// ```swift
/// @MainActor
/// final class Player {
///   private let finishedTracks = MainActorSubject<String>()
///   var finished: AnyMainActorPublisher<String, Never> { finishedTracks.eraseToAnyPublisher() }
///
///   func trackEnded(_ name: String) { finishedTracks.send(name) }
/// }
/// ```
/// Every subscriber receives each event once, in one order, in the order in which the subscribers subscribed. An event
/// sent from inside a delivery comes after the one being delivered, for all of them, and in the same turn. A subscriber
/// that joins during a delivery receives the next event first; earlier events are not repeated.
///
/// Unlike with a ``PassthroughSubject`` nothing is lost: an event that a subscriber has not asked for waits in that
/// subscriber's own buffer, and delays no other. The subject never completes.
/// - Complexity: `send` is O(n), where n is the number of subscribers, and allocates nothing while all have demand.
public final class MainActorSubject<Output: Sendable>: MainActorPublisher, TrustedPublisher {
  /// It can't fail.
  public typealias Failure = Never
  @usableFromInline let core = SubjectCore<Output, Never>(name: "MainActorSubject", missed: .all)

  /// Creates a subject without subscribers.
  public init() {}

  /// Publishes an event, in this turn of the main actor.
  @MainActor @inlinable
  public func send(_ value: Output) { core.send(value) }

  /// Subscribes `subscriber`, behind all earlier subscribers. May be called from any thread; events are delivered on
  /// the main actor all the same.
  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    core.add(subscriber, subject: self)
  }
}
