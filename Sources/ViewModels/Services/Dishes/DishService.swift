/// Loads the dishes of a categories screen.
///
/// - Note: May return on any thread, in any order, at any time. Called off the main actor, for several
///   categories at once.
public protocol DishService: Sendable {
  /// Returns all dishes of a category, in one page.
  ///
  /// - Throws: an error that the screen can show, for instance a ``ServiceError``; `CancellationError` when the task is
  ///   cancelled.
  func dishes(in category: DishCategory) async throws -> Page<Dish>
}
