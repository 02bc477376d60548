/// A publisher that delivers its values and its completion on the main actor, and says so in its type.
///
/// The subscription arrives in the turn, and on the thread, of subscribing.
///
/// `sink`, `map`, `compactMap` and `filter` on such a publisher take `@MainActor` closures; operators that deliver in
/// the turn of their upstream keep the conformance. `receive(on: .main)` gives it to any publisher.
///
/// ```swift
/// @MainActor func show(_ names: some Publisher<String, Never>, in model: Model) -> AnyCancellable {
///   names.receive(on: .main).sink { model.name = $0 }  // without the hop this does not compile
/// }
/// ```
/// A publisher of your own that conforms has to keep the promise. Debug builds check it where a closure of the main
/// actor is called, and stop if it is broken; release builds do not.
public protocol MainActorPublisher<Output, Failure>: Publisher {}
