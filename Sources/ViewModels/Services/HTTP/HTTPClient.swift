import Foundation

/// Sends requests.
///
/// ``URLSessionClient`` sends over the network. ``LimitedClient`` and ``RetryingClient`` wrap another client. Combine
/// them in this order, so that a request that waits for its next try occupies no slot:
///
/// ```swift
/// let client = RetryingClient(LimitedClient(URLSessionClient(), atMost: 6))
/// ```
///
/// - Note: May return on any thread. Several requests run at once.
public protocol HTTPClient: Sendable {
  /// Sends a request and waits for the whole answer, with any status.
  ///
  /// - Throws: ``ServiceError`` if there is no answer; `CancellationError` soon after the task is cancelled.
  func send(_ request: HTTPRequest) async throws -> HTTPAnswer
}

/// A complete answer.
public struct HTTPAnswer: Sendable, Hashable {
  /// The HTTP status.
  public var status: Int
  /// The header fields, with names in lower case.
  public var headers: [String: String]
  /// The body, decompressed.
  public var body: Data
  /// Why an earlier try of the same request may have taken effect, if this one was refused.
  var doubt: ServiceError?

  /// Creates an answer. The names of the header fields may be in any case.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }, uniquingKeysWith: { $1 })
    self.body = body
  }
}
