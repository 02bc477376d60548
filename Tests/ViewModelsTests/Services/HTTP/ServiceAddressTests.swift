import Foundation
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("A base URL")
struct ServiceAddressTests {
  @Test(
    "is refused with a reason that does not quote it",
    arguments: [
      ("api.example/3", "has no scheme; write https:// in front"), ("", "has no scheme; write https:// in front"),
      ("localhost:8080", "has no scheme; write https:// in front"), ("ftp://api.example", "is neither http nor https"),
      ("https://", "has no host"), ("https:///3", "has no host"),
      ("https://me:s3cret@api.example", "must not hold a user or a password"),
      ("https://api.example?api_key=s3cret", "must not hold a query or a fragment"),
    ])
  func refused(text: String, reason: String) {
    #expect(throws: ServiceError(.badConfiguration("the base URL \(reason)"))) { try ServiceAddress(text) }
  }

  @Test("paths and queries are appended, blanks and pluses escaped")
  func urls() throws {
    for text in ["HTTPS://api.example:8443/3", "https://api.example:8443/3/"] {
      let address = try ServiceAddress(text)
      let url = address.url("search/movie", query: [URLQueryItem(name: "query", value: "1 + 1 & so=on 김")])
      #expect(
        url?.absoluteString
          == "https://api.example:8443/3/search/movie?query=1%20%2B%201%20%26%20so%3Don%20%EA%B9%80")
    }
    #expect(try ServiceAddress("http://127.0.0.1:80").url("main")?.absoluteString == "http://127.0.0.1:80/main")
    #expect(ServiceAddress.tmdb.url("tv/1")?.absoluteString == "https://api.themoviedb.org/3/tv/1")
  }

  @Test("what is percent-encoded in the base URL stays so, and a percent sign in a path is one")
  func encoded() throws {
    for text in ["https://api.example/projects/group%2Fapp", "https://api.example/projects/group%2Fapp//"] {
      #expect(
        try ServiceAddress(text).url("files/100%2F")?.absoluteString
          == "https://api.example/projects/group%2Fapp/files/100%252F")
    }
  }

  @Test("a path stays below the address: what could lead out of it makes no URL")
  func dotSegments() throws {
    let address = try ServiceAddress("https://api.example/3")
    for path in ["..", ".", "posts/..", "../secrets", "posts/./1", "posts/../../1"] {
      #expect(address.url(path) == nil)
    }
    #expect(address.url("posts/..a/.b/...")?.path == "/3/posts/..a/.b/...")
  }

  @Test("a token goes over https, or stays on this machine")
  func confidential() throws {
    let token = try AccessToken("s3cret")
    for text in [
      "https://api.example", "http://127.0.0.1:8080", "http://localhost", "http://LOCALHOST:80", "http://[::1]:8080",
    ] {
      _ = try LiveMovieService(ServiceAddress(text), token: token)
    }
    #expect(
      throws: ServiceError(.badConfiguration("a token goes to https addresses only"), host: "127.0.0.1.evil.example")
    ) {
      try LiveMovieService(ServiceAddress("http://127.0.0.1.evil.example"), token: token)
    }
  }
}
