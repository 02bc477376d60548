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
      return .unknown("\(hook.host): the request was broken off")
    }
  }

  private func request(_ text: String) throws -> HTTPRequest {
    var request = HTTPRequest(hook.url)
    request.method = .post
    request.headers = ["Content-Type": "application/json; charset=utf-8"]
    request.body = try JSONEncoder().encode(["text": Self.escaped(text)])
    request.followsRedirects = false
    request.lane = "orders"
    request.sizeLimit = Self.answerLimit
    return request
  }

  /// Escapes Slack's three control characters, so that the text contains no links or mentions.
  static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }

  // MARK: - Answers

  private func answer(_ answer: HTTPAnswer) -> OrderAnswer {
    let text = String(decoding: answer.body.prefix(2_000), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    // A text with broken characters is not quoted: it could contain the hook with one of them in the middle.
    let words = text.unicodeScalars.contains("\u{FFFD}") ? "" : ServiceError.presentable(hook.redacted(text))
    let reason = words.isEmpty ? "HTTP \(answer.status)" : "\(words) (HTTP \(answer.status))"
    switch answer.status {
    case 200..<300:
      return text == "ok" ? .accepted : .unknown("\(hook.host) answered \(reason)")
    case 429:
      return .tooMany(retryAfter: RetryAfter.duration(answer.headers["retry-after"], now: Date()))
    case 500...:
      // Slack refuses with a word. Anything else may come from a gateway that doesn't know the outcome.
      return Self.isWord(text) ? .refused(reason) : .unknown("\(hook.host) answered \(reason)")
    default:
      return .refused(reason)
    }
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }

  private static func answer(_ error: ServiceError) -> OrderAnswer {
    switch error.kind {
    case .unreachable: .unreachable("\(error)")
    case .refused, .badConfiguration, .unsafeRedirect: .refused("\(error)")
    case .connectionLost, .timedOut, .tooLarge, .unreadable: .unknown("\(error)")
    }
  }
}

extension SlackOrderService: CustomReflectable {
  /// A mirror of the hook, which prints nothing secret.
  public var customMirror: Mirror { Mirror(self, children: ["hook": hook]) }
}
