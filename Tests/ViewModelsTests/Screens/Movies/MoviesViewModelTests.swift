import Foundation
import ListTesting
import ListViewModelsTestSupport
import Observation
import Reactive
import Synchronization
import Testing

@testable import ListEngine
@testable import ViewModels

@MainActor
@Suite("The movie screen", .leavesNothing)
struct MoviesViewModelTests {
  @Test("four sections load side by side into a strict view, each through events of its own")
  func fourSections() async {
    let viewModel = MoviesViewModel(service: Invented(pages: 3)).withoutTimeLimit()
    let view = StrictListView(dataSource: viewModel) { viewModel.item(at: $0)?.title ?? "" }
    let token = viewModel.bind(to: view)
    for _ in 1...3 {
      for section in MovieSection.allCases { viewModel.loadNextPage(in: section) }
      await viewModel.settled()
    }
    #expect(MovieSection.allCases.map { viewModel.numberOfItems(in: $0) } == [60, 60, 60, 60])
    #expect(MovieSection.allCases.allSatisfy { viewModel.state(of: $0).phase == .finished })
    #expect(view.violations == [] && view.discrepancies == [])
    token.cancel()
  }

  @Test("the movie app's own lines keep its collection view consistent")
  func movieApp() async {
    let screen = MovieScreen(MoviesViewModel(service: Invented(pages: 2)).withoutTimeLimit())
    screen.viewDidLoad()
    await screen.viewModel.settled()
    screen.viewModel.willDisplay([1, 19])
    await screen.viewModel.settled()
    #expect(screen.collectionView.violations == [])
    #expect(screen.collectionView.numberOfItems(inSection: 1) == 40)
    #expect(screen.inserted == [20, 20, 20, 20, 20])
  }

  @Test(
    "by hand: four sections' inserts overlap 0 times, since the hold waits for each animation",
    arguments: [true, false])
  func byHand(holds: Bool) async {
    let screen = MovieScreen(MoviesViewModel(service: Invented(pages: 2)).withoutTimeLimit(), holds: holds)
    screen.collectionView.animation = .manual
    screen.collectionView.acceptsOverlaps = true
    screen.viewDidLoad()
    while screen.viewModel.loadsInFlight > 0 {
      await Task { @MainActor in }.value
      screen.collectionView.finishNextAnimation()
    }
    for section in 0..<4 { screen.viewModel.willDisplay([section, 19]) }
    while screen.viewModel.loadsInFlight > 0 {
      await Task { @MainActor in }.value
      screen.collectionView.finishNextAnimation()
    }
    #expect(screen.inserted == Array(repeating: 20, count: 8))
    #expect(screen.collectionView.violations == [])
    #expect((screen.collectionView.overlappingBatches == 0) == holds)
  }

  @Test("items and places are found by index path, by section and by id")
  func lookups() async throws {
    let viewModel = MoviesViewModel(service: Invented(pages: 1)).withoutTimeLimit()
    viewModel.loadFirstPages()
    await viewModel.settled()
    let movie = try #require(viewModel.item(at: [2, 5]))
    #expect(viewModel.items(in: .topRated)[5] == movie)
    #expect(viewModel.item(movie.id, in: .topRated) == movie)
    #expect(viewModel.indexPath(of: movie.id, in: .topRated) == [2, 5])
    #expect(viewModel.indexPath(of: -1, in: .topRated) == nil)
  }

  @Test("a real crawl of 55 pages: 1,082 items out of 1,100, in contiguous inserts", .enabled(if: SharedData.isPresent))
  func crawl() async throws {
    let viewModel = MoviesViewModel(service: try Crawl(SharedData.read("tmdb/upcoming-2025-04-01.json")))
      .withoutTimeLimit()
    let view = StrictListView(dataSource: viewModel) { viewModel.item(at: $0)?.title ?? "" }
    var bag: Set<AnyCancellable> = []
    viewModel.bind(to: view).store(in: &bag)
    var inserted: [IndexPath] = []
    viewModel.insertions.sink { inserted += $1 }.store(in: &bag)
    for _ in 1...55 {
      viewModel.loadNextPage(in: .upcoming)
      await viewModel.settled()
    }
    #expect(viewModel.numberOfItems(in: .upcoming) == 1_082)
    #expect(viewModel.state(of: .upcoming).repeats == 18)
    #expect(inserted == (0..<1_082).map { [3, $0] })
    #expect(view.violations == [] && view.discrepancies == [])
  }

