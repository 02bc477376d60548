import Foundation

/// Why a service did not give what it was asked for.
///
/// Its descriptions name the host, the status and the reason, and can go into any log: they hold no URL, no query, no
/// header and nothing of the answer but the service's own short reason. Cancelling is not among the kinds; it throws
/// `CancellationError`.
public struct ServiceError: Error, Hashable, Sendable {
  /// What went wrong.
  public enum Kind: Hashable, Sendable {
    /// The service answered with an error.
    ///
    /// - Parameters:
    ///   - status: the HTTP status; nil where only the body of the answer is known.
    ///   - code: the service's own code, where it has one (`status_code` at TMDB).
    ///   - reason: the service's own words, at most 200 characters, on one line.
    ///   - retryAfter: how long the service asks to be left alone.
    case refused(status: Int?, code: Int? = nil, reason: String? = nil, retryAfter: Duration? = nil)
    /// The answer came, and is not what was agreed on. The text says what is wrong and where, as a path of field names.
    case unreadable(String)
    /// No connection could be made: nothing has arrived at the service.
    case unreachable(String)
    /// The connection broke before the answer had ended: the service may have done what it was asked for.
    case connectionLost(String)
    /// A time limit passed.
    case timedOut(TimeLimit)
    /// The answer is longer than this many bytes and was cut.
    case tooLarge(limit: Int)
    /// The service sent the request on to this host, which may not have it.
    case unsafeRedirect(to: String)
    /// The request cannot be made: an address without a scheme, an empty token.
    case badConfiguration(String)
  }

  /// The time limits of a request.
  public enum TimeLimit: Hashable, Sendable {
    /// Until the answer begins.
    case firstByte
    /// Until the answer has ended.
    case whole
  }

  /// What went wrong.
  public var kind: Kind
  /// The host that was asked, where one was.
  public var host: String?

  /// An error of a kind, at a host.
  public init(_ kind: Kind, host: String? = nil) {
    self.kind = kind
    self.host = host
  }

  /// Runs an operation; what it throws without naming a host names this one.
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

  /// The service's own words, shortened and on one line, so that no answer can flood or forge a log.
  static func presentable(_ reason: String) -> String {
    let line = reason.unicodeScalars.map { CharacterSet.controlCharacters.contains($0) ? " " : $0 }
    return String(String(String.UnicodeScalarView(line)).prefix(200))
  }
}

extension ServiceError: CustomStringConvertible, LocalizedError {
  /// One sentence with host, status and reason.
  public var description: String { "\(host ?? "service"): \(kind.words)" }
  /// The same sentence.
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
