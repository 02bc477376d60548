import Synchronization

/// How long and how large an answer may be.
public struct AnswerLimits: Hashable, Sendable {
  /// The time limit until the answer begins, redirects included.
  public var firstByte: Duration
  /// The time limit until the answer has ended.
  public var whole: Duration
  /// The maximum size of the decompressed body, in bytes.
  public var size: Int
  /// The maximum number of redirects; a negative one is none.
  public var redirects: Int

  /// Creates limits. The defaults suit a list of a few hundred items over a slow connection.
  public init(
    firstByte: Duration = .seconds(15), whole: Duration = .seconds(45), size: Int = 8 << 20, redirects: Int = 5
  ) {
    self.firstByte = firstByte
    self.whole = whole
    self.size = size
    self.redirects = redirects
  }
}

/// A flag that is set when an answer has begun.
final class FirstByte: Sendable {
  private let flag = Atomic(false)
  var isReceived: Bool { flag.load(ordering: .acquiring) }
  func markReceived() { flag.store(true, ordering: .releasing) }
}

extension Clock<Duration> {
  /// Runs an operation and cancels it when a time limit has passed.
  ///
  /// Returns when the operation has ended, so the operation must respond to cancellation.
  /// - Throws: `ServiceError`, `timedOut`, or the operation's error.
  func limit<Value: Sendable>(
    firstByte: (limit: Duration, FirstByte)? = nil, whole: Duration,
    _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let start = now
    return try await withThrowingTaskGroup(of: Value.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await operation() }
      group.addTask {
        if let (limit, byte) = firstByte, limit < whole {
          try await sleep(until: start.advanced(by: limit), tolerance: nil)
          if !byte.isReceived { throw ServiceError(.timedOut(.firstByte)) }
        }
        try await sleep(until: start.advanced(by: whole), tolerance: nil)
        throw ServiceError(.timedOut(.whole))
      }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }
}
