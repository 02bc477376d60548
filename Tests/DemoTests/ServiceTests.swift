import Foundation
import ListViewModelsServer
import Reactive
import Testing
import ViewModels

@testable import Demo

@MainActor
@Suite("The demo against a live service", .timeLimit(.minutes(10)))
struct ServiceTests {
  /// What is served below the address, while the body runs.
  /// - Returns: what the service has printed.
  @discardableResult
  private func serving(_ words: String..., body: (String) async throws -> Void) async throws -> [String] {
    var printed: [String] = []
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let server = Task {
      await Command.run(
        ["serve"] + words,
        output: {
          printed.append($0)
          continuation.yield($0)
        }, errors: { continuation.yield($0) })
    }
    var address: String?
    for await line in lines {
      address = line.split(separator: " ").last.map(String.init)
      break
    }
    try await body(#require(address))
    #expect(printed.count > 1 && printed[1].hasSuffix("TMDB_TOKEN=any swift run Demo --base-url \(address ?? "")"))
    server.cancel()
    #expect(await server.value == 0)
    return printed
  }

  private func run(
    _ words: [String], environment: [String: String] = ["TMDB_TOKEN": "s3cret"]
  ) async -> (status: Int32, lines: [String], errors: [String]) {
    var lines: [String] = []
    var errors: [String] = []
    let status = await Command.run(
      words, environment: environment, output: { lines.append($0) }, errors: { errors.append($0) })
    return (status, lines, errors)
  }

  @Test("each screen runs in real time against the served sample data, faults and all, and no view objects")
  func screens() async throws {
    try await serving("--seed", "3", "--fault", "503", "--fault", "reset") { address in
      for (words, summary) in [
        (["movies", "--pages", "1"], "4 sections, 4 pages, 80 items, 0 repeats dropped"),
        (["categories"], "3 sections, 3 pages, 24 items, 0 repeats dropped"),
        (["series"], "7 sections, 7 pages, "), (["photos"], "1 section, 6 pages, "),
        (["search"], "1 section, "),
      ] {
        let run = await run(words + ["--base-url", address])
        #expect(run.status == 0 && run.errors == [])
        #expect(run.lines.last == "violations: 0")
        #expect(run.lines.contains { $0.hasPrefix(summary) }, "\(run.lines.suffix(4))")
        #expect(!run.lines.contains { $0.contains("virtual time") })
      }
    }
  }

  @Test("a service that says no ends with status 1, and its reason")
  func refused() async throws {
    let server = try LoopbackServer { _ in .failure(status: 404, code: 34) }
    defer { server.stop() }
    let categories = await run(["categories", "--base-url", server.address])
    #expect(categories.status == 1)
    #expect(categories.lines.contains { $0.hasSuffix("failed page 1: 127.0.0.1: HTTP 404") })
    #expect(categories.lines.contains("given up: Soups, page 1: 127.0.0.1: HTTP 404"))
    let series = await run(["series", "--base-url", server.address])
    #expect(series.status == 1)
    #expect(
      series.lines.contains("given up: sections, page 1: 127.0.0.1: HTTP 404, code 34, \"Loopback says no.\""))
  }

  @Test(
    "what cannot be used is one line and a status: 2 for words and the environment, 1 for a file",
    arguments: [
      (["--base-url", "api.example"], "s3cret", 2, "--base-url: the base URL has no scheme; write https:// in front"),
      (["--base-url", "http://api.example"], "s3cret", 2, "--base-url: a token goes to https addresses only"),
      (["--base-url", "https://api.example"], "", 2, "TMDB_TOKEN: the token is empty"),
      (["--base-url", "https://api.example"], "a\nb", 2, "TMDB_TOKEN: the token has a line break in it"),
      (
        ["--base-url", "https://api.example"], nil, 2,
        "--base-url needs a token here: TMDB_TOKEN in the environment, or --token-file"
      ),
      (["--base-url", "https://api.example", "--token-file", "/nowhere"], nil, 1, "the token file cannot be read"),
    ] as [([String], String?, Int32, String)])
  func unusable(words: [String], token: String?, status: Int32, problem: String) async {
    let run = await run(words, environment: token.map { ["TMDB_TOKEN": $0] } ?? [:])
    #expect(run.status == status && run.lines == [] && run.errors.count == 1)
    #expect(run.errors.first?.contains(problem) == true, "\(run.errors)")
  }

