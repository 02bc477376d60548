/// The catalogue of side dishes, over the network.
public struct LiveDishService: DishService {
  private let service: JSONService

  /// Creates a service that requests `main`, `soup` and `side` below an address.
  public init(
    _ address: ServiceAddress, client: any HTTPClient = RetryingClient(LimitedClient(URLSessionClient()))
  ) {
    service = JSONService(address, client: client)
  }

  /// Returns a category's dishes; see ``DishService/dishes(in:)``.
  public func dishes(in category: DishCategory) async throws -> Page<Dish> {
    try await service.get(category.rawValue, lane: category.rawValue) { try DishList.decode($0) }
  }
}
