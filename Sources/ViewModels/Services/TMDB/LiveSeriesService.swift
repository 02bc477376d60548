import Foundation

/// TMDB's series, over the network.
public struct LiveSeriesService: SeriesService {
  private let service: JSONService
  private let query: [URLQueryItem]

  /// Creates a service that requests TMDB's API.
  ///
  /// - Parameters:
  ///   - address: the base URL.
  ///   - token: a TMDB access token.
  ///   - language: `ko-KR` for instance. Nil for TMDB's default.
  ///   - client: sends the requests.
  /// - Throws: ``ServiceError``, `badConfiguration`, if the token would be sent unencrypted.
  public init(
    _ address: ServiceAddress = .tmdb, token: AccessToken, language: String? = nil,
    client: any HTTPClient = RetryingClient(LimitedClient(URLSessionClient()))
  ) throws {
    service = try TMDB.service(address, token: token, client: client)
    query = TMDB.query(["language": language])
  }

  /// Returns a series; see ``SeriesService/series(_:)``.
  public func series(_ id: Series.ID) async throws -> Series {
    try await service.get("tv/\(id)", query: query, lane: "tv/\(id)") { try TMDBSeries.decode($0) }
  }

  /// Returns a season's episodes; see ``SeriesService/episodes(ofSeason:in:)``. An answer for another season is
  /// `unreadable`.
  public func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode> {
    try await service.get("tv/\(series)/season/\(number)", query: query, lane: "tv/\(series)") { data in
      try TMDBSeries.decodeSeason(data, number: number)
    }
  }
}
