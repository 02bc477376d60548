/// A source of values over time, followed by at most one completion.
///
/// The names and the behaviour are Combine's. A publisher is a recipe: it does nothing until a subscriber is
/// attached with ``subscribe(_:)`` or with an operator such as `sink`.
///
/// ```swift
/// let names = PassthroughSubject<String, Never>()
/// let subscription = names
///   .map { $0.count }
///   .removeDuplicates()
///   .sink { print($0) }
/// names.send("Ada")                    // prints 3
/// names.send("Bob")                    // prints nothing: 3 again
/// subscription.cancel()
/// ```
/// A subscriber is called for one event at a time, and only after its `receive(subscription:)` has returned (rules 1.3
/// and 1.9 of Reactive Streams), however many threads send.
///
/// A publisher that conforms to this protocol alone delivers wherever its values are made, so closures given to its
/// operators are `@Sendable`. One that delivers on the main actor says so by conforming to ``MainActorPublisher``.
public protocol Publisher<Output, Failure>: Sendable {
  /// The type of the values published.
  associatedtype Output: Sendable
  /// The type of the error that can end the stream; `Never` if none can.
  associatedtype Failure: Error

  /// Attaches a subscriber. Implementations call `receive(subscription:)` on it first, and exactly once.
  ///
  /// Call ``subscribe(_:)`` instead of calling this directly.
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
  /// Attaches a subscriber, which then asks for values through the subscription it is given.
  @inlinable public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    receive(subscriber: subscriber)
  }
}

/// The namespace of the publishers that operators return.
public enum Publishers {}
