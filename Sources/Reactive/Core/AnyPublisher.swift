/// A type-erased publisher.
///
/// ```swift
/// func lengths(of names: some Publisher<String, Never>) -> AnyPublisher<Int, Never> {
///   names.map { $0.count }.removeDuplicates().eraseToAnyPublisher()
/// }
/// ```
/// It delivers wherever the erased publisher does, at no cost per value. If that is the main actor, ``AnyMainActorPublisher`` keeps it in the
/// type.
public struct AnyPublisher<Output: Sendable, Failure: Error>: TrustedPublisher, CustomStringConvertible {
  private let upstream: any Publisher<Output, Failure>
  @usableFromInline package let isTrusted: Bool

  /// Erases the type of `publisher`. Erasing twice adds no second layer.
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    upstream = (publisher as? AnyPublisher)?.upstream ?? publisher
    isTrusted = trusts(publisher)
  }

  /// Subscribes `subscriber` to the erased publisher.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.receive(subscriber: subscriber)
  }

  /// "AnyPublisher".
  public var description: String { "AnyPublisher" }
}

/// A type-erased publisher that delivers on the main actor.
///
/// ```swift
/// let titles: AnyMainActorPublisher<String, Never> = names.receive(on: .main).eraseToAnyPublisher()
/// titles.sink { label.text = $0 }.store(in: &cancellables)  // the closure is of the main actor
/// ```
public struct AnyMainActorPublisher<Output: Sendable, Failure: Error>: MainActorPublisher, TrustedPublisher,
  CustomStringConvertible
{
  private let upstream: any MainActorPublisher<Output, Failure>
  @usableFromInline package let isTrusted: Bool

  /// Erases the type of `publisher`. Erasing twice adds no second layer.
  public init<P: MainActorPublisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    upstream = (publisher as? AnyMainActorPublisher)?.upstream ?? publisher
    isTrusted = trusts(publisher)
  }

  /// Subscribes `subscriber` to the erased publisher.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.receive(subscriber: subscriber)
  }

  /// "AnyMainActorPublisher".
  public var description: String { "AnyMainActorPublisher" }
}

extension Publisher {
  /// Wraps this publisher in an `AnyPublisher`, for use in a public interface.
  @_disfavoredOverload
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension MainActorPublisher {
  /// Erases the type of this publisher, but not that it delivers on the main actor.
  public func eraseToAnyPublisher() -> AnyMainActorPublisher<Output, Failure> { AnyMainActorPublisher(self) }
}
