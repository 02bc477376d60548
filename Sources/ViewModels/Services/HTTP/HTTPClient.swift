import Foundation

/// Sends requests.
///
/// ``URLSessionClient`` does so over the network; ``LimitedClient`` and ``RetryingClient`` wrap another client. They
/// are put together in this order, so that a request that waits for its next try takes no place:
///
/// ```swift
/// let client = RetryingClient(LimitedClient(URLSessionClient(), atMost: 6))
/// ```
///
/// - Note: Delivers everywhere. Several requests run at once.
public protocol HTTPClient: Sendable {
  /// Sends a request and waits for the whole answer, of whatever status.
  ///
  /// - Throws: ``ServiceError`` if there is no answer; `CancellationError` when cancelled, and soon.
  func send(_ request: HTTPRequest) async throws -> HTTPAnswer
}

/// An answer that came whole.
public struct HTTPAnswer: Sendable, Hashable {
  /// The HTTP status.
  public var status: Int
  /// The header fields, their names in lower case.
  public var headers: [String: String]
  /// The body, decompressed.
  public var body: Data

  /// An answer; the names of its header fields may be in any case.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }, uniquingKeysWith: { $1 })
    self.body = body
  }
}
