import Observation

/// Categories of dishes as sections with titles, loaded independently or together.
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
  /// The list of dishes, and its loading.
  public let pages: PagedList<DishCategory, Dish>

  @ObservationIgnored private let wording: Wording

  /// Creates empty sections, without loading anything.
  ///
  /// - Parameters:
  ///   - service: Where the dishes come from.
  ///   - wording: The words of the titles.
  public init(service: some DishService, wording: Wording = Wording()) {
    self.wording = wording
    pages = PagedList(sections: DishCategory.allCases) { category, _ in
      try await service.dishes(in: category)
    }
  }

  /// Returns the title of the section at this position.
  public func title(ofSection section: Int) -> String { pages.items.section(at: section).title(in: wording) }

  /// Loads every category that has not started to load, and shows each as soon as it arrives. A category that has
  /// failed waits for ``PagedListViewModel/retry(_:)``.
  public func load() { pages.loadFirstPages() }

  /// Loads every category that has not started to load, waits for all of them, and then shows them one after another in
  /// section order. Then ``PagedListViewModel/allEnded`` publishes how each of them ended.
  public func loadTogether() { pages.loadFirstPages(order: .together) }

  /// Shows `count` placeholders in every empty section until its dishes arrive or fail. See
  /// ``PagedList/showPlaceholders(_:)``.
  public func showPlaceholders(_ count: Int) { pages.showPlaceholders(count) }
}
