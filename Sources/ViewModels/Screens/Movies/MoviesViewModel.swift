import Observation

/// Four movie lists as sections, each endless, loading side by side.
///
/// ```swift
/// let viewModel = MoviesViewModel(service: service)
/// viewModel.bind(to: collectionView).store(in: &cancellables)
/// viewModel.loadFirstPages()
/// ```
@MainActor
@Observable
public final class MoviesViewModel: PagedListViewModel {
  /// The list of movies, and its loading.
  public let pages: PagedList<MovieSection, Movie>

  /// Creates empty sections, without loading anything.
  ///
  /// - Parameters:
  ///   - service: Where the movies come from.
  ///   - maximumLoads: How many pages load at a time.
  ///   - prefetchDistance: How many items before the end of a section its next page is loaded.
  public init(service: some MovieService, maximumLoads: Int = 4, prefetchDistance: Int = 10) {
    pages = PagedList(
      sections: MovieSection.allCases, maximumLoads: maximumLoads, prefetchDistance: prefetchDistance
    ) { section, page in
      try await service.movies(in: section, page: page)
    }
  }

  /// Loads the first page of every section that has not loaded yet. Each page is shown as soon as it arrives. A section
  /// that has failed waits for ``PagedListViewModel/retry(_:)``.
  public func loadFirstPages() { pages.loadFirstPages() }
}
