import Foundation
import Observation
import Reactive

/// The store: the category screen with orders, toasts, images and a connection banner.
///
/// ```swift
/// let store = StoreViewModel(
///   dishes: dishes, orders: SlackOrderService(hook), monitor: RouteMonitor(), images: images)
/// store.bind(to: tableView).store(in: &cancellables)
/// store.orders.toasts.sink { [weak self] in self?.show($0) }.store(in: &cancellables)
/// store.loadFirstPages()
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
  /// The images of the dishes.
  public let images: ImageStore
  /// The list of dishes, and its loading.
  public var pages: PagedList<DishCategory, Dish> { categories.pages }

  @ObservationIgnored private var retrying: AnyCancellable?

  /// Creates a store, without loading anything. ``/ListEngine/PagedListViewModel/loadFirstPages(in:order:)`` loads its dishes.
  public convenience init(
    dishes: some DishService, orders: any OrderService, monitor: any ConnectivityMonitor, images: ImageStore,
    wording: Wording = Wording()
  ) {
    self.init(
      categories: CategoriesViewModel(service: dishes, wording: wording.categories),
      orders: OrdersViewModel(service: orders, wording: wording.orders),
      connectivity: ConnectivityViewModel(monitor: monitor, wording: wording.connectivity), images: images)
  }

  /// Creates a store from its parts.
  public init(
    categories: CategoriesViewModel, orders: OrdersViewModel, connectivity: ConnectivityViewModel, images: ImageStore
  ) {
    self.categories = categories
    self.orders = orders
    self.connectivity = connectivity
    self.images = images
    retrying = categories.retryWhenConnected(connectivity)
  }

  /// Returns the title of the section at this position, which must be in range.
  public func title(ofSection section: Int) -> String { categories.title(ofSection: section) }

  /// Orders the dish at this index path, by its title and price.
  ///
  /// - Returns: The order; nil if there is no dish at this index path, but a placeholder or a row.
  @discardableResult
  public func order(at indexPath: IndexPath) -> Order? {
    guard let dish = item(at: indexPath) else { return nil }
    // A title of several lines would look like several orders.
    let title = dish.title.presentable()
    let text = dish.salePrice.map { "\(title), \($0.text.presentable())" } ?? title
    return orders.place(title, text: text)
  }
}

extension StoreViewModel {
  /// The wordings of the store's parts.
  public struct Wording: Sendable {
    /// The titles of the sections.
    public var categories = CategoriesViewModel.Wording()
    /// The texts of the toasts.
    public var orders = OrdersViewModel.Wording()
    /// The texts of the banner.
    public var connectivity = ConnectivityViewModel.Wording()

    /// Creates the English wording.
    public init() {}
  }
}
