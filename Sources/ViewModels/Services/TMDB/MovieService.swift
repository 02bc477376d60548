import Foundation

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

  /// The path of the list below TMDB's base URL.
  public var path: String { "movie/\(rawValue)" }
}

/// Loads the pages of a movies screen.
///
/// Conform to use a service of your own:
///
/// ```swift
/// struct Favourites: MovieService {
///   func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> {
///     Page(items: [Movie(id: 550, title: "Fight Club")], number: page, isLast: true)
///   }
/// }
/// ```
///
/// - Note: May return on any thread, in any order, at any time. Called off the main actor, for several
///   sections at once.
public protocol MovieService: Sendable {
  /// Returns a page of a section.
  ///
  /// - Parameters:
  ///   - section: The section of the page.
  ///   - page: The number of the page, from 1.
  /// - Throws: An error that the screen can show, for instance a ``ServiceError``; `CancellationError` when the task is
  ///   cancelled.
  func movies(in section: MovieSection, page: Int) async throws -> Page<Movie>
}

/// Loads the pages of a movie search.
///
/// - Note: May return on any thread, in any order, at any time.
public protocol MovieSearchService: Sendable {
  /// Returns a page of the movies that match a query.
  ///
  /// - Parameters:
  ///   - query: The typed text, without surrounding spaces.
  ///   - page: The number of the page, from 1.
  /// - Throws: An error that the screen can show, for instance a ``ServiceError``; `CancellationError` when the task is
  ///   cancelled.
  func movies(matching query: String, page: Int) async throws -> Page<Movie>
}

/// TMDB's movie lists and its search, over the network.
///
/// ```swift
/// let token = try AccessToken(contentsOf: tokenFile)
/// let service = try LiveMovieService(token: token, language: "ko-KR")
/// let page = try await service.movies(in: .popular, page: 1)
/// ```
public struct LiveMovieService: MovieService, MovieSearchService {
  private let service: JSONService
  private let listQuery: [URLQueryItem]

  /// Creates a service that requests TMDB's API.
  ///
  /// - Parameters:
  ///   - address: The base URL.
  ///   - token: A TMDB access token.
  ///   - language: `ko-KR` for instance. Nil for TMDB's default.
  ///   - region: `KR` for instance. Decides which movies are in cinemas.
  ///   - client: Sends the requests.
  /// - Throws: ``ServiceError``, `badConfiguration`, if the token would be sent unencrypted.
  public init(
    _ address: ServiceAddress = .tmdb, token: AccessToken, language: String? = nil, region: String? = nil,
    client: any HTTPClient = .standard
  ) throws {
    service = try TMDB.service(address, token: token, client: client)
    listQuery = [URLQueryItem](["language": language, "region": region])
  }

  /// Returns a page of a list. Pages beyond ``TMDBMoviePage/lastUsablePage`` are empty and last, without a request.
  public func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> {
    try await movies(section.path, [], page)
  }

  /// Returns a page of the movies that match a query. An empty query matches nothing, without a request.
  public func movies(matching query: String, page: Int) async throws -> Page<Movie> {
    let query = query.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !query.isEmpty else { return Page(items: [], number: page, isLast: true) }
    return try await movies("search/movie", [URLQueryItem(name: "query", value: query)], page)
  }

  private func movies(_ path: String, _ query: [URLQueryItem], _ page: Int) async throws -> Page<Movie> {
    guard page >= 1 else { throw ServiceError(.badConfiguration("pages are counted from 1")) }
    guard page <= TMDBMoviePage.lastUsablePage else { return Page(items: [], number: page, isLast: true) }
    let query = query + listQuery + [URLQueryItem(name: "page", value: "\(page)")]
    do {
      return try await service.get(path, query: query, lane: path) { try TMDBMoviePage.decode($0) }
    } catch let error as ServiceError {
      guard case .refused(_, TMDBStatus.invalidPage, _, _) = error.kind else { throw error }
      return Page(items: [], number: page, isLast: true)
    }
  }
}
