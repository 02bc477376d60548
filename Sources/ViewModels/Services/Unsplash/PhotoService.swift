/// Loads the pages of a photos screen.
///
/// - Note: May return on any thread, in any order, at any time. Called off the main actor.
public protocol PhotoService: Sendable {
  /// Returns a page of photos. The service decides how many.
  ///
  /// - Parameter page: the number of the page, from 1.
  /// - Throws: an error that the screen can show, for instance a ``ServiceError``; `CancellationError` when the task is
  ///   cancelled.
  func photos(page: Int) async throws -> Page<Photo>
}
