import Foundation

/// Loads a series, its seasons and their episodes.
///
/// - Note: May return on any thread, in any order, at any time. Called off the main actor, for several
///   seasons at once.
public protocol SeriesService: Sendable {
  /// Returns a series with its seasons, without episodes.
  ///
  /// - Throws: An error that the screen can show, for instance a ``ServiceError``; `CancellationError` when the task is
  ///   cancelled.
  func series(_ id: Series.ID) async throws -> Series

  /// Returns all episodes of a season, in one page.
  ///
  /// - Parameters:
  ///   - number: The season's ``Season/number``; 0 for the specials.
  ///   - series: The series of the season.
  /// - Throws: An error that the season's section can show; `CancellationError` when the task is cancelled.
  func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode>
}

/// TMDB's series, over the network.
public struct LiveSeriesService: SeriesService {
  private let service: JSONService
  private let query: [URLQueryItem]

  /// Creates a service that requests TMDB's API.
  ///
  /// - Parameters:
  ///   - address: The base URL.
  ///   - token: A TMDB access token.
  ///   - language: `ko-KR` for instance. Nil for TMDB's default.
  ///   - client: Sends the requests.
  /// - Throws: ``ServiceError``, `badConfiguration`, if the token would be sent unencrypted.
  public init(
    _ address: ServiceAddress = .tmdb, token: AccessToken, language: String? = nil,
    client: any HTTPClient = .standard
  ) throws {
    service = try TMDB.service(address, token: token, client: client)
    query = [URLQueryItem](["language": language])
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
