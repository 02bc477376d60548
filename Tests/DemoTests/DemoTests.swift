import Foundation
import Testing

@testable import Demo

@MainActor
@Suite("The demo")
struct DemoTests {
  private func run(_ words: String...) async -> (status: Int32, lines: [String], errors: [String]) {
    var lines: [String] = []
    var errors: [String] = []
    let status = await Command.run(words, output: { lines.append($0) }, errors: { errors.append($0) })
    return (status, lines, errors)
  }

  @Test(
    "the same seed prints the same lines, another seed others, and no view objects",
    arguments: ["movies", "search", "categories", "series", "photos", "store", "inbox", "chat"])
  func reproducible(screen: String) async {
    let first = await run(screen, "--seed", "5")
    let second = await run(screen, "--seed", "5")
    let other = await run(screen, "--seed", "6")
    #expect(first.lines == second.lines)
    #expect(first.lines != other.lines)
    #expect(first.status == 0 && other.status == 0)
    #expect(first.lines.last == "violations: 0")
  }

  @Test(
    "with the seed of the live screens, items are the first that comes into each section",
    arguments: Option.named["--live"]?.with ?? [])
  func live(screen: Screen) async throws {
    let seed = try Arguments([screen.rawValue, "--live"]).seed
    let run = await run(screen.rawValue, "--seed", String(seed), "--format", "json")
    var first: [String: String] = [:]
    for line in run.lines {
      let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard let section = object["section"] as? String, let event = object["event"] as? String else { continue }
      let what = object["state"] as? String ?? event
      if what != "loading", first[section] == nil { first[section] = what }
    }
    #expect(!first.isEmpty && first.values.allSatisfy { $0 == "insert" }, "\(first)")
  }

  @Test("every line of the JSON form is an object; the inserts add up to the summary's items")
  func json() async throws {
    let run = await run("--format", "json", "--pages", "24", "--seed", "9")
    let objects = try run.lines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let inserts = objects.filter { $0["event"] as? String == "insert" }
    let counts = inserts.compactMap { $0["count"] as? Int }
    #expect(counts == inserts.compactMap { ($0["indexPaths"] as? [[Int]])?.count })
    let summary = try #require(objects.last)
    #expect(summary["event"] as? String == "summary")
    #expect(summary["items"] as? Int == counts.reduce(0, +))
    #expect(summary["events"] as? Int == inserts.count)
    #expect(summary["sections"] as? Int == 4)
    #expect(summary["violations"] as? Int == 0)
    #expect((summary["repeatsDropped"] as? Int ?? 0) > 20)
    #expect(summary["mostRequests"] as? Int == 4)
    #expect((summary["answerWait"] as? Double ?? -1) >= 0)
    let total = (summary["items"] as? Int ?? 0) + (summary["repeatsDropped"] as? Int ?? 0)
    #expect(total == (summary["pages"] as? Int ?? 0) * 20 - 4)  // one page of 19 in each section
    let states = Set(objects.compactMap { $0["state"] as? String })
    #expect(states == ["idle", "loading", "failed"])
  }

