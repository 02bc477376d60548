/// Where a categories screen gets its dishes from.
///
/// - Note: A service delivers everywhere: on any thread, in any order, late. The view models do the hop to the main
///   actor. It is called off the main actor and for several categories at once.
public protocol DishService: Sendable {
  /// All dishes of a category, in one page.
  ///
  /// - Throws: what the screen is to show, a ``ServiceError`` for instance; `CancellationError` when cancelled.
  func dishes(in category: DishCategory) async throws -> Page<Dish>
}
