import Foundation

/// A request for an ``HTTPClient``. It prints its method and host only.
public struct HTTPRequest: Sendable {
  /// An HTTP method.
  public struct Method: RawRepresentable, Hashable, Sendable {
    /// Reads.
    public static let get = Method(rawValue: "GET")
    /// Asks for the head of what GET reads.
    static let head = Method(rawValue: "HEAD")
    /// Makes something. Repeating it can make it twice.
    public static let post = Method(rawValue: "POST")
    /// Puts something in the place of what is there.
    public static let put = Method(rawValue: "PUT")
    /// Changes something. Repeating it can change it twice.
    public static let patch = Method(rawValue: "PATCH")
    /// Deletes.
    public static let delete = Method(rawValue: "DELETE")

    /// The method's name, in capital letters as a rule.
    public let rawValue: String

    /// Creates a method of any name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether two of the same request have the effect of one (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool { ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"].contains(rawValue) }
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
  /// Whether the request may take effect twice. Nil is as the method has it: see ``Method/isIdempotent``.
  ///
  /// Set it to true for a request with a key by which the service knows a repeat, and to false for a method that is
  /// idempotent by its name alone.
  public var mayBeRepeated: Bool?
  /// The lane in ``LimitedClient``'s queue. As many requests as may be sent at once are sent, whatever their lanes; of those that
  /// wait, each lane's go in their order, and different lanes take turns. Use the section, for instance.
  public var lane = ""
  /// Whether redirects are followed. Otherwise the answer is the redirect itself.
  public var followsRedirects = true
  /// The maximum size of the answer in bytes. Nil for the client's limit.
  public var sizeLimit: Int?

  /// Creates a GET request.
  public init(_ url: URL) { self.url = url }

  /// Whether the request may take effect twice.
  var isRepeatable: Bool { mayBeRepeated ?? method.isIdempotent }

  /// Whether the request may change something: all do but a GET, and a GET does that may not be repeated.
  var mayChangeSomething: Bool { method != .get || !isRepeatable }

  /// Whether a redirect to another host would disclose something.
  var isConfidential: Bool { token != nil || body != nil || !confidentialHeaders.isEmpty }

  /// The values of the header fields that may be secret: all but the fields that say what is wanted.
  private var confidentialHeaders: [String] {
    let harmless: Set<String> = ["accept", "accept-encoding", "accept-language", "content-type", "user-agent"]
    return headers.filter { !harmless.contains($0.key.lowercased()) }.map(\.value)
  }

  /// The values of the query that are long enough for a secret: some services take their key there.
  private var confidentialQuery: [String] {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    return items.compactMap(\.value).filter { $0.utf8.count >= Redaction.pieceLength }
  }

  /// Returns a text with all blacked out that may be secret in the header fields and the query, an API key for instance.
  func redacted(_ text: String) -> String {
    Redaction(confidentialQuery)(Redaction(confidentialHeaders)(text, by: "<header field>"), by: "<query>")
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
