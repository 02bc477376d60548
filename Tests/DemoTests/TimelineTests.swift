import Foundation
import Testing
import ViewModels

@testable import Demo

@MainActor
@Suite("The timeline")
struct TimelineTests {
  private func draw(_ words: String...) async throws -> (svg: String, lines: [String]) {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).svg").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var lines: [String] = []
    let status = await Command.run(words + ["--timeline", path], output: { lines.append($0) })
    #expect(status == 0)
    return (try String(contentsOfFile: path, encoding: .utf8), lines)
  }

  private func count(_ start: String, in svg: String) -> Int { svg.components(separatedBy: start).count - 1 }

  @Test(
    "a seed draws the same bytes again, and drawing changes nothing in the run",
    arguments: ["movies", "categories", "store"])
  func reproducible(screen: String) async throws {
    let first = try await draw(screen, "--seed", "5")
    let second = try await draw(screen, "--seed", "5")
    #expect(first.svg == second.svg)
    var plain: [String] = []
    _ = await Command.run([screen, "--seed", "5"], output: { plain.append($0) })
    #expect(first.lines == plain)
    #expect(try await draw(screen, "--seed", "6").svg != first.svg)
  }

  @Test("each load that the run tells of is a bar, in the colour of its outcome")
  func loads() async throws {
    let run = try await draw("--format", "json", "--seed", "1")
    let objects = try run.lines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let loading = objects.count { $0["state"] as? String == "loading" }
    let failed = objects.count { $0["state"] as? String == "failed" }
    #expect(failed > 0)
    #expect(count("<rect class=\"failed\"", in: run.svg) == failed + 1)  // and the legend's
    #expect(count("<rect class=\"loaded\"", in: run.svg) == loading - failed + 1)
    #expect(run.svg.contains("\(loading) loads side by side"))
  }

  @Test("the gate's changes stand one after another, each inside the run, and each page has one")
  func gate() async throws {
    let time = VirtualTime()
    let viewModel = MoviesViewModel(service: SampleMovieService.sample(in: time, seed: 1))
    let recorder = TimelineRecorder(viewModel, in: time, name: \.rawValue)
    let log = EventLog(time: time, printer: TextPrinter(), output: { _ in })
    let run = Run(viewModel, log: log, name: \.rawValue, cell: \.title)
    run.onStep = recorder.step
    var pages = 0
    run.whenIdle = { section in
      pages += 1
      if pages < 20 { time.after(50) { viewModel.loadNextPage(in: section) } }
    }
    viewModel.loadFirstPages()
    _ = await run.finish()
    let timeline = recorder.timeline
    let loaded = timeline.lanes.reduce(0) { $0 + $1.loads.count { $0.outcome == .loaded } }
    #expect(loaded > 20 && timeline.changes.count == loaded)
    #expect(timeline.changes.contains { $0.isEmpty } && timeline.changes.contains { $0.asked < $0.made })
    for change in timeline.changes {
      // At once while more changes wait, and if it was empty.
      #expect(change.asked <= change.made && (0...250).contains((change.completed ?? -1) - change.made))
    }
    #expect(timeline.changes.contains { $0.completed == $0.made + 250 })
    for (earlier, later) in zip(timeline.changes, timeline.changes.dropFirst()) {
      #expect(try #require(earlier.completed) <= later.made)
    }
    for load in timeline.lanes.flatMap(\.loads) {
      let answered = try #require(load.answered)
      #expect(load.begun <= answered && answered <= load.ended ?? -1)
    }
    for lane in timeline.lanes {
      for (earlier, later) in zip(lane.loads, lane.loads.dropFirst()) { #expect(earlier.ended ?? .max <= later.begun) }
    }
  }

  @Test("names and reasons cannot break out of the document")
  func escaped() {
    var timeline = Timeline(lanes: [Timeline.Lane(name: "<b>&\"\u{1B}[2J\u{FFFE}")], end: 100)
    timeline.lanes[0].loads = [
      Timeline.Load(number: 1, page: 1, begun: 0, ended: 50, outcome: .failed, reason: "</title><script>")
    ]
    let svg = TimelinePicture(timeline).svg
    #expect(svg.contains("&lt;b&gt;&amp;&quot;?[2J?") && svg.contains("(&lt;/title&gt;&lt;script&gt;)"))
    #expect(!svg.contains("<script>") && !svg.contains("\u{1B}"))
  }

  @Test("a run in which nothing happened is a picture, too")
  func empty() {
    #expect(TimelinePicture(Timeline()).svg.hasSuffix("</svg>\n"))
  }

  @Test("a path that cannot be written: one line that names it, and status 1")
  func unwritable() async {
    var errors: [String] = []
    let status = await Command.run(
      ["categories", "--timeline", "/nowhere/at/all.svg"], output: { _ in }, errors: { errors.append($0) })
    #expect(status == 1)
    #expect(errors.count == 1 && errors.first?.hasPrefix("/nowhere/at/all.svg: cannot be written: ") == true)
  }
}
