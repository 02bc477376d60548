import Foundation

/// An error of a service.
///
/// Its descriptions name the host, the status and the reason and can go into any log: they contain no URL, no query, no
/// header field and nothing of the answer but the service's own short reason. Cancellation throws `CancellationError`
/// instead.
public struct ServiceError: Error, Hashable, Sendable {
  /// The kinds of error.
  public enum Kind: Hashable, Sendable {
    /// The service answered with an error.
    ///
    /// - Parameters:
    ///   - status: the HTTP status. Nil where only the body of the answer is known.
    ///   - code: the service's own error code, if it has one.
    ///   - reason: the service's own text, at most 200 characters, on one line.
    ///   - retryAfter: how long the service asks clients to wait.
    case refused(status: Int?, code: Int? = nil, reason: String? = nil, retryAfter: Duration? = nil)
    /// The answer can't be decoded. The text names the problem, with a path of field names.
    case unreadable(String)
    /// No connection could be made, so the request has not arrived.
    case unreachable(String)
    /// The connection broke before the answer had ended. The request may have taken effect.
    case connectionLost(String)
    /// A time limit passed.
    case timedOut(TimeLimit)
    /// The answer is longer than this number of bytes and was cut off.
    case tooLarge(limit: Int)
    /// The service redirected to this host, to which the request may not be sent.
    case unsafeRedirect(to: String)
    /// The request can't be made, because of an address without a scheme or an empty token, for instance.
    case badConfiguration(String)
  }

  /// The time limits of a request.
  public enum TimeLimit: Hashable, Sendable {
    /// Until the answer begins.
    case firstByte
    /// Until the answer has ended.
    case whole
  }

  /// The kind of error.
  public var kind: Kind
  /// The host of the request. Nil if there was none.
  public var host: String?

  /// Creates an error.
  public init(_ kind: Kind, host: String? = nil) {
    self.kind = kind
    self.host = host
  }

  /// Runs an operation and adds the host to a `ServiceError` that has none.
  static func naming<Value: Sendable>(
    _ host: String?, _ operation: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await operation()
    } catch var error as ServiceError {
      error.host = error.host ?? host
      throw error
    }
  }

  /// Shortens a service's own text to 200 characters on one line, so that no answer can flood or forge a log.
  static func presentable(_ reason: String) -> String {
    let line = reason.unicodeScalars.map { CharacterSet.controlCharacters.contains($0) ? " " : $0 }
    return String(String(String.UnicodeScalarView(line)).prefix(200))
  }
}

extension ServiceError: CustomStringConvertible, LocalizedError {
  /// A sentence with host, status and reason.
  public var description: String { "\(host ?? "service"): \(kind.words)" }
  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

extension ServiceError.Kind {
  fileprivate var words: String {
    switch self {
    case .refused(let status, let code, let reason, let retryAfter):
      let parts = [
        status.map { "HTTP \($0)" }, code.map { "code \($0)" }, reason.map { "\"\($0)\"" },
        retryAfter.map { "try again in \($0.components.seconds) s" },
      ].compactMap { $0 }
      return parts.isEmpty ? "refused" : parts.joined(separator: ", ")
    case .unreadable(let what): return "unreadable answer: \(what)"
    case .unreachable(let reason): return "cannot be reached: \(reason)"
    case .connectionLost(let reason): return "the connection broke: \(reason)"
    case .timedOut(.firstByte): return "timed out before the answer began"
    case .timedOut(.whole): return "timed out before the answer had ended"
    case .tooLarge(let limit): return "the answer is longer than \(limit) bytes"
    case .unsafeRedirect(let target): return "redirects to another host, \(target)"
    case .badConfiguration(let reason): return "bad configuration: \(reason)"
    }
  }
}
