/// Loads a series, its seasons and their episodes.
///
/// - Note: May return on any thread, in any order, at any time. Called off the main actor, for several
///   seasons at once.
public protocol SeriesService: Sendable {
  /// Returns a series with its seasons, without episodes.
  ///
  /// - Throws: an error that the screen can show, for instance a ``ServiceError``; `CancellationError` when the task is
  ///   cancelled.
  func series(_ id: Series.ID) async throws -> Series

  /// Returns all episodes of a season, in one page.
  ///
  /// - Parameters:
  ///   - number: the season's ``Season/number``; 0 for the specials.
  ///   - series: the series of the season.
  /// - Throws: an error that the season's section can show; `CancellationError` when the task is cancelled.
  func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode>
}
