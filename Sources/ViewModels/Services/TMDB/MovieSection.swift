/// The four lists of movies, in the order in which a screen shows them.
public enum MovieSection: String, CaseIterable, Identifiable, Hashable, Sendable, Codable {
  /// Movies that are in cinemas.
  case nowPlaying = "now_playing"
  /// The most popular movies.
  case popular
  /// The movies with the best ratings.
  case topRated = "top_rated"
  /// Movies that will be in cinemas soon.
  case upcoming

  /// The section itself.
  public var id: Self { self }

  /// The title in English.
  public var title: String { title(in: Wording()) }

  /// Returns the title in an app's words.
  public func title(in wording: Wording) -> String {
    switch self {
    case .nowPlaying: wording.nowPlaying
    case .popular: wording.popular
    case .topRated: wording.topRated
    case .upcoming: wording.upcoming
    }
  }

  /// The path of the list below TMDB's base URL.
  public var path: String { "movie/\(rawValue)" }
}
