import Foundation

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
  ///   - address: the base URL.
  ///   - token: a TMDB access token.
  ///   - language: `ko-KR` for instance. Nil for TMDB's default.
  ///   - region: `KR` for instance. Decides which movies are in cinemas.
  ///   - client: sends the requests.
  /// - Throws: ``ServiceError``, `badConfiguration`, if the token would be sent unencrypted.
  public init(
    _ address: ServiceAddress = .tmdb, token: AccessToken, language: String? = nil, region: String? = nil,
    client: any HTTPClient = RetryingClient(LimitedClient(URLSessionClient()))
  ) throws {
    service = try TMDB.service(address, token: token, client: client)
    listQuery = TMDB.query(["language": language, "region": region])
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

  /// Returns the base URL and the sizes of TMDB's images.
  public func imageConfiguration() async throws -> ImageConfiguration {
    try await service.get("configuration", lane: "configuration") { try ImageConfiguration.decode($0) }
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
