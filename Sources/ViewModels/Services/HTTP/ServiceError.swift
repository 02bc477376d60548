import Foundation

/// An error of a service.
///
/// Its descriptions name the host, the status and the reason in English and can go into any log: they contain no URL, no
/// query, no header field and nothing of the answer but the service's own short reason, on one line and without control
/// characters. A service that quotes a request's body in its reason is quoted: don't send it secrets in one, or don't log its
/// reasons. Cancellation throws `CancellationError` instead.
public struct ServiceError: Error, Hashable, Codable, Sendable {
  /// The kinds of error.
  public enum Kind: Hashable, Codable, Sendable {
    /// The service answered with an error.
    ///
    /// - Parameters:
    ///   - status: The HTTP status. Nil where only the body of the answer is known.
    ///   - code: The service's own error code, if it has one.
    ///   - reason: The service's own text. It is shortened to 200 characters on one line.
    ///   - retryAfter: How long the service asks clients to wait.
    case refused(status: Int?, code: Int? = nil, reason: String? = nil, retryAfter: Duration? = nil)
    /// The answer can't be decoded. The text names the problem, with a path of field names.
    case unreadable(String)
    /// No connection could be made.
    ///
    /// A request that changes something has not arrived; a GET may have. On Linux the system's code can be left over from
    /// another of a host's addresses, and a request without a body, of which no bytes can be counted, is
    /// ``connectionLost(_:)`` instead.
    case unreachable(ConnectionProblem)
    /// The connection broke before the answer had ended. The request may have taken effect.
    case connectionLost(ConnectionProblem)
    /// A time limit passed.
    case timedOut(TimeLimit)
    /// The answer is longer than this number of bytes and was cut off.
    case tooLarge(limit: Int)
    /// The service redirected to this host, to which the request may not be sent. For another scheme or port of the
    /// same host they are named too. It is shortened to 80 characters on one line.
    case unsafeRedirect(to: String)
    /// The request can't be made, because of an address without a scheme or an empty token, for instance.
    case badConfiguration(String)
  }

  /// Why there is no connection, or no whole answer.
  public enum ConnectionProblem: Hashable, Codable, Sendable {
    /// The host refused the connection.
    case refused
    /// The host has no address.
    case noSuchHost
    /// The device has no connection.
    case offline
    /// The host's certificate can't be trusted, or there is no encryption that both sides know.
    case notSecure
    /// The other side closed the connection.
    case closed
    /// The connection was closed before the answer began.
    case noAnswer
    /// The answer is shorter than announced.
    case endedEarly
    /// The answer was the last of more than this number of redirects.
    case tooManyRedirects(Int)
    /// The request was cancelled by its client.
    case cancelled
    /// The process ended, and nobody knows what would have been the answer.
    case processEnded
    /// Another reason, with the system's code if there is one.
    case other(code: Int?)
  }

  /// The time limits of a request.
  public enum TimeLimit: Hashable, Codable, Sendable {
    /// Until the answer begins.
    case firstByte
    /// Until the answer has ended.
    case whole
  }

  /// The kind of error.
  public let kind: Kind
  /// The host of the request, at most 80 characters. Nil if there was none.
  public let host: String?

  /// Creates an error.
  ///
  /// Texts from outside are put on one line and shortened here. Black out secrets before: one that has been cut may not be
  /// found.
  public init(_ kind: Kind, host: String? = nil) {
    self.kind = kind.presentable
    self.host = host?.presentable(atMost: Self.longestHost)
  }

  /// Reads an error that was saved. Its texts are put on one line and shortened again: the file may be another's.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Kind.self, forKey: .kind), host: try container.decodeIfPresent(String.self, forKey: .host))
  }

  private static let longestHost = 80
  private static let longestReason = 200

  /// The error without the secrets in what it quotes of an answer: a name of a field, or where a redirect leads or has led.
  /// - Parameter home: The host that was asked, which is no secret.
  func redacted(_ redacted: (String) -> String, at home: String) -> ServiceError {
    let host = host == home ? host : host.map(redacted)
    return switch kind {
    case .unreadable(let what): ServiceError(.unreadable(redacted(what)), host: host)
    case .unsafeRedirect(let target): ServiceError(.unsafeRedirect(to: redacted(target)), host: host)
    default: ServiceError(kind, host: host)
    }
  }

  /// Runs an operation and adds the host to a `ServiceError` that has none.
  static func naming<Value: Sendable>(
    _ host: String?, _ operation: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await operation()
    } catch let error as ServiceError {
      throw error.host == nil ? ServiceError(error.kind, host: host) : error
    }
  }
}

extension ServiceError: CustomStringConvertible, LocalizedError {
  /// A sentence in English with host, status and reason.
  public var description: String { "\(host ?? "service"): \(kind.words)" }
  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

extension ServiceError.Kind {
  /// The kind with presentable texts.
  fileprivate var presentable: Self {
    switch self {
    case .refused(let status, let code, let reason, let retryAfter):
      .refused(
        status: status, code: code, reason: reason?.presentable(atMost: ServiceError.longestReason),
        retryAfter: retryAfter)
    case .unsafeRedirect(let target): .unsafeRedirect(to: target.presentable(atMost: ServiceError.longestHost))
    case .unreadable(let what): .unreadable(what.presentable(atMost: ServiceError.longestReason))
    case .badConfiguration(let what): .badConfiguration(what.presentable(atMost: ServiceError.longestReason))
    case .unreachable, .connectionLost, .timedOut, .tooLarge: self
    }
  }

  fileprivate var words: String {
    switch self {
    case .refused(let status, let code, let reason, let retryAfter):
      let parts = [
        status.map { "HTTP \($0)" }, code.map { "code \($0)" }, reason.map { "\"\($0)\"" },
        retryAfter.map { "try again in \($0.wholeSeconds) s" },
      ].compactMap { $0 }
      return parts.isEmpty ? "refused" : parts.joined(separator: ", ")
    case .unreadable(let what): return "unreadable answer: \(what)"
    case .unreachable(let problem): return "cannot be reached: \(problem.words)"
    case .connectionLost(let problem): return "the connection broke: \(problem.words)"
    case .timedOut(.firstByte): return "timed out before the answer began"
    case .timedOut(.whole): return "timed out before the answer had ended"
    case .tooLarge(let limit): return "the answer is longer than \(limit) bytes"
    case .unsafeRedirect(let target): return "redirects to \(target), where the request may not be sent"
    case .badConfiguration(let reason): return "bad configuration: \(reason)"
    }
  }
}

extension ServiceError.ConnectionProblem {
  fileprivate var words: String {
    switch self {
    case .refused: "connection refused"
    case .noSuchHost: "no such host"
    case .offline: "offline"
    case .notSecure: "no secure connection"
    case .closed: "closed by the other side"
    case .noAnswer: "no answer"
    case .endedEarly: "the answer ended early"
    case .tooManyRedirects(let limit): "more than \(limit) redirects"
    case .cancelled: "the request was cancelled"
    case .processEnded: "this app was closed before there was an answer"
    case .other(let code?): "error \(code)"
    case .other(nil): "no reason given"
    }
  }
}

extension Duration {
  /// Rounded up, so that nobody is told to come back too early. A wait may be as long as a duration can be.
  fileprivate var wholeSeconds: Int64 {
    components.attoseconds > 0 && components.seconds < .max ? components.seconds + 1 : components.seconds
  }
}
