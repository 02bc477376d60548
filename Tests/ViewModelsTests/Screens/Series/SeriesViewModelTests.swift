import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

@MainActor
@Suite("The series screen", .leavesNothing)
struct SeriesViewModelTests {
  @Test(
    "seasons come out in season order whatever the order of answers; a failed one is empty, says why, and is retried")
  func inSeasonOrder() async throws {
    let library = Library(seasons: [0, 1, 2, 3], failing: 1)
    let viewModel = SeriesViewModel(service: library, order: .inOrder).withoutTimeLimit()
    let view = StrictListView(dataSource: viewModel) { viewModel.item(at: $0)?.name ?? "" }
    var bag: Set<AnyCancellable> = []
    viewModel.bind(to: view).store(in: &bag)
    var log: [String] = []
    viewModel.insertions.sink { log.append("\($0) +\($1.count)") }.store(in: &bag)
    viewModel.allEnded.sink { log.append("ended \($0.loaded.map(\.number)) \($0.failed.map(\.number))") }.store(
      in: &bag)
    viewModel.load(7)
    for season in [3, 2, 1, 0] { await library.answer(season) }
    await viewModel.settled()
    #expect(log == ["season 0 +2", "season 2 +2", "season 3 +2", "ended [0, 2, 3] [1]"])
    #expect(viewModel.sections.map(\.number) == [0, 1, 2, 3])
    #expect(viewModel.numberOfItems(inSection: 1) == 0)
    let failed = SeasonID(series: 7, number: 1)
    #expect(viewModel.state(of: failed).error == .service(Refused()))
    library.failing = nil
    viewModel.retry(failed)
    await library.answer(1)
    await viewModel.settled()
    #expect(viewModel.numberOfItems(inSection: 1) == 2)
    #expect(view.violations == [] && view.discrepancies == [])
  }

  @Test("a series that fails says so, and is retried")
  func failedSeries() async {
    let library = Library(seasons: [1], failing: nil)
    library.isClosed = true
    let viewModel = SeriesViewModel(service: library).withoutTimeLimit()
    let (states, continuation) = AsyncStream.makeStream(of: LoadState.Phase.self)
    let token = viewModel.seriesStates.sink { continuation.yield($0.phase) }
    viewModel.load(7)
    var heard = states.makeAsyncIterator()
    #expect(await heard.next() == .loading(page: 1))
    #expect(await heard.next() == .failed(page: 1, .service(Refused())))
    library.isClosed = false
    viewModel.retry()
    #expect(await heard.next() == .loading(page: 1))
    #expect(await heard.next() == .finished)
    #expect(viewModel.series?.id == 7)
    token.cancel()
  }

  @Test("another series takes the place of the first, whose loads are given up; the summary comes all the same")
  func anotherSeries() async {
    let library = Library(seasons: [1, 2], failing: nil)
    let viewModel = SeriesViewModel(service: library).withoutTimeLimit()
    let view = StrictListView(dataSource: viewModel)
    var bag: Set<AnyCancellable> = []
    viewModel.bind(to: view).store(in: &bag)
    var ended: [LoadSummary<SeasonID>] = []
    viewModel.allEnded.sink { ended.append($0) }.store(in: &bag)
    let (insertions, continuation) = AsyncStream.makeStream(of: Void.self)
    viewModel.insertions.sink { _ in continuation.yield() }.store(in: &bag)
    viewModel.load(7)
    await library.answer(1)  // season 2 is never answered
    for await _ in insertions { break }
    viewModel.load(8)
    for season in [1, 2] { await library.answer(season, of: 8) }
    await viewModel.settled()
    #expect(viewModel.sections == [1, 2].map { SeasonID(series: 8, number: $0) })
    #expect(ended.map(\.loaded.count) == [0, 2])
    #expect(ended.map(\.gone.count) == [2, 0])
    #expect(view.violations == [])
  }

  @Test("one that asks for insertions late hears the section in which they were made, though it is gone by then")
  func lateInsertions() async {
    let library = Library(seasons: [1, 2], failing: nil)
    let viewModel = SeriesViewModel(service: library, order: .inOrder).withoutTimeLimit()
    let late = LateSubscriber()
    viewModel.insertions.subscribe(late)
    viewModel.load(7)
    for season in [1, 2] { await library.answer(season) }
    await viewModel.settled()
    viewModel.load(8)
    for season in [1, 2] { await library.answer(season, of: 8) }
    await viewModel.settled()
    late.subscription?.request(.unlimited)
    #expect(late.heard == [7, 7, 8, 8].enumerated().map { SeasonID(series: $1, number: $0 % 2 + 1) })
  }

  @Test("settled waits for the series itself, which is in flight like its seasons")
  func settledKnowsTheSeries() async {
    let library = Library(seasons: [1], failing: nil)
    let viewModel = SeriesViewModel(service: library).withoutTimeLimit()
    viewModel.load(7)
    #expect(viewModel.loadsInFlight == 1)
    async let answered: Void = library.answer(1)
    await viewModel.settled()
    await answered
    #expect(viewModel.series?.id == 7 && viewModel.seriesState.phase == .finished && viewModel.numberOfSections == 1)
  }

