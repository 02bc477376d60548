/// A publisher that delivers its values and its completion on the main actor, and says so in its type.
///
/// The subscription arrives in the turn, and on the thread, of subscribing.
///
/// `sink`, `map`, `compactMap` and `filter` on such a publisher take `@MainActor` closures; operators that deliver in
/// the turn of their upstream keep the conformance. `receive(on: .main)` gives it to any publisher.
public protocol MainActorPublisher<Output, Failure>: Publisher {}
