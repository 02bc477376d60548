import FlyingFox
import Foundation
import Testing

@testable import Browser

@Suite("Only this machine, and only pages of this server")
struct LocalOnlyTests {
  private func status(host: String?, origin: String? = nil, site: String? = nil) async throws -> Int {
    var headers: [HTTPHeader: String] = [:]
    headers[.host] = host
    headers[HTTPHeader("Origin")] = origin
    headers[HTTPHeader("Sec-Fetch-Site")] = site
    let request = HTTPRequest(
      method: .POST, version: .http11, path: "/", query: [], headers: headers, body: Data())
    let handler = LocalOnly(routes: ClosureHTTPHandler { _ in HTTPResponse(statusCode: .ok) })
    return try await handler.handleRequest(request).statusCode.code
  }

  @Test("its own names are let in", arguments: ["127.0.0.1:8020", "localhost:8020", "LOCALHOST:8020"])
  func own(host: String) async throws {
    #expect(try await status(host: host, origin: nil) == 200)
    #expect(try await status(host: host, origin: "http://\(host)") == 200)
  }

  @Test(
    "foreign ones are refused",
    arguments: [
      (nil, nil), ("evil.example", nil), ("127.0.0.1.evil.example", nil),
      ("evil.example:8020", "http://evil.example:8020"),
      ("127.0.0.1:8020", "http://evil.example"), ("127.0.0.1:8020", "null"), ("127.0.0.1:8020", "http://127.0.0.1:1"),
      ("127.0.0.1:8020", "https://127.0.0.1:8020"), ("127.0.0.1:8020", ""),
    ] as [(String?, String?)])
  func foreign(host: String?, origin: String?) async throws {
    #expect(try await status(host: host, origin: origin) == 403)
  }

  @Test("what a browser says another site has asked for is refused", arguments: ["cross-site", "same-site", "x", ""])
  func crossSite(site: String) async throws {
    #expect(try await status(host: "127.0.0.1:8020", site: site) == 403)
  }

  @Test("a page of its own, and an address that was typed, are let in", arguments: ["same-origin", "none"])
  func ownSite(site: String) async throws {
    #expect(try await status(host: "127.0.0.1:8020", site: site) == 200)
  }
}
