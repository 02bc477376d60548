import Foundation
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("The web hook", .timeLimit(.minutes(10)))
struct WebHookTests {
  private static let secret = "T00000000/B00000000/XXXXs3cretXXXX"

  @Test("https at Slack's hosts, and this machine for tests")
  func accepted() throws {
    let texts = [
      "https://hooks.slack.com/services/a", "HTTPS://Hooks.Slack.com:443/services/a",
      "https://hooks.slack-gov.com/services/a", "http://127.0.0.1:8080/services/a", "http://localhost/a",
      "http://[::1]:99/a", "https://localhost/a",
    ]
    for text in texts { #expect(throws: Never.self, "\(text)") { try WebHook(text) } }
    #expect(try WebHook("HTTPS://hooks.slack.com/a").url.scheme == "https")
    #expect(throws: Never.self) { try WebHook("https://orders.example/a", hosts: ["orders.example"]) }
  }

  @Test(
    "anything else is refused, and not quoted",
    arguments: [
      ("", "is empty"), ("http://hooks.slack.com/services/s3cret", "is not https"),
      ("https://evil.example/s3cret", "is at a host that orders may not go to"),
      ("https://hooks.slack.com.evil.example/s3cret", "is at a host that orders may not go to"),
      ("https://127.0.0.1.evil.example/s3cret", "is at a host that orders may not go to"),
      ("https://hooks.slack.com@evil.example/s3cret", "must not hold a user or a password"),
      ("https://user:s3cret@hooks.slack.com/a", "must not hold a user or a password"),
      ("https://hooks.slack.com:8443/s3cret", "is at an unusual port"), ("https://hooks.slack.com", "has no path"),
      ("https://hooks.slack.com/", "has no path"), ("https://hooks.slack.com//", "has no path"),
      ("hooks.slack.com/s3cret", "is not a URL; write https:// in front"),
      ("ftp://127.0.0.1/s3cret", "is neither http nor https"),
      ("http://127.0.0.1:99999/s3cret", "is at a port that there is not"),
      ("file:///s3cret", "is not a URL; write https:// in front"),
      ("https://hooks.slack.com/s3cret\nX: y", "has a character in it that no URL has"),
      ("https://hooks.slack.com/s3 cret", "has a character in it that no URL has"),
    ])
  func refused(text: String, reason: String) throws {
    let error = try #require(throws: ServiceError.self) { try WebHook(text) }
    #expect("\(error)" == "service: bad configuration: the web hook \(reason)")
  }

  @Test("it is read from the environment or a file")
  func sources() throws {
    let text = "https://hooks.slack.com/services/\(Self.secret)"
    #expect(try WebHook(environment: "HOOK", in: ["HOOK": text]).url.absoluteString == text)
    let error = try #require(throws: ServiceError.self) { try WebHook(environment: "HOOK", in: ["OTHER": text]) }
    #expect("\(error)" == "service: bad configuration: HOOK is not set")
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("hook")
    #expect(throws: ServiceError.self) { try WebHook(contentsOf: file) }
    try Data("  \(text)\r\n\n".utf8).write(to: file)
    #expect(try WebHook(contentsOf: file).url.absoluteString == text)
  }

  @Test("it shows nothing, however one looks")
  func silence() throws {
    struct Settings: Encodable { let hook: WebHook }
    let hook = try WebHook("https://hooks.slack.com/services/\(Self.secret)")
    var texts = ["\(hook)", String(reflecting: hook), String(describing: Optional(hook)), "\([hook])"]
    dump([hook], to: &texts[0])
    var dumped = ""
    dump(Settings(hook: hook), to: &dumped)
    texts.append(dumped)
    texts.append(String(decoding: try JSONEncoder().encode(Settings(hook: hook)), as: UTF8.self))
    texts.append("\(SlackOrderService(hook))")
    dump(SlackOrderService(hook), to: &texts[1])
    #expect(texts.filter { $0.contains("<web hook>") }.count == texts.count - 1)
    #expect(Mirror(reflecting: hook).children.isEmpty)
    for text in texts {
      for piece in Self.secret.split(separator: "/") { #expect(!text.contains(piece)) }
    }
  }

  @Test("what a service quotes of it is blacked out")
  func redacted() throws {
    let hook = try WebHook("https://hooks.slack.com/services/\(Self.secret)")
    for text in [hook.url.absoluteString, hook.url.path, "XXXXs3cretXXXX"] {
      #expect(hook.redacted("no \(text)!") == "no <web hook>!")
    }
    #expect(try WebHook("hTtp://127.0.0.1/x").redacted("no hTtp://127.0.0.1/x!") == "no <web hook>!")
    #expect(hook.redacted("no_service, see our services") == "no_service, see our services")
    let escaped = hook.redacted(#"no "https:\/\/hooks.slack.com\/services\/T00000000\/B00000000\/XXXXs3cretXXXX""#)
    for part in Self.secret.split(separator: "/") { #expect(!escaped.contains(part)) }
  }
}
