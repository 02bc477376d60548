import Foundation
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("A token")
struct AccessTokenTests {
  @Test("does not print in any way")
  func silent() throws {
    let token = try AccessToken("s3cret")
    var request = HTTPRequest(try #require(URL(string: "https://hooks.example/s3cret?key=s3cret")))
    request.token = token
    request.headers = ["X-Key": "s3cret"]
    request.body = Data("s3cret".utf8)
    for secretive: Any in [token, request, [token], ["a": request], Optional(token) as Any] as [Any] {
      var dumped = ""
      dump(secretive, to: &dumped)
      for text in [
        "\(secretive)", String(reflecting: secretive), String(describing: Mirror(reflecting: secretive)), dumped,
      ] {
        #expect(!text.contains("s3cret"))
      }
    }
    #expect("\(request)" == "GET hooks.example")
    #expect(token.headerValue == "Bearer s3cret")
    #expect(try AccessToken("s3cret", scheme: .clientID).headerValue == "Client-ID s3cret")
  }

  @Test(
    "is refused with a reason if it is empty or holds what no token holds, and the reason does not quote it",
    arguments: [
      ("", "the token is empty"), ("s3\ncret", "the token has a line break in it"),
      ("s3cret\r\nX-Evil: 1", "the token has a line break in it"), ("s3cret\n", "the token has a line break in it"),
      ("s3 cret", "the token has a character in it that no token has"),
      ("s3crét", "the token has a character in it that no token has"),
      ("s3cret\u{0}", "the token has a character in it that no token has"),
    ])
  func refused(text: String, reason: String) {
    #expect(throws: ServiceError(.badConfiguration(reason))) { try AccessToken(text) }
  }

  @Test("is read from a file, whose last line break is not its own")
  func file() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(throws: ServiceError(.badConfiguration("the token file cannot be read"))) {
      try AccessToken(contentsOf: file)
    }
    for end in ["", "\n", "\r\n"] {
      try Data("s3cret\(end)".utf8).write(to: file)
      #expect(try AccessToken(contentsOf: file).headerValue == "Bearer s3cret")
    }
    try Data("s3cret\n\n".utf8).write(to: file)
    #expect(throws: ServiceError.self) { try AccessToken(contentsOf: file) }
  }
}
