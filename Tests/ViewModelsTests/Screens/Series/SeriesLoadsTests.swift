import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing
import ViewModels

@MainActor
@Suite("How seasons load that come, go and hang", .leavesNothing)
struct SeriesLoadsTests {
  @Test("a retry that outlives its section is nothing")
  func lateRetry() async {
    let seasons = ScriptedPages<SeasonID, Episode>()
    let viewModel = SeriesViewModel(service: OneSeason(seasons: seasons)).withoutTimeLimit()
    viewModel.load(1)
    await seasons.arrives(SeasonID(series: 1, number: 1))
    if let request = seasons.requests.first { seasons.answer(request, .failure(Refused())) }
    await viewModel.settled()
    viewModel.load(2)
    await seasons.arrives(SeasonID(series: 2, number: 1))
    viewModel.retry(SeasonID(series: 1, number: 1))
    #expect(viewModel.loadsInFlight == 1)
  }

  @Test("the late failure of a season does not fail the same season of the series that is shown again")
  func seriesComesBack() async throws {
    let seasons = ScriptedPages<SeasonID, Episode>()
    let viewModel = SeriesViewModel(service: OneSeason(seasons: seasons)).withoutTimeLimit()
    let season = SeasonID(series: 1, number: 1)
    for id in [1, 2, 1] {
      viewModel.load(id)
      await seasons.arrives(SeasonID(series: id, number: 1))
    }
    let requests = seasons.requests
    #expect(requests.map(\.section.series) == [1, 2, 1])
    seasons.answer(requests[0], .failure(CancellationError()))
    await viewModel.pages.gate.nextTurn()
    #expect(viewModel.state(of: season).isLoading)
    seasons.answer(requests[2], .success(Page(items: [Episode(id: 1, name: "new")], isLast: true)))
    await viewModel.settled()
    #expect(viewModel.items(in: season).map(\.name) == ["new"])
    #expect(viewModel.state(of: season).phase == .finished)
  }

  @Test("seasons that never answer hide no other, and the summary comes when their time is over")
  func hangingSeasons() async throws {
    let clock = TestClock()
    let seasons = ScriptedPages<SeasonID, Episode>()
    let viewModel = SeriesViewModel(service: BlackMirror(seasons: seasons))
    viewModel.pages.clock = clock
    var summaries: [LoadSummary<SeasonID>] = []
    let token = viewModel.allEnded.sink { summaries.append($0) }
    viewModel.load(42_009)
    for number in 0...3 { await seasons.arrives(SeasonID(series: 42_009, number: number)) }
    for request in seasons.requests where [1, 2].contains(request.section.number) {
      seasons.answer(request, .success(Page(items: [Episode(id: 1, name: "pilot")], isLast: true)))
    }
    for number in [4, 5] { await seasons.arrives(SeasonID(series: 42_009, number: number)) }
    #expect(viewModel.sections.map { viewModel.numberOfItems(in: $0) } == [0, 1, 1, 0, 0, 0, 0])
    clock.advance(by: .seconds(60))
    await seasons.arrives(SeasonID(series: 42_009, number: 6))
    await clock.sleeper(until: .seconds(120))
    clock.advance(by: .seconds(60))
    await viewModel.settled()
    #expect(summaries.map { $0.loaded.map(\.number) } == [[1, 2]])
    #expect(summaries.map { $0.failed.map(\.number) } == [[0, 3, 4, 5, 6]])
    token.cancel()
  }
}

/// Series of one season each.
struct OneSeason: SeriesService {
  let seasons: ScriptedPages<SeasonID, Episode>
  @MainActor func series(_ id: Series.ID) async throws -> Series {
    Series(id: id, name: "\(id)", seasons: [Season(id: id * 10, number: 1)])
  }
  func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode> {
    try await seasons.load(SeasonID(series: series, number: number), 1)
  }
}

private struct BlackMirror: SeriesService {
  let seasons: ScriptedPages<SeasonID, Episode>
  @MainActor func series(_ id: Series.ID) async throws -> Series {
    Series(id: id, name: "Black Mirror", seasons: (0...6).map { Season(id: $0 + 1, number: $0) })
  }
  func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode> {
    try await seasons.load(SeasonID(series: series, number: number), 1)
  }
}
