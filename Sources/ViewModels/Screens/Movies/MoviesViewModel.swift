import Observation

/// TMDB's four movie lists as sections, each endless, loading side by side.
///
/// ```swift
/// let viewModel = MoviesViewModel(service: service)
/// viewModel.bind(to: collectionView).store(in: &cancellables)
/// viewModel.loadFirstPages()
/// ```
@MainActor
@Observable
public final class MoviesViewModel: PagedListViewModel {
  /// The engine that loads and keeps the movies.
  public let pages: PagedList<MovieSection, Movie>

  /// Empty sections; nothing loads until it is asked for.
  /// - Parameters:
  ///   - service: where the movies come from.
  ///   - maximumLoads: how many pages may be on their way at a time.
  ///   - prefetchDistance: so many items before the end of a section the next page is asked for.
  public init(service: some MovieService, maximumLoads: Int = 4, prefetchDistance: Int = 10) {
    pages = PagedList(
      sections: MovieSection.allCases, maximumLoads: maximumLoads, prefetchDistance: prefetchDistance
    ) { section, page in
      try await service.movies(in: section, page: page)
    }
  }

  /// Asks for the first page of every section for which none has been asked; each comes in as soon as it is there. One
  /// that has failed waits for ``PagedListViewModel/retry(_:)``.
  public func loadFirstPages() { pages.loadFirstPages() }
}
