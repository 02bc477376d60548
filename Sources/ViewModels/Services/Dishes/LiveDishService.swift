/// The catalogue of side dishes, over the network.
public struct LiveDishService: DishService, DishDetailService {
  private let service: JSONService

  /// Creates a service that requests `main`, `soup`, `side` and `detail/ID` below an address.
  public init(
    _ address: ServiceAddress, client: any HTTPClient = RetryingClient(LimitedClient(URLSessionClient()))
  ) {
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
