import Synchronization

/// How long and how large an answer may be.
public struct AnswerLimits: Hashable, Sendable {
  /// How long it may take until the answer begins, redirects included.
  public var firstByte: Duration
  /// How long it may take until the answer has ended.
  public var whole: Duration
  /// How many bytes the body may have, decompressed.
  public var size: Int
  /// How many redirects are followed.
  public var redirects: Int

  /// Limits; those not given suit a list of a few hundred items over a slow connection.
  public init(
    firstByte: Duration = .seconds(15), whole: Duration = .seconds(45), size: Int = 8 << 20, redirects: Int = 5
  ) {
    self.firstByte = firstByte
    self.whole = whole
    self.size = size
    self.redirects = redirects
  }
}

/// Says whether an answer has begun.
final class FirstByte: Sendable {
  private let flag = Atomic(false)
  var hasCome: Bool { flag.load(ordering: .acquiring) }
  func comes() { flag.store(true, ordering: .releasing) }
}

extension Clock<Duration> {
  /// Runs an operation, and cancels it when a time limit has passed.
  ///
  /// Returns when the operation has ended, so it must heed cancellation.
  /// - Throws: `ServiceError`, `timedOut`, or what the operation throws.
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
          if !byte.hasCome { throw ServiceError(.timedOut(.firstByte)) }
        }
        try await sleep(until: start.advanced(by: whole), tolerance: nil)
        throw ServiceError(.timedOut(.whole))
      }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }
}
