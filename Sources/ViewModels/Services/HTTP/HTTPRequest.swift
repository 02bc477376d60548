import Foundation

/// A request, as an ``HTTPClient`` sends it. It prints its method and host and nothing else of itself.
public struct HTTPRequest: Sendable {
  /// The methods in use here.
  public enum Method: String, Sendable {
    /// Asks; can be repeated.
    case get = "GET"
    /// Changes something; repeating it can change it twice.
    case post = "POST"
  }

  /// Where it goes.
  public var url: URL
  /// What it does.
  public var method = Method.get
  /// Header fields, without credentials.
  public var headers: [String: String] = [:]
  /// The credentials. They are sent to the host of ``url`` and to no other.
  public var token: AccessToken?
  /// What is sent with it.
  public var body: Data?
  /// Requests of the same lane wait behind each other; different lanes take turns. Name the section, for instance.
  public var lane = ""
  /// Whether redirects are followed; if not, the answer is the redirect.
  public var followsRedirects = true
  /// The longest answer in bytes, if it is to be another limit than the client's.
  public var sizeLimit: Int?

  /// A GET request.
  public init(_ url: URL) { self.url = url }

  /// Whether a redirect to another host would give something away: any header field might, but for these.
  var isConfidential: Bool {
    let harmless: Set<String> = ["accept", "accept-language", "user-agent"]
    return token != nil || body != nil || headers.keys.contains { !harmless.contains($0.lowercased()) }
  }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method and the host: a path can be a secret, too.
  public var description: String { "\(method.rawValue) \(url.host ?? "?")" }
  /// The same.
  public var debugDescription: String { description }
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
