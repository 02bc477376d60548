import Foundation

/// The three lists of dishes, in the order in which a screen shows them.
///
/// Not called `Category`, because the Objective-C runtime has a type of that name and an app that imports both could use
/// neither.
public enum DishCategory: String, CaseIterable, Identifiable, Hashable, Sendable, Codable {
  /// Main dishes.
  case main
  /// Soups and stews.
  case soup
  /// Side dishes.
  case side

  /// The category itself.
  public var id: Self { self }
}

/// Loads the dishes of a categories screen.
///
/// - Note: May return on any thread, in any order, at any time. Called off the main actor, for several
///   categories at once.
public protocol DishService: Sendable {
  /// Returns all dishes of a category, in one page.
  ///
  /// - Throws: An error that the screen can show, for instance a ``ServiceError``; `CancellationError` when the task is
  ///   cancelled.
  func dishes(in category: DishCategory) async throws -> Page<Dish>
}

/// Loads the page of a dish.
///
/// - Note: May return on any thread, in any order, at any time. Called off the main actor.
public protocol DishDetailService: Sendable {
  /// Returns a dish's page.
  ///
  /// - Throws: An error that the screen can show, for instance a ``ServiceError``; `CancellationError` when the task is
  ///   cancelled.
  func detail(of dish: Dish.ID) async throws -> DishDetail
}

/// The catalogue of side dishes, over the network.
public struct LiveDishService: DishService, DishDetailService {
  private let service: JSONService

  /// Creates a service that requests `main`, `soup`, `side` and `detail/ID` below an address.
  public init(_ address: ServiceAddress, client: any HTTPClient = .standard) {
    service = JSONService(address, client: client)
  }

  /// Returns a category's dishes; see ``DishService/dishes(in:)``.
  public func dishes(in category: DishCategory) async throws -> Page<Dish> {
    try await service.get(category.rawValue, lane: category.rawValue) { try DishList.decode($0) }
  }
  /// Returns a dish's page; see ``DishDetailService/detail(of:)``. An answer for another dish is `unreadable`.
  public func detail(of dish: Dish.ID) async throws -> DishDetail {
    // The id comes from the service, and must not lead to another path.
    guard dish.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil else {
      throw ServiceError(.unreadable("a dish's hash cannot be part of a URL"))
    }
    return try await service.get("detail/\(dish)", lane: "detail") { try DishDetail.decode($0, of: dish) }
  }
}
