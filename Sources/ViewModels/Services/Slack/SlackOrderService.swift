import Foundation

/// Posts orders to a Slack incoming web hook.
///
/// ```swift
/// let service = SlackOrderService(try WebHook(environment: "SLACK_WEBHOOK_URL"))
/// ```
public struct SlackOrderService: OrderService {
  /// Slack answers with a word. The limit leaves room for an error page.
  private static let answerLimit = 65_536

  private let hook: WebHook
  private let makeClient: @Sendable () -> any HTTPClient

  /// Creates a service that posts to a web hook.
  ///
  /// - Parameters:
  ///   - hook: the address, which is also the credential.
  ///   - client: makes a client for each order. It must not retry, because only the view model knows when a retry can't
  ///     order twice. A new client has a new connection: on a used one, a session may post again when it breaks, or, on
  ///     Linux, not notice that it was closed until a time limit passes.
  public init(_ hook: WebHook, client: @escaping @Sendable () -> any HTTPClient = { URLSessionClient() }) {
    self.hook = hook
    makeClient = client
  }

  /// Posts a text and returns the outcome; see ``OrderService/order(_:)``.
  public func order(_ text: String) async -> OrderAnswer {
    do {
      return answer(try await makeClient().send(request(text)))
    } catch let error as ServiceError {
      return Self.answer(error)
    } catch {
      return .unknown(ServiceError(.connectionLost(.cancelled), host: hook.host))
    }
  }

  private func request(_ text: String) throws -> HTTPRequest {
    var request = HTTPRequest(hook.url)
    request.method = .post
    request.headers = ["Content-Type": "application/json; charset=utf-8"]
    request.body = try JSONEncoder().encode(Message(text: Self.escaped(text)))
    request.followsRedirects = false
    request.lane = "orders"
    request.sizeLimit = Self.answerLimit
    return request
  }

  /// A plain text: stars and underscores in it are not markup.
  private struct Message: Encodable {
    let text: String
    let mrkdwn = false
  }

  /// Escapes Slack's three control characters, so that the text contains no links or mentions.
  static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }

  // MARK: - Answers

  private func answer(_ answer: HTTPAnswer) -> OrderAnswer {
    let text = String(decoding: answer.body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    // A text with broken characters is not quoted: it could contain the hook with one of them in the middle.
    let isQuotable = !text.isEmpty && !text.unicodeScalars.contains("\u{FFFD}")
    let retryAfter = RetryAfter.duration(answer.headers["retry-after"], now: Date())
    let error = ServiceError(
      .refused(status: answer.status, reason: isQuotable ? hook.redacted(text) : nil, retryAfter: retryAfter),
      host: hook.host)
    switch answer.status {
    case 200..<300: return text == "ok" ? .accepted : .unknown(error)
    case 429: return .tooMany(retryAfter: retryAfter)
    // Slack itself refuses with a word.
    case 500... where Self.isWord(text): return .refused(error)
    // A redirect, a proxy that gave up waiting, or a gateway: none of them knows what became of the order.
    case ..<200, 300..<400, 408, 425, 499, 500...: return .unknown(error)
    default: return .refused(error)
    }
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }

  private static func answer(_ error: ServiceError) -> OrderAnswer {
    switch error.kind {
    // Another try finds the same certificate.
    case .unreachable(.notSecure), .refused, .badConfiguration, .unsafeRedirect: .refused(error)
    case .unreachable: .unreachable(error)
    case .connectionLost, .timedOut, .tooLarge, .unreadable: .unknown(error)
    }
  }
}

extension SlackOrderService: CustomReflectable {
  /// A mirror of the hook, which prints nothing secret.
  public var customMirror: Mirror { Mirror(self, children: ["hook": hook]) }
}
