import Foundation

/// The web hook. Like Slack's, it answers with a word in plain text.
extension ServiceRoutes {
  func answer(order request: Request, _ fault: Fault?) async -> Answer {
    let answer = await honestAnswer(order: request, fault)
    return await fault?.apply(
      to: answer, failure: { status, _ in .word(Self.words[status] ?? "error", status: status) })
      ?? answer
  }

  private static let words = [
    400: "invalid_payload", 403: "action_prohibited", 404: "no_service", 410: "channel_is_archived",
    429: "rate_limited", 500: "rollup_error",
  ]

  private func honestAnswer(order request: Request, _ fault: Fault?) async -> Answer {
    let names = request.path.split(separator: "/").dropFirst()
    guard request.method == "POST", names.count == 3, names.first?.first == "T", names.dropFirst().first?.first == "B"
    else { return .word("no_service", status: 404) }
    guard let payload = try? JSONSerialization.jsonObject(with: request.body) as? [String: Any],
      let text = payload["text"] as? String
    else { return .word("invalid_payload", status: 400) }
    await order(text, fault)
    return .word("ok")
  }
}

extension Request {
  /// Whether the request is for the web hook.
  package var isOrder: Bool { path.hasPrefix("/services/") }
}

extension Answer {
  fileprivate static func word(_ word: String, status: Int = 200) -> Answer {
    Answer(Data(word.utf8), status: status, headers: ["Content-Type": "text/html"])
  }
}
