import Foundation
import LoopbackServer
import Testing

@testable import Demo

@MainActor
@Suite("The demo against a live service", .timeLimit(.minutes(2)))
struct ServiceTests {
  /// What is served below the address, while the body runs.
  private func serving(_ words: String..., body: (String) async throws -> Void) async throws {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let server = Task {
      await Command.run(["serve"] + words, output: { continuation.yield($0) }, errors: { continuation.yield($0) })
    }
    var address: String?
    for await line in lines {
      address = line.split(separator: " ").last.map(String.init)
      break
    }
    try await body(#require(address))
    server.cancel()
    #expect(await server.value == 0)
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
        (["series"], "7 sections, 7 pages, "), (["photos"], "1 sections, 6 pages, "),
      ] {
        let run = await run(words + ["--base-url", address])
        #expect(run.status == 0 && run.errors == [])
        #expect(run.lines.last == "violations: 0")
        #expect(run.lines.suffix(3).first?.hasPrefix(summary) == true, "\(run.lines.suffix(3))")
        #expect(run.lines.suffix(2).first?.contains("virtual") == false)
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
    let series = await run(["series", "--base-url", server.address])
    #expect(series.status == 1)
    #expect(series.errors == ["127.0.0.1: HTTP 404, code 34, \"Loopback says no.\""])
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

  @Test("a port that is taken is one line and status 1")
  func takenPort() async throws {
    let server = try LoopbackServer { _ in Answer() }
    defer { server.stop() }
    let run = await run(["serve", "--port", "\(server.port)"])
    #expect(run.status == 1 && run.errors.count == 1 && run.lines == [])
  }
}
