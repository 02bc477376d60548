import Foundation

/// Where a service lives: what stands in front of every path.
///
/// ```swift
/// let address = try ServiceAddress("https://api.themoviedb.org/3")
/// ```
public struct ServiceAddress: Hashable, Sendable {
  /// TMDB's own.
  public static let tmdb = ServiceAddress(scheme: "https", host: "api.themoviedb.org", path: "/3")
  /// Unsplash's own.
  public static let unsplash = ServiceAddress(scheme: "https", host: "api.unsplash.com", path: "")

  /// The host, without the port.
  public var host: String { components.host ?? "" }

  private var components: URLComponents

  /// Whether nobody on the way can read what is sent: https, or this machine.
  var isConfidential: Bool {
    components.scheme == "https" || ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host)
  }

  /// Reads an address: `https://host`, with a port and a path if need be.
  ///
  /// - Throws: ``ServiceError``, `badConfiguration`, if it has no scheme, another one than http and https, no host, or
  ///   a user, a query or a fragment. The error does not quote the address.
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
    while components.path.hasSuffix("/") { components.path.removeLast() }
    self.components = components
  }

  private init(scheme: String, host: String, path: String) {
    components = URLComponents()
    components.scheme = scheme
    components.host = host
    components.path = path
  }

  /// The URL of a path below the address, its parts joined by slashes; nil if there is none.
  func url(_ path: String, query: [URLQueryItem] = []) -> URL? {
    var components = components
    components.path += "/" + path
    if !query.isEmpty {
      components.queryItems = query
      // URLComponents leaves the plus, which servers read as a blank.
      components.percentEncodedQuery = components.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
    }
    return components.url
  }
}
