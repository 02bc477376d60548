import Foundation
import Testing
import ViewModels

@testable import Demo

@MainActor
@Suite("The picture of the race")
struct RacePictureTests {
  private func draw(_ words: String...) async throws -> (svg: String, lines: [String]) {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).svg").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var lines: [String] = []
    #expect(await Command.run(["race"] + words + ["--picture", path], output: { lines.append($0) }) == 0)
    return (try String(contentsOfFile: path, encoding: .utf8), lines)
  }

  /// The parts that are shown at the end, which are all that is seen where motion is reduced.
  private func lasting(_ svg: String) -> [String] {
    svg.split(separator: "\n").filter { $0.hasPrefix("<g ") && !$0.contains("opacity=\"0\"") }.map(String.init)
  }

  @Test("a seed draws the same bytes again, and drawing changes nothing in the run")
  func reproducible() async throws {
    let first = try await draw("--seed", "4")
    #expect(try await draw("--seed", "4").svg == first.svg)
    #expect(try await draw("--seed", "3").svg != first.svg)
    var plain: [String] = []
    _ = await Command.run(["race", "--seed", "4"], output: { plain.append($0) })
    #expect(first.lines == plain)
  }

  @Test("at its end each page that a list view shows is a block with its number, the refused one is marked")
  func ends() async throws {
    let run = try await draw("--seed", "4", "--format", "json")
    let results = try run.lines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let gate = try #require(results.last)
    let pages = try #require(gate["pages"] as? Int)
    #expect(run.svg.contains("\(pages) pages, \(try #require(gate["items"] as? Int)) items, no exception"))
    #expect(run.svg.contains("NSInternalInconsistencyException"))
    let screen = HandMadeScreen(.hop, seed: 4, pages: 6)
    await screen.run()
    let shown = screen.timeline.lanes.flatMap(\.loads).count { $0.outcome == .loaded && $0.ended != nil }
    #expect(shown > 3 && shown < screen.timeline.pages)  // by hand, some are in the model alone
    let parts = lasting(run.svg)
    #expect(parts.count { $0.contains("class=\"mark\"") && !$0.contains("class=\"failed\"") } == pages + shown)
    #expect(parts.count { $0.contains(">×</text>") } == 1)
  }

  @Test("a run by hand is recorded up to its exception: what was told has ended, what was not has not")
  func timeline() async throws {
    for mistake in Mistake.allCases {
      let screen = HandMadeScreen(mistake, seed: 1, pages: 6)
      await screen.run()
      let timeline = screen.timeline
      let told = timeline.lanes.flatMap(\.loads).count { $0.outcome == .loaded && $0.ended != nil }
      #expect(told == timeline.changes.count - 1)  // the last one was refused
      #expect(timeline.changes.last?.made == timeline.end)
      for load in timeline.lanes.flatMap(\.loads) {
        #expect(load.begun <= timeline.end && load.answered ?? 0 <= timeline.end && load.ended ?? 0 <= timeline.end)
      }
    }
  }

  @Test("it has no script, and stands still where motion is reduced")
  func still() async throws {
    let svg = try await draw("--seed", "4").svg
    #expect(!svg.contains("<script") && !svg.contains("xlink"))
    #expect(svg.contains("@media (prefers-reduced-motion: reduce) { g { animation: none !important } }"))
    #expect(svg.components(separatedBy: "opacity=\"0\"").count > 20 && lasting(svg).count > 20)
    #expect(svg.components(separatedBy: "<g ").count == svg.components(separatedBy: "</g>").count)
  }

  @Test("names and reasons cannot break out of the document")
  func escaped() {
    let name = "<b>&\"\u{1B}[2J\u{FFFE}&\u{301}<\u{301}"
    let timeline = Timeline(lanes: [Timeline.Lane(name: name)], end: 100)
    let result = RaceResult(way: .hop, items: 0, crash: "</text><script>", story: [], timeline: timeline)
    let svg = RacePicture(runs: [result]).svg
    #expect(svg.contains("&lt;b&gt;&amp;&quot;?[2J?&amp;\u{301}&lt;\u{301}"))
    #expect(svg.contains("&lt;/text&gt;&lt;script&gt;"))
    #expect(!svg.contains("<script>") && !svg.contains("\u{1B}"))
  }

  @Test("a run in which nothing happened is a picture, too")
  func empty() {
    let result = RaceResult(way: nil, items: 0, crash: nil, story: [], timeline: Timeline())
    #expect(RacePicture(runs: [result, result]).svg.hasSuffix("</svg>\n"))
  }

  @Test("a path that cannot be written is refused before the run: one line that names it, and status 1")
  func unwritable() async {
    var errors: [String] = [], lines: [String] = []
    let status = await Command.run(
      ["race", "--picture", "/nowhere/at/all.svg"], output: { lines.append($0) }, errors: { errors.append($0) })
    #expect(status == 1)
    #expect(errors == ["/nowhere/at/all.svg: cannot be written: No such file or directory"])
    #expect(lines == [])
  }
}
