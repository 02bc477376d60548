extension Publisher {
  /// Subscribes closures to this publisher.
  ///
  /// Asks for unlimited values. Both closures are released after the completion, and at cancel.
  /// - Parameters:
  ///   - receiveCompletion: Called once, at the end, wherever this publisher delivers.
  ///   - receiveValue: Called for each value, in order, never for two at a time.
  /// - Returns: A cancellable that keeps the subscription. Once it has been cancelled on the actor or queue that delivers, neither
  ///   closure is called.
  @_disfavoredOverload @inlinable
  public func sink(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping @Sendable (Output) -> Void
  ) -> AnyCancellable {
    let sink = SinkSubscriber<Output, Failure>(
      isTrusted: trusts(self), receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    subscribe(sink)
    return AnyCancellable(sink)
  }
}

extension Publisher where Failure == Never {
  /// Subscribes a closure to this publisher, which cannot fail.
  ///
  /// - Parameter receiveValue: Called for each value, in order, never for two at a time.
  /// - Returns: A cancellable that keeps the subscription.
  @_disfavoredOverload @inlinable
  public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension MainActorPublisher {
  /// Subscribes closures of the main actor to this publisher, which delivers there.
  ///
  /// - Parameters:
  ///   - receiveCompletion: Called once, at the end, on the main actor.
  ///   - receiveValue: Called for each value, in order, on the main actor.
  /// - Returns: A cancellable that keeps the subscription. Once it has been cancelled on the main actor, neither closure is called.
  @inlinable public func sink(
    receiveCompletion: @escaping @MainActor (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping @MainActor (Output) -> Void
  ) -> AnyCancellable {
    let sink = SinkSubscriber<Output, Failure>(
      isTrusted: trusts(self), isMain: true,
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
  /// - Parameter receiveValue: Called for each value, in order, on the main actor.
  /// - Returns: A cancellable that keeps the subscription. Once it has been cancelled on the main actor, the closure is not called.
  @inlinable public func sink(receiveValue: @escaping @MainActor (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}
