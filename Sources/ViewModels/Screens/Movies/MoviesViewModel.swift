import Observation

/// Movie lists as sections, each endless, loading side by side.
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

  @ObservationIgnored private let wording: Wording

  /// Creates empty sections, without loading anything.
  ///
  /// - Parameters:
  ///   - service: Where the movies come from.
  ///   - sections: The lists to show, in order, each once.
  ///   - maximumLoads: How many pages load at a time.
  ///   - prefetchDistance: How many items before the end of a section its next page is loaded.
  ///   - other: A list that will share a list view with this one; their changes wait in one queue.
  ///   - wording: The words of the titles.
  public init(
    service: some MovieService, sections: [MovieSection] = MovieSection.allCases, maximumLoads: Int = 4,
    prefetchDistance: Int = 10, sharing other: (any GatedList)? = nil, wording: Wording = Wording()
  ) {
    self.wording = wording
    pages = PagedList(
      sections: sections, maximumLoads: maximumLoads, prefetchDistance: prefetchDistance, sharing: other
    ) { section, page in
      try await service.movies(in: section, page: page.number)
    }
  }

  /// Returns the title of the section at this position, which must be in range.
  public func title(ofSection section: Int) -> String { wording.title(of: pages.section(at: section)) }
}

extension MoviesViewModel {
  /// The titles of the sections, in English until an app replaces them.
  ///
  /// ```swift
  /// var wording = MoviesViewModel.Wording()
  /// wording.popular = "인기"
  /// let viewModel = MoviesViewModel(service: service, wording: wording)
  /// ```
  public struct Wording: Sendable {
    /// The title of ``MovieSection/nowPlaying``.
    public var nowPlaying = "Now Playing"
    /// The title of ``MovieSection/popular``.
    public var popular = "Popular"
    /// The title of ``MovieSection/topRated``.
    public var topRated = "Top Rated"
    /// The title of ``MovieSection/upcoming``.
    public var upcoming = "Upcoming"

    /// Creates the English wording.
    public init() {}

    /// Returns the title of a section.
    public func title(of section: MovieSection) -> String {
      switch section {
      case .nowPlaying: nowPlaying
      case .popular: popular
      case .topRated: topRated
      case .upcoming: upcoming
      }
    }
  }
}
