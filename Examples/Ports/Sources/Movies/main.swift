// The movie app: endless lists in sections, appended with insertItems so that the scroll position stays. Its middle layer
// publishes the section and the index paths; the view is updated by hand in a sink.
import Foundation
import ListTesting
import PortSupport
import Reactive
import ViewModels

/// The app's network layer: saved pages of some lists.
struct Cinema: MovieService {
  var pages: [MovieSection: [Data]] = [:]

  func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> {
    try await networkDelay()
    guard let pages = pages[section], pages.indices.contains(page - 1) else { throw URLError(.badServerResponse) }
    var answer = try TMDBMoviePage.decode(pages[page - 1])
    answer.isLast = page == pages.count  // a crawl promises more pages than it holds
    return answer
  }

  /// 55 pages of 20 rows. 18 are repeats: 17 on the page after, one five pages on. The totals move meanwhile.
  static func crawl() throws -> [Data] {
    var rows: [[Int]] = []
    var last = 0
    for page in 1...55 {
      var ids: [Int] = []
      if page % 3 == 0, page < 52 { ids.append(rows[page - 2][7]) }
      if page == 50 { ids.append(rows[44][3]) }
      while ids.count < 20 {
        last += 1
        ids.append(last)
      }
      rows.append(ids)
    }
    return try rows.enumerated().map { position, ids in
      let movies = ids.map { id -> [String: Any] in
        [
          "id": id, "title": "Movie \(id)", "overview": id % 8 == 0 ? "" : "It begins.",
          "poster_path": id % 6 == 0 ? NSNull() : "/\(id).jpg" as Any,
          "backdrop_path": id % 2 == 0 ? NSNull() : "/\(id)b.jpg" as Any,
        ]
      }
      return try JSONSerialization.data(withJSONObject: [
        "page": position + 1, "results": movies, "total_pages": position < 30 ? 56 : 57,
        "total_results": 1_120 + position % 3,
      ])
    }
  }
}

/// The app's screen, with the publisher that its view controller knows.
@MainActor
final class MoviesScreen {
  let viewModel: MoviesViewModel
  let collectionView: StrictListView
  let insertedIndexPaths = PassthroughSubject<(MovieSection, [IndexPath]), Never>()
  private(set) var inserted: [MovieSection: Int] = [:]
  private var cancellables: Set<AnyCancellable> = []

  init(_ cinema: Cinema) {
    viewModel = MoviesViewModel(service: cinema)
    collectionView = StrictListView(animated: viewModel)
    collectionView.reloadAndCount()
    viewModel.insertions
      .sink { [weak self] section, indexPaths in
        guard let self else { return }
        let hold = viewModel.holdCurrentChange()
        collectionView.performBatchUpdates { [collectionView] in
          collectionView.insertItems(at: indexPaths)
        } completion: { _ in
          hold?.release()
        }
        insertedIndexPaths.send((section, indexPaths))
      }
      .store(in: &cancellables)
    insertedIndexPaths
      .receive(on: .main)
      .sink { [weak self] section, indexPaths in self?.inserted[section, default: 0] += indexPaths.count }
      .store(in: &cancellables)
  }

  /// Scrolls each section to its end, all at once, until nothing more comes.
  func scrollToTheEnd() async {
    viewModel.loadFirstPages()
    await viewModel.settled()
    while viewModel.sections.contains(where: { viewModel.state(of: $0).phase == .idle }) {
      for (position, section) in viewModel.sections.enumerated() {
        let count = viewModel.numberOfItems(in: section)
        if count > 0 { viewModel.willDisplay([position, count - 1]) }
      }
      await viewModel.settled()
    }
  }

  func titles(in section: MovieSection) -> [String] { viewModel.items(in: section).map(\.title) }
}

let port = Port("movies")
@MainActor
func check() async throws {
  let crawl = try Cinema.crawl()
  var cinema = Cinema(pages: [.upcoming: crawl, .popular: Array(crawl[0..<30]), .topRated: Array(crawl[0..<20])])
  cinema.pages[.nowPlaying] = Array(crawl[0..<10])

  let screen = MoviesScreen(cinema)
  await screen.scrollToTheEnd()
  let counts = MovieSection.allCases.map { screen.viewModel.numberOfItems(in: $0) }
  port.check(counts == [197, 590, 394, 1_082], "four sections side by side: \(counts) movies, each once")
  port.check(
    screen.inserted == Dictionary(uniqueKeysWithValues: zip(MovieSection.allCases, counts)), "each came by one insert")
  port.check(screen.collectionView)

  try await port.withRealAnswers { read in
    guard let answers = try JSONSerialization.jsonObject(with: read("tmdb/upcoming-2025-04-01.json")) as? [String: Any]
    else {
      return port.check(false, "the crawl is no object")
    }
    let pages = try (1...answers.count).map { try JSONSerialization.data(withJSONObject: answers["page_\($0)"] ?? [:]) }
    let names: [(MovieSection, String)] = [
      (.nowPlaying, "now_playing"), (.popular, "popular"), (.topRated, "top_rated"),
    ]
    var cinema = Cinema(pages: [.upcoming: pages])
    for (section, name) in names { cinema.pages[section] = [try read("tmdb/lists-2023/movie-\(name).json")] }
    let screen = MoviesScreen(cinema)
    await screen.scrollToTheEnd()
    let counts = MovieSection.allCases.map { screen.viewModel.numberOfItems(in: $0) }
    port.check(counts == [20, 20, 20, 1_082], "real lists and a crawl of \(pages.count) pages: \(counts) movies")
    port.check(screen.collectionView)
  }
}

try await check()
port.finish()