  @Test("the form of each JSON line is the documented one, to the letter")
  func jsonForm() {
    let printer = JSONPrinter()
    let insert = RunEvent(
      kind: .insert([[1, 0], [1, 1]]), section: "popular", sectionIndex: 1, ids: [RawJSON(id: 7), RawJSON(id: "8")],
      total: 20, time: 31)
    #expect(
      printer.line(for: insert)
        == #"{"event":"insert","section":"popular","sectionIndex":1,"indexPaths":[[1,0],[1,1]],"ids":[7,"8"],"count":2,"total":20,"time":0.031}"#
    )
    let reload = RunEvent(kind: .reload, section: "soup", sectionIndex: 1, total: 8, time: 200)
    #expect(
      printer.line(for: reload)
        == #"{"event":"reload","section":"soup","sectionIndex":1,"ids":[],"total":8,"time":0.2}"#)
    let loading = RunEvent(
      kind: .state(name: "loading", page: 2, reason: nil), section: "popular", sectionIndex: 1, total: 0, time: 300)
    #expect(
      printer.line(for: loading)
        == #"{"event":"state","section":"popular","sectionIndex":1,"state":"loading","page":2,"time":0.3}"#)
  }

  @Test("a replayed crawl ends the section where it lacks pages, and says so")
  func replay() async throws {
    let page = #"{"page": 1, "results": [{"id": 1, "title": "A"}, {"id": 2, "title": "B"}], "total_pages": 3}"#
    let file = try TemporaryFile(
      #"{"page_1": \#(page), "page_2": \#(page.replacing(#""page": 1"#, with: #""page": 2"#))}"#)
    let run = await run("--replay", file.path)
    #expect(run.status == 0)
    #expect(run.errors == ["warning: the crawl promises a page 3 that it does not hold; the section ends there"])
    #expect(run.lines.contains("1 section, 2 pages, 2 items, 2 repeats dropped"))
  }

  @Test(
    "a file that cannot be used: one line that names it and what is wrong, and status 1",
    arguments: [
      ("[1", "is not JSON"), ("[1]", "is not an object with the keys \"page_1\", \"page_2\", ..."),
      ("{}", "holds no \"page_1\""), (#"{"page_1": 3}"#, "\"page_1\" is not an object"),
    ])
  func brokenFile(content: String, problem: String) async throws {
    let file = try TemporaryFile(content)
    let run = await run("--replay", file.path)
    #expect(run.status == 1)
    #expect(run.errors == ["\(file.path): \(problem)"])
    #expect(run.lines == [])
  }

  @Test("without words: at most 40 events, the run in at most 12 lines of 80 columns, counts, and what to try next")
  func screenful() async throws {
    for seed in 1...20 {
      let lines = await run("--seed", "\(seed)").lines
      let events = try #require(lines.firstIndex { $0.hasPrefix("seconds") }) + 1
      let picture = try #require(lines.dropFirst(events).firstIndex(of: "")) + 1
      let counts = try #require(lines.dropFirst(picture).firstIndex(of: "")) + 1
      #expect((24...40).contains(picture - 1 - events) && counts - picture <= 13)
      #expect(lines.allSatisfy { $0.columns <= 80 && !$0.contains("\u{1B}") })
      #expect(
        lines[counts...].map { $0.prefix(7) } == ["4 secti", "12 even", "answers", "violati"].map { $0.prefix(7) })
    }
    let lines = await run().lines
    #expect(lines.suffix(3).first == "Now try: swift run Demo race      the same without the gate, until UIKit throws")
  }

  @Test("on a terminal the sections have colours, and nothing else is different")
  func colours() async {
    var coloured: [String] = []
    _ = await Command.run(["--seed", "4"], style: TextStyle(isInColour: true), output: { coloured.append($0) })
    #expect(
      coloured.contains { $0.contains("\u{1B}[35mPopular") } && coloured.contains { $0.contains("\u{1B}[31mfailed") })
    let plain = coloured.map { $0.replacing(/\u{1B}\[[0-9]*m/, with: "") }
    #expect(await run("--seed", "4").lines == plain)
  }

  @Test("the version, in one line")
  func version() async {
    #expect(await run("--version").lines == ["Demo \(Arguments.version)"])
  }

  @Test("an absent file and wrong words have their own status")
  func statuses() async {
    let absent = await run("--replay", "/nowhere/at/all.json")
    #expect(absent.status == 1)
    #expect(absent.errors.count == 1)
    let wrong = await run("--pages", "none")
    #expect(wrong.status == 2)
    #expect(wrong.errors.count == 1)
    let help = await run("--help")
    #expect(help.status == 0)
  }
}

/// A file that goes when the test does.
final class TemporaryFile {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

  init(_ content: String) throws { try Data(content.utf8).write(to: URL(fileURLWithPath: path)) }
  deinit { try? FileManager.default.removeItem(atPath: path) }
}
