import Observation

/// The side-dish app's categories as sections with titles, loaded independently or together.
///
/// ```swift
/// let viewModel = CategoriesViewModel(service: service)
/// viewModel.showPlaceholders(3)                           // first, so that the view's first count has them
/// viewModel.bind(to: tableView).store(in: &cancellables)
/// viewModel.load()
/// ```
@MainActor
@Observable
public final class CategoriesViewModel: PagedListViewModel {
  /// The engine that loads and keeps the dishes.
  public let pages: PagedList<DishCategory, Dish>

  /// Empty sections; nothing loads until it is asked for.
  public init(service: some DishService) {
    pages = PagedList(sections: DishCategory.allCases) { category, _ in
      try await service.dishes(in: category)
    }
  }

  /// The title of the section at this position.
  public func title(ofSection section: Int) -> String { pages.items.section(at: section).title }

  /// Loads every category that has not been asked for, each into its section as soon as it is there. One that has
  /// failed waits for ``PagedListViewModel/retry(_:)``.
  public func load() { pages.loadFirstPages() }

  /// Loads every category that has not been asked for, waits for all of them, and then brings them in one after another
  /// in section order. ``PagedListViewModel/allEnded`` tells when that is done and how each of them ended.
  public func loadTogether() { pages.loadFirstPages(order: .together) }

  /// Shows so many placeholders in every empty section until its dishes are there, or until they have failed; see
  /// ``PagedList/showPlaceholders(_:)``.
  public func showPlaceholders(_ count: Int) { pages.showPlaceholders(count) }
}
