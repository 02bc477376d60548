/// Where a series screen gets a series, its seasons and their episodes from.
///
/// - Note: A service delivers everywhere: on any thread, in any order, late. The view models do the hop to the main
///   actor. It is called off the main actor and for several seasons at once.
public protocol SeriesService: Sendable {
  /// A series and its seasons, without episodes.
  ///
  /// - Throws: what the screen is to show, a ``ServiceError`` for instance; `CancellationError` when cancelled.
  func series(_ id: Series.ID) async throws -> Series

  /// All episodes of a season, in one page.
  ///
  /// - Parameters:
  ///   - number: the season's ``Season/number``; 0 for the specials.
  ///   - series: the series that it belongs to.
  /// - Throws: what the season's section is to show; `CancellationError` when cancelled.
  func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode>
}
