import Foundation

/// TMDB's series, over the network.
public struct LiveSeriesService: SeriesService {
  private let service: JSONService
  private let query: [URLQueryItem]

  /// A service that asks TMDB, or whoever answers in its place.
  ///
  /// - Parameters:
  ///   - address: where the service lives.
  ///   - token: what TMDB knows its callers by.
  ///   - language: as in `ko-KR`; TMDB's choice if nil.
  ///   - client: sends the requests.
  /// - Throws: ``ServiceError``, `badConfiguration`, if the token would go where others can read it.
  public init(
    _ address: ServiceAddress = .tmdb, token: AccessToken, language: String? = nil,
    client: any HTTPClient = RetryingClient(LimitedClient(URLSessionClient()))
  ) throws {
    service = try TMDB.service(address, token: token, client: client)
    query = TMDB.query(["language": language])
  }

  /// A series; see ``SeriesService/series(_:)``.
  public func series(_ id: Series.ID) async throws -> Series {
    try await service.get("tv/\(id)", query: query, lane: "tv/\(id)") { try TMDBSeries.decode($0) }
  }

  /// A season; see ``SeriesService/episodes(ofSeason:in:)``. The answer for another season is unreadable.
  public func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode> {
    try await service.get("tv/\(series)/season/\(number)", query: query, lane: "tv/\(series)") { data in
      try TMDBSeries.decodeSeason(data, number: number)
    }
  }
}
