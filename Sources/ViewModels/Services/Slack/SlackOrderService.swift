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
  ///   - hook: The address, which is also the credential.
  ///   - client: Makes a client for each order. It must not retry, because only the view model knows when a retry can't
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
      return OrderAnswer(error)
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
    text.escaped(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
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
    if 200..<300 ~= answer.status { return text == "ok" ? .accepted : .unknown(error) }
    // Slack itself refuses with one of its words, whatever the status. Any other body is a gateway's as likely as Slack's,
    // and only the status counts.
    return Self.refusals.contains(text) ? .refused(error) : OrderAnswer(error)
  }

  /// The words with which Slack refuses a message: of its documentation, and its changelog of 2016-05-17.
  ///
  /// `rollup_error`, with 500, is none of them: it is Slack's own trouble, and nothing is known of the message.
  private static let refusals: Set<String> = [
    "invalid_payload", "user_not_found", "no_text", "too_many_attachments", "missing_text_or_fallback_or_attachments",
    "invalid_blocks", "invalid_blocks_format", "action_prohibited", "invalid_token",
    "posting_to_general_channel_denied",
    "team_disabled", "channel_not_found", "no_service", "no_team", "no_active_hooks", "channel_is_archived",
  ]
}

extension SlackOrderService: CustomReflectable {
  /// A mirror of the hook, which prints nothing secret.
  public var customMirror: Mirror { Mirror(self, children: ["hook": hook]) }
}
