import Foundation

/// The address to which orders are posted. It is also the credential, so it never prints: not as text, not in a mirror,
/// not in `dump`, not encoded.
///
/// Read it from the environment or from a file, and never write it in source code:
/// ```swift
/// let hook = try WebHook(environment: "SLACK_WEBHOOK_URL")
/// print("orders go to \(hook)")  // orders go to <web hook>
/// ```
public struct WebHook: Sendable {
  /// Slack's hosts.
  public static let slackHosts: Set<String> = ["hooks.slack.com", "hooks.slack-gov.com"]

  /// The host, for errors.
  let host: String
  /// The whole address. Use it for the request only.
  let url: URL

  /// Reads an address.
  ///
  /// - Parameters:
  ///   - text: The whole URL.
  ///   - hosts: The hosts to which orders may go, besides this machine.
  /// - Throws: ``ServiceError``, `badConfiguration`, if the text isn't an https address of one of these hosts. Plain http
  ///   is accepted for this machine only. The error doesn't quote the address.
  public init(_ text: String, hosts: Set<String> = slackHosts) throws {
    func bad(_ reason: String) -> ServiceError { ServiceError(.badConfiguration("the web hook \(reason)")) }
    guard !text.isEmpty else { throw bad("is empty") }
    guard text.utf8.allSatisfy({ 0x21...0x7e ~= $0 }) else { throw bad("has a character in it that no URL has") }
    guard var parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      let host = parts.host?.lowercased(), !host.isEmpty
    else { throw bad("is not a URL; write https:// in front") }
    guard parts.user == nil, parts.password == nil else { throw bad("must not hold a user or a password") }
    if ServiceAddress.isLoopback(host) {
      guard ["http", "https"].contains(scheme) else { throw bad("is neither http nor https") }
    } else {
      guard scheme == "https" else { throw bad("is not https") }
      guard hosts.contains(host) else { throw bad("is at a host that orders may not go to") }
      guard parts.port ?? 443 == 443 else { throw bad("is at an unusual port") }
    }
    guard parts.path.contains(where: { $0 != "/" }) else { throw bad("has no path") }
    guard 1...65_535 ~= parts.port ?? 443 else { throw bad("is at a port that there is not") }
    parts.scheme = scheme  // FoundationNetworking knows no other
    guard let url = parts.url else { throw bad("is not a URL; write https:// in front") }
    self.host = host
    self.url = url
  }

  /// Reads an address from an environment variable.
  ///
  /// - Parameters:
  ///   - variable: The name of the variable.
  ///   - values: The environment.
  ///   - hosts: The hosts to which orders may go, besides this machine.
  /// - Throws: ``ServiceError``, `badConfiguration`, if the variable is not set or doesn't hold an address; see ``init(_:hosts:)``.
  public init(
    environment variable: String, in values: [String: String] = ProcessInfo.processInfo.environment,
    hosts: Set<String> = slackHosts
  ) throws {
    guard let text = values[variable] else { throw ServiceError(.badConfiguration("\(variable) is not set")) }
    try self.init(text, hosts: hosts)
  }

  /// Reads an address from a file. Spaces and line breaks around it are ignored.
  ///
  /// - Throws: ``ServiceError``, `badConfiguration`, if the file can't be read or doesn't hold an address; see
  ///   ``init(_:hosts:)``.
  public init(contentsOf file: URL, hosts: Set<String> = slackHosts) throws {
    guard let text = (try? Data(contentsOf: file)).flatMap({ String(data: $0, encoding: .utf8) }) else {
      throw ServiceError(.badConfiguration("the web hook's file cannot be read"))
    }
    try self.init(text.trimmingCharacters(in: .whitespacesAndNewlines), hosts: hosts)
  }

  /// Returns the text with the address and each part of its path and query blacked out, also where a part is cut or
  /// percent-encoded. Services quote what they refuse.
  func redacted(_ text: String) -> String {
    let parts = url.pathComponents.filter { $0.count > 3 && $0 != "services" } + [url.lastPathComponent]
    let values = (url.query ?? "").split { "&=".contains($0) }.map(String.init).filter { $0.count > 3 }
    // Whole addresses first, so that each becomes one word, whatever their letters' case: hosts and schemes are quoted in any.
    let addresses = [url.absoluteString, url.path, url.path.removingPercentEncoding ?? ""].filter { $0.count > 1 }
    let text = addresses.reduce(text) { text, address in
      text.replacingOccurrences(of: address, with: description, options: .caseInsensitive)
    }
    return Redaction(parts + values)(text, by: description)
  }
}

extension WebHook: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable, Encodable {
  /// A fixed text without the address.
  public var description: String { "<web hook>" }
  /// A fixed text without the address.
  public var debugDescription: String { description }
  /// An empty mirror.
  public var customMirror: Mirror { Mirror(self, children: []) }
  /// Encodes ``description``, without the address.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
