extension Publisher where Failure == Never {
  /// Writes each value into a property of an object, which is not kept alive by it.
  ///
  /// - Parameters:
  ///   - keyPath: The property; written wherever this publisher delivers.
  ///   - object: Held weakly. Values that come after it has gone are ignored.
  /// - Returns: A cancellable that keeps the subscription; `object` may keep it itself.
  @_disfavoredOverload
  public func assign<Root: AnyObject & Sendable>(
    to keyPath: ReferenceWritableKeyPath<Root, Output> & Sendable, on object: Root
  ) -> AnyCancellable {
    sink { [weak object] value in object?[keyPath: keyPath] = value }
  }
}

extension MainActorPublisher where Failure == Never {
  /// Writes each value, on the main actor, into a property of an object, which is not kept alive by it.
  ///
  /// ```swift
  /// viewModel.titles.assign(to: \.title, on: viewController).store(in: &cancellables)  // titles of type String?
  /// ```
  /// - Parameters:
  ///   - keyPath: The property, which may be one of the main actor.
  ///   - object: Held weakly. Values that come after it has gone are ignored.
  /// - Returns: A cancellable that keeps the subscription; `object` may keep it itself.
  @MainActor
  public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    sink { [weak object] value in object?[keyPath: keyPath] = value }
  }
}
