import Foundation
import Observation
import Reactive

/// The one section of the search screen.
public enum SearchSection: String, CaseIterable, Sendable, Codable {
  /// All results.
  case results
}

/// Searches for movies while the user types: waits until typing pauses, skips equal queries, and lets the newest query
/// win.
///
/// The results are pages of one section, endless like any other. Earlier results stay until the first page of the new
/// query arrives, and continue with their own pages if the new query is cancelled. A query that was cancelled, or whose
/// first page failed, is sent again if it is typed again. An empty query empties the list and is never sent.
///
/// ```swift
/// let viewModel = MovieSearchViewModel(service: service)
/// viewModel.bind(to: collectionView).store(in: &cancellables)
/// viewModel.query = searchBar.text ?? ""                    // on every keystroke
/// ```
@MainActor
@Observable
public final class MovieSearchViewModel: PagedListViewModel {
  /// The list of results, and its loading.
  public let pages: PagedList<SearchSection, Movie>

  /// The text that the user has typed. Spaces around it are ignored.
  public var query = "" { didSet { typed.send(query.trimmingCharacters(in: .whitespacesAndNewlines)) } }

  @ObservationIgnored private let typed = PassthroughSubject<String, Never>()
  /// The newest query, and its load.
  @ObservationIgnored private var sent: (query: String, load: BegunLoads<SearchSection>)?
  @ObservationIgnored private var cancellables: Set<AnyCancellable> = []

  /// Creates a search with an empty query and no results.
  ///
  /// - Parameters:
  ///   - service: Where the movies come from.
  ///   - pause: How long typing must have paused before a query is sent.
  ///   - scheduler: Measures the pause; tests pass a `VirtualTimeScheduler`.
  public init(
    service: some MovieSearchService, pause: Duration = .milliseconds(300),
    scheduler: some Scheduler = MainScheduler.main
  ) {
    pages = PagedList(sections: SearchSection.allCases) { _, _ in Page(items: [], isLast: true) }
    typed
      .debounce(for: pause, scheduler: scheduler)
      .receive(on: .main)
      .sink { [weak self] in self?.search(for: $0, in: service) }
      .store(in: &cancellables)
  }

  private func search(for query: String, in service: some MovieSearchService) {
    let state = pages.state(of: .results)
    // What is on its way or shown is not asked for again. After a cancel, or a refresh by others, it is.
    if let sent, sent.query == query, sent.load.generation == state.generation, state.refresh.error == nil { return }
    let load = pages.refresh(.results) { page in
      // An empty query is answered here: it empties the list, and ends a failure that was shown.
      query.isEmpty ? Page(items: [], isLast: true) : try await service.movies(matching: query, page: page.number)
    }
    sent = (query, load)
  }
}
