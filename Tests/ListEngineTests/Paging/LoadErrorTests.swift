import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListEngine

@Suite("Errors of loads")
struct LoadErrorTests {
  private struct Other: Error, CustomStringConvertible { let description = "refused" }

  @Test("two errors are equal if they are of one kind and say the same")
  func equality() {
    #expect(LoadError.service(Refused()) == .service(Refused()))
    #expect(LoadError.service(Refused()) != .service(Other()))
    #expect(LoadError.nothingNew(pages: 1) != .nothingNew(pages: 2))
    #expect(LoadError.nothingShown(pages: 1) != .nothingShown(pages: 2))
    #expect(LoadError.service(LoadError.nothingNew(pages: 1)) != .nothingNew(pages: 1))
    #expect(LoadError.timedOut(after: .seconds(1)) == .timedOut(after: .seconds(1)))
    #expect(LoadError.timedOut(after: .seconds(1)) != .timedOut(after: .seconds(2)))
    #expect(LoadError.wrongPage(asked: 1, answered: 2) == .wrongPage(asked: 1, answered: 2))
    #expect(LoadError.wrongPage(asked: 1, answered: 2) != .wrongPage(asked: 1, answered: 3))
    #expect(LoadError.wrongPage(asked: 1, answered: 2) != .wrongPage(asked: 0, answered: 2))
    #expect(LoadError.service(FeedError(status: 500)) != .service(FeedError(status: 503)))
  }

  @Test("a time limit is said in units that people read")
  func timedOut() {
    #expect("\(LoadError.timedOut(after: .seconds(60)))" == "no answer within 60 seconds")
    #expect("\(LoadError.timedOut(after: .milliseconds(1_500)))" == "no answer within 1.5 seconds")
    #expect("\(LoadError.timedOut(after: .seconds(1)))" == "no answer within 1 second")
  }

  private struct FeedError: LocalizedError {
    let status: Int
    var errorDescription: String? { "The feed is not available (\(status))." }
  }

  @Test("an app's error says what it says, wherever it is shown")
  func localized() {
    let error = LoadError.service(FeedError(status: 503))
    #expect(error.description == "The feed is not available (503).")
    #expect(error.localizedDescription == error.description)
    #expect(LoadError.service(Other()).description == "refused")
    #expect(LoadError.nothingNew(pages: 2).localizedDescription == "2 pages in a row held nothing new")
  }

  @Test("an error without a description says what the system says of it, and nothing of what it holds")
  func plain() {
    struct Plain: Error { let token = "SECRETKEY" }
    let shown = LoadError.service(Plain()).description
    #expect(shown == (Plain() as NSError).localizedDescription && !shown.contains("SECRETKEY"))
  }

  @Test(
    "a sentence with any part of an address is not shown",
    arguments: [
      "api.example/list?SECRETKEY failed", "no answer (key=SECRETKEY)", "is https://SECRETKEY.example there?",
      "no answer (key=\u{301}SECRETKEY)",
    ])
  func address(said: String) {
    let error = NSError(domain: "feed", code: 7, userInfo: [NSLocalizedDescriptionKey: said])
    #expect(LoadError.service(error).description == "the operation failed (feed, 7)")
  }

  @Test("a sentence with a question in it is shown whole")
  func question() {
    let said = "Is the network there? Ask again later."
    let error = NSError(domain: "feed", code: 7, userInfo: [NSLocalizedDescriptionKey: said])
    #expect(LoadError.service(error).description == said)
  }

  @Test("a system's error is shown as it says, and by its domain and code if it names an address")
  func system() throws {
    let text = "https://api.example/list?api_key=SECRETKEY"
    let url = try #require(URL(string: text))
    for info: [String: Any] in [
      ["NSErrorFailingURLStringKey": text, NSLocalizedDescriptionKey: "The connection appears to be offline."],
      [NSURLErrorFailingURLErrorKey: url, NSLocalizedDescriptionKey: "Cannot load \(text), offline."],
      ["NSErrorFailingURLStringKey": text, NSURLErrorFailingURLErrorKey: url],
    ] {
      for error: any Error in [
        URLError(.notConnectedToInternet, userInfo: info), NSError(domain: "feed", code: 7, userInfo: info),
      ] {
        let shown = LoadError.service(error).description
        #expect(!shown.contains("SECRETKEY") && !shown.contains("UserInfo"), "\(shown)")
        let bridged = error as NSError
        let said = info[NSLocalizedDescriptionKey] as? String ?? bridged.localizedDescription
        let name = "the operation failed (\(bridged.domain), \(bridged.code))"
        #expect(shown == (said.contains("api_key") ? name : said))
      }
    }
  }
}
