import Foundation
import Reactive
import SampleService
import Testing
import ViewModels

@testable import Demo

@MainActor
@Suite("What a run does about failures", .timeLimit(.minutes(10)))
struct PatienceTests {
  private func run(_ service: Faulty, pages: Int = 8) async -> (summary: Summary, lines: [String]) {
    var lines: [String] = []
    let viewModel = PagedList(sections: ["main"]) { _, page in try await service.page(page.number) }
    let log = EventLog(time: service.time, printer: TextPrinter(), output: { lines.append($0) })
    let run = Run(viewModel, log: log, look: Look(name: { $0 }, title: { $0 }, cell: { "\($0.id)" }))
    run.scroll(pages: pages)
    viewModel.loadFirstPages()
    let summary = await run.finish()
    return (summary, lines + TextPrinter().lines(for: summary))
  }

  @Test("a run in virtual time has no limit by a real clock, however busy the machine")
  func noRealLimit() async {
    let time = VirtualTime()
    let viewModel = MoviesViewModel(service: SampleService(time: time, seed: 1))
    viewModel.pages.timeLimit = .zero
    let log = EventLog(time: time, printer: TextPrinter(), output: { _ in })
    let run = Run(
      viewModel, log: log, look: Look(name: \.rawValue, title: MoviesViewModel.Wording().title, cell: \.title))
    viewModel.loadFirstPages()
    let summary = await run.finish()
    #expect(summary.failed.isEmpty && summary.timeline.pages == 4)
  }

  @Test("failures are counted in a row, not in all: twenty in a run end nothing")
  func inARow() async {
    let service = Faulty(
      failures: Array(repeating: [ServiceError](repeating: .init(.timedOut(.whole)), count: 5), count: 4))
    let (summary, _) = await run(service)
    #expect(summary.timeline.pages == 8 && summary.items == 160 && summary.status == 0)
    #expect(summary.timeline.lanes[0].loads.count { $0.outcome == .failed } == 20)
  }

  @Test("after six in a row the section is given up, by name, and the status is 1")
  func givenUp() async {
    let service = Faulty(failures: [[], [ServiceError](repeating: .init(.refused(status: 503), host: "a.b"), count: 6)])
    let (summary, lines) = await run(service)
    #expect(summary.status == 1 && summary.items == 20)
    #expect(lines.contains("given up: main, page 2: a.b: HTTP 503"))
    #expect(JSONPrinter().lines(for: summary)[0].contains(#""failed":["main"]"#))
  }

  @Test("a failure that names a wait is not asked again before; one without, after a moment")
  func namedWaits() async throws {
    let service = Faulty(failures: [
      [.init(.refused(status: 429, retryAfter: .seconds(1))), .init(.refused(status: 503))],
      [.init(.refused(status: 429, retryAfter: .milliseconds(2_500)))],
      [.init(.refused(status: 429, retryAfter: .milliseconds(10)))],
    ])
    let (summary, _) = await run(service, pages: 3)
    let loads = summary.timeline.lanes[0].loads
    let waits = zip(loads, loads.dropFirst()).filter { $0.0.outcome == .failed }.map { $1.begun - ($0.ended ?? 0) }
    #expect(waits == [1_000, 400, 2_500, 400])
    #expect(summary.items == 60)
  }

  @Test("a wait of more than a minute is not waited for: the section is given up")
  func longWait() async {
    for wait in [Duration.seconds(61), .seconds(Int64.max)] {
      let service = Faulty(failures: [[ServiceError(.refused(status: 429, retryAfter: wait))]])
      let (summary, lines) = await run(service)
      #expect(summary.status == 1 && summary.timeline.end < 1_000)
      #expect(lines.contains { $0.hasPrefix("given up: main, page 1: service: HTTP 429") })
    }
  }

  @Test("a replay of 55 pages with 18 repeats holds every id once, whatever the seed", arguments: 1...10)
  func replay(seed: Int) async throws {
    var next = 0
    var rows: [[Int]] = []
    for page in 1...55 {
      // 17 rows come again on the page after, one five pages on.
      let repeated = page.isMultiple(of: 3) && page < 52 ? [rows[page - 2][7]] : page == 50 ? [rows[44][3]] : []
      rows.append(repeated + (next..<next + 20 - repeated.count))
      next += 20 - repeated.count
    }
    #expect(next == 1_082)
    let pages = rows.enumerated().map { (number, ids) -> String in
      let results = ids.map { id in "{\"id\": \(id), \"title\": \"Movie \(id)\"}" }.joined(separator: ", ")
      let page = number + 1
      return "\"page_\(page)\": {\"page\": \(page), \"results\": [\(results)], \"total_pages\": 55}"
    }
    let file = try TemporaryFile("{\(pages.joined(separator: ", "))}")
    var lines: [String] = []
    let status = await Command.run(
      ["--replay", file.path, "--seed", "\(seed)", "--format", "json"], output: { lines.append($0) })
    #expect(status == 0)
    let events = try lines.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
    let ids = events.filter { $0["event"] as? String == "insert" }.flatMap { $0["ids"] as? [Int] ?? [] }
    #expect(ids == Array(0..<1_082))
    #expect(events.last?["repeatsDropped"] as? Int == 18 && events.last?["pages"] as? Int == 55)
    #expect(events.last?["failed"] as? [String] == [])
  }
}

/// Pages of 20, each after its failures.
@MainActor
private final class Faulty {
  struct Item: Identifiable, Equatable { let id: Int }

  let time = VirtualTime()
  private var failures: [[ServiceError]]

  init(failures: [[ServiceError]]) { self.failures = failures }

  func page(_ page: Int) async throws -> Page<Item> {
    await time.sleep(30, tieBreak: 0)
    if failures.indices.contains(page - 1), !failures[page - 1].isEmpty { throw failures[page - 1].removeFirst() }
    return Page(items: (1...20).map { Item(id: page * 100 + $0) }, number: page, isLast: false)
  }
}
