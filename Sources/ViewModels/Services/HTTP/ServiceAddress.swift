import Foundation

/// The base URL of a service.
///
/// ```swift
/// let address = try ServiceAddress("https://api.example/3")
/// ```
public struct ServiceAddress: Hashable, Sendable {
  /// The host, without the port.
  public var host: String { components.host ?? "" }

  private var components: URLComponents

  /// Whether requests are sent encrypted, or stay on this machine.
  var isConfidential: Bool {
    components.scheme == "https" || Self.isLoopback(host)
  }

  /// Whether a host is this machine.
  static func isLoopback(_ host: String) -> Bool {
    ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host.lowercased())
  }

  /// Reads an address: `https://host`, optionally with a port and a path.
  ///
  /// - Throws: ``ServiceError``, `badConfiguration`, if the scheme is missing or neither http nor https, if there is no
  ///   host, or if there is a user, a query or a fragment. The error doesn't quote the address.
  public init(_ text: String) throws {
    func bad(_ reason: String) -> ServiceError { ServiceError(.badConfiguration("the base URL \(reason)")) }
    guard text.contains("://"), var components = URLComponents(string: text), let scheme = components.scheme else {
      throw bad("has no scheme; write https:// in front")
    }
    guard ["http", "https"].contains(scheme.lowercased()) else { throw bad("is neither http nor https") }
    guard let host = components.host, !host.isEmpty else { throw bad("has no host") }
    guard components.user == nil, components.password == nil else { throw bad("must not hold a user or a password") }
    guard components.query == nil, components.fragment == nil else { throw bad("must not hold a query or a fragment") }
    components.scheme = scheme.lowercased()
    // Encoded: a slash that is a part's own stays one.
    while components.percentEncodedPath.hasSuffix("/") { components.percentEncodedPath.removeLast() }
    self.components = components
  }

  init(scheme: String, host: String, path: String) {
    components = URLComponents()
    components.scheme = scheme
    components.host = host
    components.path = path
  }

  /// Returns the URL of a path below the address. Nil if the path can't be part of a URL, or could lead out of the address:
  /// with a part that is `.` or `..`.
  func url(_ path: String, query: [URLQueryItem] = []) -> URL? {
    guard !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else { return nil }
    var (components, below) = (components, URLComponents())
    below.path = "/" + path
    components.percentEncodedPath += below.percentEncodedPath
    if !query.isEmpty {
      components.queryItems = query
      // URLComponents keeps the plus, which servers read as a space.
      components.percentEncodedQuery = components.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
    }
    return components.url
  }
}
