import Foundation
import Observation
import Reactive

/// The one section of the search screen.
public enum SearchSection: String, CaseIterable, Sendable {
  /// What was found.
  case results
}

/// Movies as one types: waits until the typing pauses, skips equal queries, and lets the newest query win.
///
/// The results are pages of one section, endless like any other. What was found before stays until the first page of
/// the new query is there, and goes on with its own pages if the new query is cancelled. An empty query empties the
/// list and is never sent.
///
/// ```swift
/// let viewModel = MovieSearchViewModel(service: service)
/// viewModel.bind(to: collectionView).store(in: &cancellables)
/// viewModel.query = searchBar.text ?? ""                    // at every key
/// ```
@MainActor
@Observable
public final class MovieSearchViewModel: PagedListViewModel {
  /// The engine that loads and keeps the results.
  public let pages: PagedList<SearchSection, Movie>

  /// What has been typed; spaces around it do not count.
  public var query = "" { didSet { typed.send(query.trimmingCharacters(in: .whitespacesAndNewlines)) } }

  @ObservationIgnored private let typed = PassthroughSubject<String, Never>()
  @ObservationIgnored private var cancellables: Set<AnyCancellable> = []

  /// Creates an empty list, with nothing typed.
  /// - Parameters:
  ///   - service: Where the movies come from.
  ///   - pause: How long typing must have paused before a query is sent.
  ///   - scheduler: Measures the pause; tests give a `VirtualTimeScheduler`.
  public init(
    service: some MovieSearchService, pause: Duration = .milliseconds(300),
    scheduler: some Scheduler = MainScheduler.main
  ) {
    pages = PagedList(sections: SearchSection.allCases) { _, _ in Page(items: [], isLast: true) }
    typed
      .debounce(for: pause, scheduler: scheduler)
      .removeDuplicates()
      .receive(on: .main)
      .sink { [pages] query in
        pages.refresh(.results) { page in
          // An empty query is answered here: it empties the list, and ends a failure that was shown.
          query.isEmpty ? Page(items: [], isLast: true) : try await service.movies(matching: query, page: page)
        }
      }
      .store(in: &cancellables)
  }
}
