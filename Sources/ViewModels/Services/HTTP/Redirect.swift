import Foundation

/// The target of a redirect.
enum Redirect: Equatable {
  /// The answer is not a redirect, or redirects are not followed.
  case none
  /// The request may be sent to this URL with its header fields and body.
  case follow(URL)
  /// The request may not be sent to this host.
  case unsafe(String)

  var isFollowed: Bool { if case .follow = self { true } else { false } }

  /// Evaluates an answer to a request.
  ///
  /// A request with credentials or a body keeps its scheme, host and port. Other requests may go to another host, but
  /// never from https to http. A DELETE, say, that is answered with 301 or 302 is not sent again: whether the service has done
  /// it and shows a page, or wants it there, is not said (RFC 9110, sections 15.4.2 and 15.4.3, speaks of POST alone).
  init(status: Int, location: String?, of request: HTTPRequest) {
    let saysNothing = [301, 302].contains(status) && ![.get, .head, .post].contains(request.method)
    guard request.followsRedirects, [301, 302, 303, 307, 308].contains(status), !saysNothing, let location,
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
      let isSameHost = target.host?.lowercased() == request.url.host?.lowercased()
      self = .unsafe(isSameHost ? Self.origin(of: target).joined() : target.host ?? "an address without a host")
    }
  }

  private static func origin(of url: URL) -> [String] {
    let scheme = url.scheme?.lowercased() ?? ""
    return [scheme + "://", url.host?.lowercased() ?? "", ":\(url.port ?? (scheme == "https" ? 443 : 80))"]
  }
}
