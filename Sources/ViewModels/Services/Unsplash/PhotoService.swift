/// Where a photos screen gets its pages from.
///
/// - Note: A service delivers everywhere: on any thread, in any order, late. The view models do the hop to the main
///   actor. It is called off the main actor.
public protocol PhotoService: Sendable {
  /// One page of photos; its size is the service's to say.
  ///
  /// - Parameter page: from 1.
  /// - Throws: what the screen is to show, a ``ServiceError`` for instance; `CancellationError` when cancelled.
  func photos(page: Int) async throws -> Page<Photo>
}
