/// The four lists of movies, in the order in which a screen shows them.
public enum MovieSection: String, CaseIterable, Identifiable, Hashable, Sendable {
  /// In the cinemas.
  case nowPlaying = "now_playing"
  /// Looked at most.
  case popular
  /// Rated best.
  case topRated = "top_rated"
  /// In the cinemas soon.
  case upcoming

  /// The section itself.
  public var id: Self { self }

  /// A heading.
  public var title: String {
    switch self {
    case .nowPlaying: "Now Playing"
    case .popular: "Popular"
    case .topRated: "Top Rated"
    case .upcoming: "Upcoming"
    }
  }

  /// Where TMDB serves the list, below the base URL.
  public var path: String { "movie/\(rawValue)" }
}
