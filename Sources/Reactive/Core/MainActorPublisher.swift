/// A publisher that delivers its subscription, values and completion on the main actor, and says so in its type.
///
/// `sink`, `map`, `compactMap` and `filter` on such a publisher take `@MainActor` closures; operators that deliver in
/// the turn of their upstream keep the conformance. `receive(on: .main)` gives it to any publisher.
public protocol MainActorPublisher<Output, Failure>: Publisher {}
