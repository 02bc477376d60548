import Foundation
import Observation
import Reactive

/// The one section of the search screen.
public enum SearchSection: String, CaseIterable, Sendable {
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
  /// The query that the list shows or waits for; nil if the newest one was given up.
  @ObservationIgnored private var newest: String?
  @ObservationIgnored private var generation = 0
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
    pages.loadStates.sink { [weak self] in self?.follow($1) }.store(in: &cancellables)
    typed
      .debounce(for: pause, scheduler: scheduler)
      .receive(on: .main)
      .sink { [weak self] in self?.search(for: $0, in: service) }
      .store(in: &cancellables)
  }

  private func search(for query: String, in service: some MovieSearchService) {
    guard query != newest else { return }
    newest = query
    pages.refresh(.results) { page in
      // An empty query is answered here: it empties the list, and ends a failure that was shown.
      query.isEmpty ? Page(items: [], isLast: true) : try await service.movies(matching: query, page: page)
    }
  }

  private func follow(_ state: LoadState) {
    // A generation that begins without a load is a cancelled one.
    let isCancelled = state.generation != generation && !state.isLoading
    generation = state.generation
    if case .failed(page: 1, _) = state.phase { newest = nil }
    if isCancelled { newest = nil }
  }
}
