/// Loads the pages of a movie search.
///
/// - Note: May return on any thread, in any order, at any time.
public protocol MovieSearchService: Sendable {
  /// Returns a page of the movies that match a query.
  ///
  /// - Parameters:
  ///   - query: the typed text, without surrounding spaces.
  ///   - page: the number of the page, from 1.
  /// - Throws: an error that the screen can show, for instance a ``ServiceError``; `CancellationError` when the task is
  ///   cancelled.
  func movies(matching query: String, page: Int) async throws -> Page<Movie>
}
