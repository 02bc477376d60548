// The series app: a series, then a request for each season, and a callback that may never come. Each season is shown as
// it arrives; one that fails, or never answers, stays empty and can be retried; one summary ends the spinner.
import Foundation
import ListTesting
import PortSupport
import Reactive
import ViewModels

/// The app's network layer. As there, a season that can't be decoded never calls back.
final class NetworkManager: Sendable {
  let details: Data
  let seasons: [Int: Data]
  /// Seasons whose callback never comes.
  let silent: Set<Int>

  init(details: Data, seasons: [Int: Data], silent: Set<Int> = []) {
    (self.details, self.seasons, self.silent) = (details, seasons, silent)
  }

  func fetchSeason(_ number: Int, completion: @escaping @Sendable (Data?) -> Void) {
    guard !silent.contains(number) else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(.random(in: 1...8))) { [seasons] in
      completion(seasons[number])
    }
  }
}

/// The network layer as a service.
struct Library: SeriesService {
  let manager: NetworkManager

  func series(_ id: Series.ID) async throws -> Series {
    try await networkDelay()
    return try TMDBSeries.decode(manager.details)
  }

  func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode> {
    // Not resumed for a callback that never comes; the list's time limit ends the load.
    let (answers, sender) = AsyncStream.makeStream(of: Data?.self)
    manager.fetchSeason(number) {
      sender.yield($0)
      sender.finish()
    }
    for await answer in answers {
      guard let answer else { throw URLError(.fileDoesNotExist) }
      return try TMDBSeries.decodeSeason(answer, number: number)
    }
    throw CancellationError()
  }
}

/// The app's screen.
@MainActor
final class SeriesScreen {
  let viewModel: SeriesViewModel
  let table: StrictListView
  private(set) var ends: [LoadSummary<SeasonID>] = []
  private(set) var shown: [Int] = []
  private var cancellables: Set<AnyCancellable> = []

  init(_ manager: NetworkManager) {
    viewModel = SeriesViewModel(service: Library(manager: manager))
    viewModel.pages.timeLimit = .milliseconds(300)
    table = StrictListView(animated: viewModel, kind: .tableView)
    viewModel.bind(to: table).store(in: &cancellables)
    viewModel.insertions.sink { [weak self] season, _ in self?.shown.append(season.number) }.store(in: &cancellables)
    viewModel.allEnded.sink { [weak self] in self?.ends.append($0) }.store(in: &cancellables)
  }

  var rows: [Int] { viewModel.sections.indices.map(viewModel.numberOfItems) }
}

func details(seasons: ClosedRange<Int>) throws -> Data {
  let list = seasons.map {
    ["id": 100 + $0, "season_number": $0, "name": $0 == 0 ? "Specials" : "Season \($0)"] as [String: Any]
  }
  return try JSONSerialization.data(withJSONObject: ["id": 7, "name": "A series", "seasons": list])
}

func season(_ number: Int, episodes: Int) throws -> Data {
  let list = (1...episodes).map {
    ["id": number * 100 + $0, "name": "Episode \($0)", "episode_number": $0, "season_number": number] as [String: Any]
  }
  return try JSONSerialization.data(withJSONObject: ["season_number": number, "episodes": list])
}

let port = Port("series")

@MainActor
func check() async throws {
  // Specials and eight seasons of ten, of which the third never answers and the fifth is not there.
  let answers = try (0...8).filter { $0 != 5 }.map { ($0, try season($0, episodes: 10)) }
  let screen = SeriesScreen(
    NetworkManager(
      details: try details(seasons: 0...8), seasons: Dictionary(uniqueKeysWithValues: answers), silent: [3]))
  screen.viewModel.load(7)
  await screen.viewModel.settled()
  port.check(
    screen.rows == [10, 10, 10, 0, 10, 0, 10, 10, 10],
    "seasons \(screen.shown) have come in, each by itself: \(screen.rows)")
  port.check(
    screen.ends.count == 1 && screen.ends.first?.failed.map(\.number) == [3, 5],
    "one end of all; seasons 3 and 5 failed")
  if case .timedOut? = screen.viewModel.state(of: SeasonID(series: 7, number: 3)).error {
    port.check(true, "the season that never answers has timed out")
  } else {
    port.check(false, "the season that never answers has timed out")
  }
  port.check(screen.table)

  // A series that can't be loaded ends with a summary, too.
  let absent = SeriesScreen(NetworkManager(details: Data("{}".utf8), seasons: [:]))
  absent.viewModel.load(7)
  await absent.viewModel.settled()
  port.check(
    absent.ends.map(\.loaded) == [[]] && absent.viewModel.seriesState.error != nil,
    "a series that fails ends the spinner"
  )

  try await port.withRealAnswers { read in
    let screen = SeriesScreen(
      NetworkManager(
        details: try read("tmdb/tv/tv-1399-details.json"), seasons: [1: try read("tmdb/tv/tv-1399-season-1.json")]))
    screen.viewModel.load(1399)
    await screen.viewModel.settled()
    port.check(
      screen.rows == [0, 10, 0, 0, 0, 0, 0, 0, 0], "a real series with the answer of season 1: \(screen.rows)")
    port.check(screen.ends.map(\.failed.count) == [8], "the other eight have failed, and can be retried")
    port.check(screen.table)
  }
}

try await check()
port.finish()
