/// A publisher without values. It finishes as soon as it is subscribed to, or never.
public struct Empty<Output: Sendable, Failure: Error>: Publisher, Equatable {
  /// Whether it finishes.
  public let completeImmediately: Bool

  /// A publisher without values.
  /// - Parameters:
  ///   - completeImmediately: whether it finishes.
  ///   - outputType: the kind of the values that there are not, for when it cannot be inferred.
  ///   - failureType: the kind of the error that does not happen.
  public init(
    completeImmediately: Bool = true, outputType: Output.Type = Output.self, failureType: Failure.Type = Failure.self
  ) {
    self.completeImmediately = completeImmediately
  }

  /// Hands over a subscription that does nothing, then the completion if there is to be one.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.receive(subscription: EmptySubscription())
    if completeImmediately { subscriber.receive(completion: .finished) }
  }
}
