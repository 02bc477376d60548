/// Where a search as one types gets its pages from.
///
/// - Note: A service delivers everywhere: on any thread, in any order, late. The view models do the hop to the main
///   actor.
public protocol MovieSearchService: Sendable {
  /// One page of what matches a query.
  ///
  /// - Parameters:
  ///   - query: as it was typed, without spaces around it.
  ///   - page: from 1.
  /// - Throws: what the screen is to show, a ``ServiceError`` for instance; `CancellationError` when cancelled.
  func movies(matching query: String, page: Int) async throws -> Page<Movie>
}
