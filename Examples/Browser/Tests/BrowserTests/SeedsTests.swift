import Foundation
import ListTesting
import Reactive
import Testing

@testable import Browser

/// The page's race without a browser, judged by the package's own list view.
@MainActor
@Suite("What the page shows of the two ways", .timeLimit(.minutes(10)))
struct SeedsTests {
  @Test("of seeds 1 to 100, at least 95 crash by hand within three seconds")
  func byHand() async throws {
    let lists = try await Service.sample.value
    let times = (1...100).compactMap { Self.crash(seed: $0, lists: lists) }.sorted()
    let within = times.filter { $0 <= .seconds(3) }.count
    print("by hand, \(within) of 100 seeds crash within 3 s, half of them within \(times[times.count / 2])")
    #expect(within >= 95)
  }

  /// When the screen by hand crashes, in virtual time.
  private static func crash(seed: UInt64, lists: [[Film]]) -> Duration? {
    let time = VirtualTimeScheduler()
    let race = Race(seed: seed, lists: lists, on: time) { _ in }
    let (left, right) = (StrictListView(dataSource: race.byHand), StrictListView(dataSource: race.gated))
    left.animation = .after(.milliseconds(300), on: time)
    var crash: Duration?
    left.onViolation = { _ in
      crash = crash ?? time.now
      race.stop()
    }
    race.start(left: left, right: right)
    time.advance(by: .seconds(20))
    race.stop()
    return crash
  }

  @Test("through the gate, none of them does, and all films come in")
  func gated() async throws {
    let lists = try await Service.sample.value
    let all = lists.reduce(0) { $0 + Set($1.prefix(100).map(\.id)).count }
    for run in (1...100).map({ seed in Task { await Self.run(seed: seed, lists: lists) } }) {
      let (items, refusals) = await run.value
      #expect(refusals == [])
      #expect(items == all)
    }
  }

  /// The race in real time, to its end: how many films the gated screen holds, and what its view objected to.
  private static func run(seed: UInt64, lists: [[Film]]) async -> (items: Int, refusals: [String]) {
    let (finish, finished) = AsyncStream<Int>.makeStream()
    let race = Race(seed: seed, lists: lists, on: MainScheduler.main) { message in
      if case .finish(let items) = message { finished.yield(items) }
    }
    let (left, right) = (StrictListView(dataSource: race.byHand), StrictListView(dataSource: race.gated))
    left.onViolation = { _ in race.byHand.stop() }
    right.onViolation = { _ in }
    for view in [left, right] { view.animation = .after(.milliseconds(300), on: .main) }
    race.start(left: left, right: right)
    var items = finish.makeAsyncIterator()
    let count = await items.next() ?? 0
    race.stop()
    return (count, right.violations + right.discrepancies.map { "\($0)" })
  }
}