  @Test("a series that fails ends with a summary too, so that a spinner stops")
  func failedSeriesSummary() async {
    let library = Library(seasons: [1], failing: nil)
    library.isClosed = true
    let viewModel = SeriesViewModel(service: library).withoutTimeLimit()
    var summaries: [LoadSummary<SeasonID>] = []
    let token = viewModel.allEnded.sink { summaries.append($0) }
    viewModel.load(7)
    await viewModel.settled()
    #expect(summaries == [LoadSummary()])
    #expect(viewModel.seriesState.error == .service(Refused()))
    token.cancel()
  }

  @Test("the seasons of a series load although another, asked for in the turn in which it came in, fails")
  func anotherAskedForInTheSameTurn() async {
    let library = Library(seasons: [1], failing: nil)
    let viewModel = SeriesViewModel(service: library).withoutTimeLimit()
    let token = viewModel.updates.sink { _ in
      guard viewModel.series?.id == 7, !library.isClosed else { return }
      library.isClosed = true
      viewModel.load(8)
    }
    viewModel.load(7)
    await library.answer(1)
    await viewModel.settled()
    #expect(viewModel.series?.id == 7 && viewModel.seriesState.error != nil)
    #expect(viewModel.numberOfItems(inSection: 0) == 2)
    token.cancel()
  }

  @Test("seasons come in as they come, unless another order is asked for")
  func asTheyCome() async {
    let library = Library(seasons: [1, 2], failing: nil)
    let viewModel = SeriesViewModel(service: library).withoutTimeLimit()
    let (insertions, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = viewModel.insertions.sink { season, _ in continuation.yield(season.number) }
    viewModel.load(7)
    await library.answer(2)
    for await number in insertions {
      #expect(number == 2)
      break
    }
    await library.answer(1)
    await viewModel.settled()
    token.cancel()
  }

  @Test("36 seasons that are there at once take one animation, behind that of the sections")
  func oneAnimation() async {
    let viewModel = SeriesViewModel(service: Simpsons()).withoutTimeLimit()
    let view = StrictListView.reporting(viewModel, animation: .manual)
    let binding = viewModel.bind(to: view)
    let (steps, continuation) = AsyncStream.makeStream(of: LoadTrace<SeasonID>.Step.self)
    let token = viewModel.pages.trace.sink { continuation.yield($0.step) }
    viewModel.load(456)
    var answered = 0
    for await case .answered in steps {
      answered += 1
      if answered == 36 { break }
    }
    #expect(view.runningAnimations == 1)  // the sections came in
    view.finishNextAnimation()
    #expect(viewModel.sections.allSatisfy { viewModel.numberOfItems(in: $0) == 1 })
    #expect(view.runningAnimations == 1)  // that of the last season
    view.finishNextAnimation()
    await viewModel.settled()
    #expect(view.discrepancies == [])
    token.cancel()
    binding.cancel()
  }

  @Test("a series without seasons ends with an empty summary")
  func noSeasons() async {
    let viewModel = SeriesViewModel(service: Library(seasons: [], failing: nil)).withoutTimeLimit()
    let (summaries, continuation) = AsyncStream.makeStream(of: LoadSummary<SeasonID>.self)
    let token = viewModel.allEnded.sink { continuation.yield($0) }
    viewModel.load(7)
    for await summary in summaries {
      #expect(summary == LoadSummary())
      break
    }
    token.cancel()
  }
}

private struct Simpsons: SeriesService {
  func series(_ id: Series.ID) async throws -> Series {
    Series(id: id, name: "The Simpsons", seasons: (1...36).map { Season(id: $0, number: $0) })
  }
  func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode> {
    Page(items: [Episode(id: number, name: "\(number).1")], isLast: true)
  }
}

/// Asks for nothing by itself.
private final class LateSubscriber: Subscriber, @unchecked Sendable {  // used on the main actor alone
  var subscription: (any Subscription)?
  var heard: [SeasonID] = []

  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ input: (SeasonID, [IndexPath])) -> Subscribers.Demand {
    heard.append(input.0)
    return .none
  }
  func receive(completion: Subscribers.Completion<Never>) {}
}

/// Series whose seasons answer when the test says so.
@MainActor
private final class Library: SeriesService {
  var failing: Int?
  var isClosed = false
  private let seasons: [Int]
  private var waiting: [SeasonID: CheckedContinuation<Void, Never>] = [:]
  private var testWaits: (id: SeasonID, continuation: CheckedContinuation<Void, Never>)?

  init(seasons: [Int], failing: Int?) {
    self.seasons = seasons
    self.failing = failing
  }

  func series(_ id: Series.ID) async throws -> Series {
    if isClosed { throw Refused() }
    return Series(id: id, name: "Series \(id)", seasons: seasons.map { Season(id: id * 100 + $0, number: $0) })
  }

  func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode> {
    let id = SeasonID(series: series, number: number)
    await withCheckedContinuation { continuation in
      waiting[id] = continuation
      if testWaits?.id == id { testWaits?.continuation.resume() }
    }
    if failing == number { throw Refused() }
    return Page(items: (1...2).map { Episode(id: number * 10 + $0, name: "Episode \(number).\($0)") }, isLast: true)
  }

  /// Answers a season, when it has been asked for.
  func answer(_ number: Int, of series: Series.ID = 7) async {
    let id = SeasonID(series: series, number: number)
    if waiting[id] == nil { await withCheckedContinuation { testWaits = (id, $0) } }
    testWaits = nil
    waiting.removeValue(forKey: id)?.resume()
  }
}
