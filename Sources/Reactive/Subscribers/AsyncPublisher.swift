extension Publisher {
  /// The values as an asynchronous sequence. None is lost: what the loop has not asked for yet waits, however much.
  ///
  /// ```swift
  /// for await update in viewModel.updates.values { print(update) }
  /// ```
  /// See ``values(bufferingPolicy:)`` for where it begins and ends.
  public var values: AsyncPublisher<Self> { values(bufferingPolicy: .unbounded) }

  /// The values as an asynchronous sequence.
  ///
  /// It subscribes, and asks for unlimited values, when the loop begins (in `makeAsyncIterator`); each loop
  /// subscribes on its own. The loop ends when the publisher finishes, throws when it fails, once it has had the values that came
  /// before, and ends at once when its task is cancelled. That, and leaving the loop, cancels the subscription.
  /// - Parameter policy: What is kept while the loop is busy, and what is lost if more comes: everything and nothing
  ///   (`.unbounded`), the first few (`.bufferingOldest`) or the last few (`.bufferingNewest`). The completion is kept
  ///   in any case.
  public func values(
    bufferingPolicy policy: AsyncStream<Output>.Continuation.BufferingPolicy
  ) -> AsyncPublisher<Self> {
    AsyncPublisher(upstream: self, policy: policy)
  }
}

/// The values of a publisher as an asynchronous sequence, see ``Publisher/values(bufferingPolicy:)``.
public struct AsyncPublisher<Upstream: Publisher>: AsyncSequence, Sendable {
  /// The type of the values.
  public typealias Element = Upstream.Output
  /// The type of the error thrown; `for await` needs no `try` if that is `Never`.
  public typealias Failure = Upstream.Failure

  let upstream: Upstream
  let policy: AsyncStream<Element>.Continuation.BufferingPolicy

  /// Subscribes.
  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
    let failure = FailureBox()
    let sink = SinkSubscriber<Element, Failure>(
      isTrusted: trusts(upstream),
      receiveCompletion: { completion in
        if case .failure(let error) = completion { failure.error.withLock { $0 = error } }
        continuation.finish()
      },
      receiveValue: { continuation.yield($0) })
    // The stream calls this when it has ended, when the task waiting for it is cancelled, and when it is released.
    continuation.onTermination = { _ in sink.cancel() }
    upstream.subscribe(sink)
    return Iterator(base: stream.makeAsyncIterator(), sink: sink, failure: failure)
  }

  /// Not in the stream, whose buffer might have no room for it.
  final class FailureBox: Sendable {
    let error = Lock<Failure?>(nil)
  }

  /// Hands out one value after the other.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<Element>.Iterator
    let sink: SinkSubscriber<Element, Failure>
    let failure: FailureBox

    /// Waits for the next value: nil after the end and when the task has been cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
      if Task.isCancelled {
        sink.cancel()
        return nil
      }
      if let value = await base.next(isolation: actor) { return value }
      if let error = failure.error.withLock({ $0.take() }) { throw error }
      return nil
    }
  }
}