  @Test(
    "a file without a token that can be sent is one line and status 1, and its content is not printed",
    arguments: [("", "the token is empty"), ("s3c\nret", "the token has a line break in it")])
  func tokenFile(content: String, problem: String) async throws {
    let file = try TemporaryFile(content)
    let run = await run(["--base-url", "https://api.example", "--token-file", file.path], environment: [:])
    #expect(run.status == 1 && run.errors == ["\(file.path): \(problem)"])
  }

  @Test("the store posts its orders to the web hook, whose address nobody prints, whatever goes wrong")
  func orders() async throws {
    let secret = "XXXXs3cretXXXX"
    var run = (status: Int32(0), lines: [String](), errors: [String]())
    let served = try await serving("--fault", "410") { address in
      run = await self.run(
        ["store", "--base-url", address, "--dishes", "8"],
        environment: ["SLACK_WEBHOOK_URL": "\(address)/services/T000/B000/\(secret)"])
    }
    #expect(run.errors == [] && run.lines.contains { $0.hasSuffix("Connection unknown (yellow)") })
    let toasts = run.lines.filter { $0.contains("  toast  ") }.map { String($0.dropFirst(22)) }
    let refused = toasts.filter { $0.hasPrefix("Not ordered: ") }
    #expect(toasts.count { $0.hasPrefix("Ordering: ") } == 8)
    #expect(toasts.count == 16 && toasts.filter { $0.hasPrefix("Ordered: ") }.count == 8 - refused.count)
    #expect(refused.allSatisfy { $0.hasSuffix(#". 127.0.0.1: HTTP 410, "channel_is_archived""#) })
    #expect(refused.count == 2 && run.status == 1)
    let orders = served.dropFirst(2)
    #expect(orders.count == 8 && orders.allSatisfy { $0.hasPrefix("order \"") })
    #expect(orders.count { $0.hasSuffix("answered with the fault 410") } == refused.count)
    #expect(!(run.lines + served).contains { $0.contains("s3cret") || $0.contains("T000") })
  }

  @Test("a web hook in a file is posted to; the payload is checked, and so is the path")
  func webHookFile() async throws {
    try await serving { address in
      let file = try TemporaryFile("\(address)/services/T000/B000/s3cret\n")
      let good = await run(["store", "--base-url", address, "--webhook-file", file.path], environment: [:])
      #expect(good.status == 0 && good.lines.contains("1 order: 1 sent, 0 refused, 0 unknown"))
      // Once more with the toast, if it did not come before the picture.
      let pictures = good.lines.filter { $0.contains("  image  ") }.map { String($0.dropFirst(22)) }
      #expect(pictures.contains("Soy-braised short ribs: 35 bytes from network"))
      let ofPage = pictures.filter { $0.contains(", picture ") }
      #expect(!ofPage.isEmpty && ofPage.allSatisfy { $0.hasSuffix(": 35 bytes from network") })
      #expect(pictures.count { !ofPage.contains($0) && !$0.hasSuffix("from memory") } == 1)
      let wrong = await run(
        ["store", "--base-url", address], environment: ["SLACK_WEBHOOK_URL": "\(address)/services/s3cret"])
      #expect(wrong.status == 1)
      #expect(wrong.lines.contains { $0.hasSuffix(#"refused: 127.0.0.1: HTTP 404, "no_service""#) })
      #expect(!(good.lines + wrong.lines).contains { $0.contains("s3cret") })
    }
  }

