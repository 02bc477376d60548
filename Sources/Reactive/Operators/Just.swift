/// A publisher of one value, which each subscriber gets at its first request, with the end behind it.
///
/// ```swift
/// func cached(_ answer: String) -> AnyPublisher<String, Never> { Just(answer).eraseToAnyPublisher() }
/// ```
public struct Just<Output: Sendable>: Publisher {
  /// It cannot fail.
  public typealias Failure = Never

  /// The value.
  public let output: Output

  /// A publisher of `output`.
  public init(_ output: Output) { self.output = output }

  /// Hands over a subscription whose first request delivers everything.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subscriber.receive(subscription: Inner(downstream: subscriber, output: output))
  }
}

extension Just: Equatable where Output: Equatable {}

extension Just {
  private final class Inner<Downstream: Subscriber>: Subscription, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Never {
    private struct State: Sendable {
      var content: (downstream: Downstream, output: Output)?
      var isCancelled = false
    }

    private let state: Lock<State>

    init(downstream: Downstream, output: Output) { state = Lock(State(content: (downstream, output))) }

    var description: String { "Just" }

    func request(_ demand: Subscribers.Demand) {
      precondition(demand != .none, "Just was asked for no values: demand must be at least .max(1)")
      guard let (downstream, output) = state.withLock({ $0.content.take() }) else { return }
      _ = downstream.receive(output)
      if !state.withLock({ $0.isCancelled }) { downstream.receive(completion: .finished) }
    }

    func cancel() {
      _ = state.withLock { state in
        state.isCancelled = true
        return state.content.take()
      }
    }
  }
}
