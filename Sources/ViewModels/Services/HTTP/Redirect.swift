import Foundation

/// Where an answer sends a request on to.
enum Redirect: Equatable {
  /// Nowhere: it is the answer.
  case none
  /// To this URL, where it may go with all it carries.
  case follow(URL)
  /// To this host, which may not have what it carries.
  case unsafe(String)

  /// Judges an answer to a request.
  ///
  /// A request with credentials or a body stays at its scheme, host and port. Others may go elsewhere, but never from
  /// https to http.
  init(status: Int, location: String?, of request: HTTPRequest) {
    guard request.followsRedirects, [301, 302, 303, 307, 308].contains(status), let location,
      let target = URL(string: location, relativeTo: request.url)?.absoluteURL
    else {
      self = .none
      return
    }
    let isWeb = ["http", "https"].contains(target.scheme?.lowercased() ?? "") && target.host != nil
    let isDowngrade = request.url.scheme?.lowercased() == "https" && target.scheme?.lowercased() != "https"
    let isSameOrigin = Self.origin(of: target) == Self.origin(of: request.url)
    if isWeb, !isDowngrade, isSameOrigin || !request.isConfidential {
      self = .follow(target)
    } else {
      self = .unsafe(target.host ?? "an address without a host")
    }
  }

  private static func origin(of url: URL) -> [String] {
    let scheme = url.scheme?.lowercased() ?? ""
    return [scheme, url.host?.lowercased() ?? "", String(url.port ?? (scheme == "https" ? 443 : 80))]
  }
}