  @Test(
    "without a web hook that can be used: one line, and status 2; the hook is not quoted",
    arguments: [
      (nil, "--base-url needs a web hook here: SLACK_WEBHOOK_URL in the environment, or --webhook-file"),
      ("", "SLACK_WEBHOOK_URL: the web hook is empty"),
      ("https://evil.example/s3cret", "SLACK_WEBHOOK_URL: the web hook is at a host that orders may not go to"),
      ("s3cret", "SLACK_WEBHOOK_URL: the web hook is not a URL; write https:// in front"),
    ] as [(String?, String)])
  func noWebHook(text: String?, problem: String) async throws {
    let words = ["store", "--base-url", "https://api.example"]
    let run = await run(words, environment: text.map { ["SLACK_WEBHOOK_URL": $0] } ?? [:])
    #expect(run.status == 2 && run.lines == [])
    #expect(run.errors == ["\(problem); --help lists what there is"])
    let file = try TemporaryFile(text ?? "")
    let fromFile = await self.run(words + ["--webhook-file", file.path], environment: [:])
    #expect(fromFile.status == 1 && fromFile.lines == [] && fromFile.errors.count == 1)
    #expect(fromFile.errors.first?.hasPrefix("\(file.path): the web hook ") == true)
    #expect(fromFile.errors.first?.contains("s3cret") == false)
  }

  @Test(
    "a secret that is typed where its file's name belongs is not printed",
    arguments: [
      (
        "store", "--webhook-file", "https://hooks.slack.com/services/T0/B0/s3cret", "the web hook's file cannot be read"
      ),
      ("movies", "--token-file", "eyJhbGciOiJIUzI1NiJ9.s3cret", "the token file cannot be read"),
    ])
  func secretAsFileName(screen: String, option: String, secret: String, problem: String) async {
    let run = await run([screen, "--base-url", "https://api.example", option, secret], environment: [:])
    #expect(run.status == 1 && run.lines == [] && run.errors == ["\(option): \(problem)"])
  }

  @Test("whatever a service answers, no line holds a character that steers a terminal", arguments: ["text", "json"])
  func hostile(format: String) async throws {
    let title = "\u{1B}]0;PWNED\u{7}\u{1B}[2J\u{9B}31m\u{202E}abc\r\nforged   order 99   : sent\u{2028}x\u{FFFF}"
    var routes = ServiceRoutes()
    routes.dishes = { name in
      try? JSONSerialization.data(
        withJSONObject: [["detail_hash": name, "title": title, "s_price": "7,000", "image": "ftp://127.0.0.1/x"]])
    }
    let texts = Lock<[String]>([])
    routes.order = { text, _ in texts.withLock { $0.append(text) } }
    let server = try LoopbackServer(handler: routes.answer)
    defer { server.stop() }
    let run = await run(
      ["store", "--base-url", server.address, "--format", format],
      environment: ["SLACK_WEBHOOK_URL": "\(server.address)/services/T0/B0/s3cret"])
    #expect(run.status == 0 && run.lines.contains { $0.contains("forged") })
    for line in run.lines { #expect(line.unicodeScalars.allSatisfy { $0.isPresentable }, "\(line)") }
    #expect(texts.withLock { $0.count } == 1)
    #expect(texts.withLock { $0 }.allSatisfy { $0.unicodeScalars.allSatisfy { $0.isPresentable } })
  }

  @Test("the last page of all has no page after it, and the server goes on")
  func lastPage() async throws {
    var routes = ServiceRoutes()
    routes.movies = { _, page in Data("\(page)".utf8) }
    routes.fault = { _ in .otherPage }
    let server = try LoopbackServer(handler: routes.answer)
    defer { server.stop() }
    for _ in 0..<2 {
      let url = try #require(URL(string: "\(server.address)/movie/popular?page=\(Int.max)"))
      #expect(try await URLSessionClient().send(HTTPRequest(url)).status == 400)
    }
  }

  @Test("a port that is taken is one line and status 1")
  func takenPort() async throws {
    let server = try LoopbackServer { _ in Answer() }
    defer { server.stop() }
    let run = await run(["serve", "--port", "\(server.port)"])
    #expect(run.status == 1 && run.errors.count == 1 && run.lines == [])
  }
}
