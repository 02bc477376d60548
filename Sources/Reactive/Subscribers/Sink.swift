extension Subscribers {
  /// A subscriber that asks for unlimited values and hands them to closures.
  ///
  /// `Publisher.sink` needs no such object; use it where you keep the subscriber yourself or subscribe it late.
  /// The first subscription is used; further ones, and any after completion or cancel, are cancelled. Both closures
  /// are released after the completion and at ``cancel()``.
  public final class Sink<Input: Sendable, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible {
    private struct Closures: Sendable {
      let receiveCompletion: @Sendable (Completion<Failure>) -> Void
      let receiveValue: @Sendable (Input) -> Void
    }

    private struct State: Sendable {
      var closures: Closures?
      var subscription: (any Subscription)?
      var isCancelled = false
    }

    private let state: Lock<State>

    /// A sink that calls `receiveValue` for each value and `receiveCompletion` at the end, wherever upstream delivers.
    public init(
      receiveCompletion: @escaping @Sendable (Completion<Failure>) -> Void,
      receiveValue: @escaping @Sendable (Input) -> Void
    ) {
      state = Lock(State(closures: Closures(receiveCompletion: receiveCompletion, receiveValue: receiveValue)))
    }

    /// Asks the first subscription for everything; cancels any other.
    public func receive(subscription: any Subscription) {
      let isFirst = state.withLock { state in
        if state.subscription != nil || state.closures == nil || state.isCancelled { return false }
        state.subscription = subscription
        return true
      }
      if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    /// Calls the closure for values. Asks for nothing more.
    public func receive(_ input: Input) -> Demand {
      state.withLock { $0.closures }?.receiveValue(input)
      return .none
    }

    /// Calls the closure for the completion, once, and lets go of both.
    public func receive(completion: Completion<Failure>) {
      let (closures, _) = state.withLock { ($0.closures.take(), $0.subscription.take()) }
      closures?.receiveCompletion(completion)
    }

    /// Cancels the subscription and lets go of both closures. Nothing is delivered any more.
    public func cancel() {
      let (subscription, _) = state.withLock { state in
        state.isCancelled = true
        return (state.subscription.take(), state.closures.take())
      }
      subscription?.cancel()
    }

    /// "Sink".
    public var description: String { "Sink" }
  }
}

extension Publisher {
  /// Subscribes closures to this publisher.
  ///
  /// - Parameters:
  ///   - receiveCompletion: called once, at the end, wherever this publisher delivers.
  ///   - receiveValue: called for each value, in order, never for two at a time.
  /// - Returns: What keeps the subscription. Once it has been cancelled on the actor or queue that delivers, neither
  ///   closure is called.
  @_disfavoredOverload @inlinable
  public func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    let sink = SinkSubscriber<Output, Failure>(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    subscribe(sink)
    return AnyCancellable(sink)
  }
}

extension Publisher where Failure == Never {
  /// Subscribes a closure to this publisher, which cannot fail.
  ///
  /// - Parameter receiveValue: called for each value, in order, never for two at a time.
  /// - Returns: What keeps the subscription.
  @_disfavoredOverload @inlinable
  public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension MainActorPublisher {
  /// Subscribes closures of the main actor to this publisher, which delivers there.
  ///
  /// - Parameters:
  ///   - receiveCompletion: called once, at the end, on the main actor.
  ///   - receiveValue: called for each value, in order, on the main actor.
  /// - Returns: What keeps the subscription. Once it has been cancelled on the main actor, neither closure is called.
  @inlinable
  public func sink(
    receiveCompletion: @escaping @MainActor (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping @MainActor (Output) -> Void
  ) -> AnyCancellable {
    let sink = SinkSubscriber<Output, Failure>(
      receiveCompletion: MainActorFunction(receiveCompletion).unisolated,
      receiveValue: MainActorFunction(receiveValue).unisolated)
    subscribe(sink)
    return AnyCancellable(sink)
  }
}

extension MainActorPublisher where Failure == Never {
  /// Subscribes a closure of the main actor to this publisher, which delivers there and cannot fail.
  ///
  /// ```swift
  /// viewModel.insertions
  ///   .sink { [weak self] section, indexPaths in self?.collectionView.insertItems(at: indexPaths) }
  ///   .store(in: &cancellables)
  /// ```
  /// - Parameter receiveValue: called for each value, in order, on the main actor.
  /// - Returns: What keeps the subscription. Once it has been cancelled on the main actor, the closure is not called.
  @inlinable
  public func sink(receiveValue: @escaping @MainActor (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}
