import Foundation

/// Posts orders to a Slack incoming web hook.
///
/// ```swift
/// let service = SlackOrderService(try WebHook(environment: "SLACK_WEBHOOK_URL"))
/// ```
public struct SlackOrderService: OrderService {
  /// Slack's answers are a word; an error page in their place is not worth more.
  private static let answerLimit = 65_536

  private let hook: WebHook
  private let makeClient: @Sendable () -> any HTTPClient

  /// A service that posts to this hook.
  ///
  /// - Parameters:
  ///   - hook: the address, which is the credential too.
  ///   - client: makes a client for each order, one that does not try again by itself: the view model does, where that
  ///     cannot order twice. A client of its own means a connection of its own. On one that was used before, a session
  ///     may post a second time when it breaks, or (on Linux) not notice the end until a time limit passes.
  public init(_ hook: WebHook, client: @escaping @Sendable () -> any HTTPClient = { URLSessionClient() }) {
    self.hook = hook
    makeClient = client
  }

  /// Posts a text and reads the answer; see ``OrderService/order(_:)``.
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

  /// The text with Slack's three control characters escaped, so that nothing in it links or mentions anybody.
  static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }

  // MARK: - Answers

  private func answer(_ answer: HTTPAnswer) -> OrderAnswer {
    let text = String(decoding: answer.body.prefix(2_000), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    // A text with broken characters is not quoted: the hook could stand in it, with one of them in its middle.
    let words = text.unicodeScalars.contains("\u{FFFD}") ? "" : ServiceError.presentable(hook.redacted(text))
    let reason = words.isEmpty ? "HTTP \(answer.status)" : "\(words) (HTTP \(answer.status))"
    switch answer.status {
    case 200..<300:
      return text == "ok" ? .accepted : .unknown("\(hook.host) answered \(reason)")
    case 429:
      return .tooMany(retryAfter: RetryAfter.duration(answer.headers["retry-after"], now: Date()))
    case 500...:
      // Slack's own word is a refusal; anything else may come from a gateway that does not know what became of it.
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
  /// Shows the hook, which shows nothing.
  public var customMirror: Mirror { Mirror(self, children: ["hook": hook]) }
}
