import Foundation
import SampleService
import Testing
import ViewModels

@testable import Demo

@MainActor
@Suite("The timeline")
struct TimelineTests {
  @Test("the gate's changes stand one after another, each inside the run, and each page has one")
  func gate() async throws {
    let time = VirtualTime()
    let viewModel = MoviesViewModel(service: SampleService(time: time, seed: 1))
    let log = EventLog(time: time, printer: TextPrinter(), output: { _ in })
    let run = Run(
      viewModel, log: log, look: Look(name: \.rawValue, title: MoviesViewModel.Wording().title, cell: \.title))
    run.scroll(pages: 6)
    viewModel.loadFirstPages()
    let summary = await run.finish()
    let timeline = summary.timeline
    #expect(timeline.pages > 20 && timeline.changes.count == summary.events)
    #expect(timeline.changes.allSatisfy { $0.page != nil } && timeline.changes.count < timeline.pages)
    for change in timeline.changes {
      #expect((0...250).contains((change.completed ?? -1) - change.made))  // at once while more changes wait
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

  @Test("as text: a lane for each section and one for the gate, told apart without colour")
  func text() {
    var timeline = Timeline(lanes: [Timeline.Lane(name: "Popular"), Timeline.Lane(name: "Upcoming")], mostRequests: 2)
    timeline.lanes[0].loads = [
      Timeline.Load(number: 1, page: 1, begun: 0, answered: 300, ended: 400, outcome: .loaded),
      Timeline.Load(number: 3, page: 2, begun: 500, answered: 600, ended: 600, outcome: .failed),
    ]
    timeline.lanes[1].loads = [
      Timeline.Load(number: 2, page: 1, begun: 0, answered: 200, ended: 400, outcome: .loaded)
    ]
    timeline.changes = [
      Timeline.Change(lane: 0, page: 1, made: 400, completed: 400),
      Timeline.Change(lane: 1, page: 1, made: 400, completed: 500),
    ]
    timeline.end = 640
    #expect(
      TimelineText(timeline: timeline).lines == [
        "", "3 loads, at most 2 at once; 2 changes, one after another",
        "               0 s                                               0.5 s",
        "A Popular      1─────────────────────────────··········          2─────────x    ",
        "B Upcoming     1───────────────────····················                         ",
        "  gate                                                 AB────────               ",
        "1── page 1 is on its way   ··· its answer waits for the gate   x it failed",
        "A── a page goes into section A, then the animation (* another change)",
      ])
    let inColour = TimelineText(timeline: timeline, style: TextStyle(isInColour: true)).lines
    #expect(inColour[3].hasPrefix("\u{1B}[36mA Popular") && inColour[4].hasPrefix("\u{1B}[35mB Upcoming"))
  }

  @Test("as text it has at most 12 lines of 80 columns, however many sections and however long the run")
  func smallText() {
    for (lanes, end) in [(1, 1), (4, 2_195), (7, 1_000), (36, 90_000_000)] {
      var timeline = Timeline(
        lanes: (0..<lanes).map { Timeline.Lane(name: "A section with a long name \($0)") }, end: end)
      for lane in 0..<lanes {
        timeline.lanes[lane].loads = [Timeline.Load(number: lane, page: 100, begun: 0, answered: end, outcome: .failed)]
        timeline.changes += [Timeline.Change(lane: lane, made: end), Timeline.Change(lane: nil, made: end)]
      }
      let lines = TimelineText(timeline: timeline).lines.dropFirst()
      #expect(lines.count <= 12 && lines.allSatisfy { $0.columns <= 80 })
    }
    #expect(TimelineText(timeline: Timeline()).lines == [])
  }
}
