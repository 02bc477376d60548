/// Loads the page of a dish.
///
/// - Note: May return on any thread, in any order, at any time. Called off the main actor.
public protocol DishDetailService: Sendable {
  /// Returns a dish's page.
  ///
  /// - Throws: an error that the screen can show, for instance a ``ServiceError``; `CancellationError` when the task is
  ///   cancelled.
  func detail(of dish: Dish.ID) async throws -> DishDetail
}
