import Foundation
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("Text from outside")
struct PresentableTests {
  @Test(
    "loses what steers a terminal, forges a line, turns what follows around, or is not XML",
    arguments: [
      ("\u{1B}[31mred", "?[31mred"), ("a\u{9B}31m", "a?31m"), ("a\r\nb\tc", "a  b c"), ("a\u{2028}b\u{2029}c", "a b c"),
      ("a\u{85}b", "a b"), ("\u{202E}cba\u{2066}\u{200F}\u{061C}", "?cba???"),
      ("a\u{FFFE}b\u{FFFF}c\u{10FFFF}", "a?b?c?"),
      ("\u{1}\u{7F}\u{1FFFF}", "???"),
    ])
  func lost(text: String, shown: String) {
    #expect(text.presentable() == shown)
  }

  @Test("is otherwise as it was", arguments: ["", "Fish & Chips <3", "이벤트특가 5,000원", "👩‍👩‍👧 e\u{301}", "שלום", "\u{FFFD}"])
  func kept(text: String) {
    #expect(text.presentable() == text)
  }

  @Test("an error that is read from a file is put on one line and cut as well")
  func decoded() throws {
    let text = "\u{1B}[2Jx\nforged \u{202E}" + String(repeating: "a", count: 300)
    let kinds: [(String, ServiceError.Kind)] = [
      ("refused", .refused(status: nil, reason: text)), ("badConfiguration", .badConfiguration(text)),
    ]
    for (name, kind) in kinds {
      let shown = ServiceError(kind)
      let field = name == "refused" ? "reason" : "_0"
      let saved = try JSONEncoder().encode(["kind": [name: [field: text]]])
      #expect(try JSONDecoder().decode(ServiceError.self, from: saved) == shown)
      #expect(!shown.description.unicodeScalars.contains { ["\u{1B}", "\n", "\u{202E}"].contains($0) })
      #expect(shown.description.count < 300)
    }
  }

  @Test("is cut by scalars: a character may have any number of marks")
  func cut() {
    let zalgo = "e" + String(repeating: "\u{301}", count: 100_000)
    #expect(zalgo.presentable(atMost: 200).unicodeScalars.count == 200)
    let error = ServiceError(.refused(status: 400, reason: zalgo), host: String(repeating: "a", count: 60_000))
    #expect(error.description.unicodeScalars.count < 300)
    #expect("\(error.kind)".unicodeScalars.count < 300)
  }
}