  /// What a front end reads, by name.
  nonisolated static let questions: [(name: String, ask: @MainActor @Sendable (MoviesViewModel) -> Void)] = [
    ("items(in:)", { _ = $0.items(in: .popular).count }),
    ("numberOfItems(inSection:)", { _ = $0.numberOfItems(inSection: 1) }),
    ("indexPath(of:in:)", { _ = $0.indexPath(of: 1, in: .popular) }),
    ("state(of:)", { _ = $0.state(of: .popular) }),
    ("loadsInFlight", { _ = $0.loadsInFlight }),
  ]

  @Test("a view model is observable: each answer is seen to change", arguments: questions.indices)
  func observable(question: Int) async {
    let viewModel = MoviesViewModel(service: Invented(pages: 1)).withoutTimeLimit()
    let changes = Mutex(0)
    withObservationTracking {
      Self.questions[question].ask(viewModel)
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    #expect(changes.withLock(\.self) == 0)
    viewModel.loadFirstPages()
    await viewModel.settled()
    #expect(changes.withLock(\.self) == 1, "\(Self.questions[question].name)")
    #expect(viewModel.items(in: .popular).count == 20)
  }

  @Test("placeholders are seen to come, before any item does")
  func observablePlaceholders() async {
    let viewModel = MoviesViewModel(service: Invented(pages: 1)).withoutTimeLimit()
    let changes = Mutex(0)
    withObservationTracking {
      _ = viewModel.numberOfItems(in: .popular)
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    viewModel.pages.showPlaceholders(3)
    #expect(changes.withLock(\.self) == 1)
    #expect(viewModel.numberOfItems(in: .popular) == 3)
  }
}

/// Twenty new movies a page, and so many pages a section.
private struct Invented: MovieService {
  let pages: Int

  func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> {
    let movies = (0..<20).map { #"{"id": \#(page * 100 + $0), "title": "\#(section.rawValue) \#(page).\#($0)"}"# }
    let json = #"{"page": \#(page), "results": [\#(movies.joined(separator: ","))], "total_pages": \#(pages)}"#
    return try TMDBMoviePage.decode(Data(json.utf8))
  }
}

/// A saved crawl of one list.
private struct Crawl: MovieService {
  let pages: [Int: Data]

  init(_ file: Data) throws {
    let answers = try #require(JSONSerialization.jsonObject(with: file) as? [String: Any])
    pages = try Dictionary(
      uniqueKeysWithValues: answers.map { key, answer in
        (try #require(Int(key.dropFirst("page_".count))), try JSONSerialization.data(withJSONObject: answer))
      })
  }

  func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> {
    try TMDBMoviePage.decode(pages[page] ?? Data())
  }
}

/// A screen as the movie app writes it.
@MainActor
private final class MovieScreen {
  let viewModel: MoviesViewModel
  let collectionView: StrictListView
  var inserted: [Int] = []
  private var cancellables: Set<AnyCancellable> = []

  private let holds: Bool

  init(_ viewModel: MoviesViewModel, holds: Bool = true) {
    (self.viewModel, self.holds) = (viewModel, holds)
    collectionView = StrictListView(dataSource: viewModel)
    collectionView.onViolation = { _ in }
  }

  func viewDidLoad() {
    collectionView.reloadData()
    collectionView.layoutIfNeeded()
    viewModel.insertions
      .receive(on: .main)
      .sink { [weak self] type, indexPaths in
        let hold = self?.holds == true ? self?.viewModel.holdCurrentChange() : nil
        self?.collectionView.performBatchUpdates {
          self?.collectionView.insertItems(at: indexPaths)
        } completion: { _ in
          hold?.release()
        }
      }
      .store(in: &cancellables)
    viewModel.insertions
      .sink { [weak self] _, indexPaths in self?.inserted.append(indexPaths.count) }
      .store(in: &cancellables)
    viewModel.loadFirstPages()
  }
}
