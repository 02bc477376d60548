import Foundation
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("A redirect")
struct RedirectTests {
  @Test(
    "with credentials is followed to the same scheme, host and port only",
    arguments: [
      ("/4/list", "https://api.example/4/list"), ("https://api.example:443/x", "https://api.example:443/x"),
      ("https://API.example/x", "https://API.example/x"), ("http://api.example/x", nil),
      ("https://api.example:8443/x", nil), ("https://evil.example/x", nil), ("//evil.example/x", nil),
      ("file:///etc/passwd", nil),
    ] as [(String, String?)])
  func confidential(location: String, target: String?) throws {
    var request = HTTPRequest.example
    request.token = try AccessToken("s3cret")
    let redirect = Redirect(status: 302, location: location, of: request)
    if let target {
      #expect(redirect == .follow(try #require(URL(string: target))))
    } else if case .unsafe = redirect {
    } else {
      Issue.record("\(redirect)")
    }
  }

  @Test("without credentials goes anywhere, but never from https to http")
  func public_() throws {
    let elsewhere = "https://cdn.example/x"
    #expect(
      Redirect(status: 301, location: elsewhere, of: .example) == .follow(try #require(URL(string: elsewhere))))
    #expect(Redirect(status: 301, location: "http://cdn.example/x", of: .example) == .unsafe("cdn.example"))
    var request = HTTPRequest.example
    request.headers = ["X-Api-Key": "s3cret"]
    #expect(Redirect(status: 301, location: elsewhere, of: request) == .unsafe("cdn.example"))
  }

  @Test("is the answer where none is wanted, and where no address is given")
  func none() {
    #expect(Redirect(status: 302, location: nil, of: .example) == .none)
    #expect(Redirect(status: 304, location: "/x", of: .example) == .none)
    var request = HTTPRequest.example
    request.followsRedirects = false
    #expect(Redirect(status: 302, location: "/x", of: request) == .none)
  }
}
