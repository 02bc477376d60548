import Foundation

/// A request for an ``HTTPClient``. It prints its method and host only.
public struct HTTPRequest: Sendable {
  /// The HTTP methods that services here use.
  public enum Method: String, Sendable {
    /// Reads. Repeating it is harmless.
    case get = "GET"
    /// Changes something. Repeating it can change it twice.
    case post = "POST"
  }

  /// The URL.
  public var url: URL
  /// The HTTP method.
  public var method = Method.get
  /// The header fields, without credentials.
  public var headers: [String: String] = [:]
  /// The credentials, sent only to the host of ``url``.
  public var token: AccessToken?
  /// The body.
  public var body: Data?
  /// The lane in ``LimitedClient``'s queue. Requests of one lane wait for each other, different lanes take turns. Use
  /// the section, for instance.
  public var lane = ""
  /// Whether redirects are followed. Otherwise the answer is the redirect itself.
  public var followsRedirects = true
  /// The maximum size of the answer in bytes. Nil for the client's limit.
  public var sizeLimit: Int?

  /// Creates a GET request.
  public init(_ url: URL) { self.url = url }

  /// Whether a redirect to another host would disclose something. Any header field but these might.
  var isConfidential: Bool {
    let harmless: Set<String> = ["accept", "accept-encoding", "accept-language", "user-agent"]
    return token != nil || body != nil || headers.keys.contains { !harmless.contains($0.lowercased()) }
  }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method and the host. A path can be secret too.
  public var description: String { "\(method.rawValue) \(url.host ?? "?")" }
  /// The same text as ``description``.
  public var debugDescription: String { description }
  /// An empty mirror.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
