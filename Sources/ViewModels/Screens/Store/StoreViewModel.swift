import Foundation
import Observation
import Reactive

/// The store: the category screen, with orders, toasts, images and a connection banner.
///
/// ```swift
/// let store = StoreViewModel(
///   dishes: dishes, orders: SlackOrderService(hook), monitor: RouteMonitor(), images: images)
/// store.bind(to: tableView).store(in: &cancellables)
/// store.orders.toasts.sink { [weak self] in self?.show($0) }.store(in: &cancellables)
/// store.categories.load()
/// ```
@MainActor
@Observable
public final class StoreViewModel: PagedListViewModel {
  /// The dishes.
  public let categories: CategoriesViewModel
  /// The orders and their toasts.
  public let orders: OrdersViewModel
  /// The connection and its banner.
  public let connectivity: ConnectivityViewModel
  /// The pictures of the dishes.
  public let images: ImageStore
  /// The engine that loads and keeps the dishes.
  public var pages: PagedList<DishCategory, Dish> { categories.pages }

  @ObservationIgnored private var retrying: AnyCancellable?

  /// A store; nothing loads until it is asked for.
  public convenience init(
    dishes: some DishService, orders: any OrderService, monitor: any ConnectivityMonitor, images: ImageStore
  ) {
    self.init(
      categories: CategoriesViewModel(service: dishes), orders: OrdersViewModel(service: orders),
      connectivity: ConnectivityViewModel(monitor: monitor), images: images)
  }

  /// A store made of these parts.
  public init(
    categories: CategoriesViewModel, orders: OrdersViewModel, connectivity: ConnectivityViewModel, images: ImageStore
  ) {
    self.categories = categories
    self.orders = orders
    self.connectivity = connectivity
    self.images = images
    retrying = categories.retryWhenConnected(connectivity)
  }

  /// Orders the dish at this place; nil if there is none, or a placeholder.
  @discardableResult
  public func order(at indexPath: IndexPath) -> Order? {
    guard (0..<numberOfSections).contains(indexPath.section) else { return nil }
    let dishes = items(in: pages.items.section(at: indexPath.section))  // none while there are placeholders
    guard dishes.indices.contains(indexPath.item) else { return nil }
    let dish = dishes[indexPath.item]
    let text = dish.salePrice.map { "\(dish.title), \($0.text)" } ?? dish.title
    return orders.place(dish.title, text: text)
  }
}
