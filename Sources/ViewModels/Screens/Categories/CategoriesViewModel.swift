import Observation

/// Categories of dishes as sections with titles, loaded independently or together.
///
/// ```swift
/// let viewModel = CategoriesViewModel(service: service)
/// viewModel.showPlaceholders(3)                           // first, so that the view's first count has them
/// viewModel.bind(to: tableView).store(in: &cancellables)
/// viewModel.loadFirstPages()                              // or, all at once: loadFirstPages(order: .together)
/// ```
@MainActor
@Observable
public final class CategoriesViewModel: PagedListViewModel {
  /// The list of dishes, and its loading.
  public let pages: PagedList<DishCategory, Dish>

  @ObservationIgnored private let wording: Wording

  /// Creates empty sections, without loading anything.
  /// - Parameters:
  ///   - service: Where the dishes come from.
  ///   - sections: The categories to show, in order, each once.
  ///   - wording: The words of the titles.
  ///   - other: A list that will share a list view with this one; their changes wait in one queue.
  public init(
    service: some DishService, sections: [DishCategory] = DishCategory.allCases, wording: Wording = Wording(),
    sharing other: (any GatedList)? = nil
  ) {
    self.wording = wording
    pages = PagedList(sections: sections, sharing: other) { category, _ in
      try await service.dishes(in: category)
    }
  }

  /// Returns the title of the section at this position, which must be in range.
  public func title(ofSection section: Int) -> String { wording.title(of: pages.section(at: section)) }
}

extension CategoriesViewModel {
  /// The titles of the sections, in English until an app replaces them.
  public struct Wording: Sendable {
    /// The title of ``DishCategory/main``.
    public var mainDishes = "Main dishes"
    /// The title of ``DishCategory/soup``.
    public var soups = "Soups"
    /// The title of ``DishCategory/side``.
    public var sideDishes = "Side dishes"

    /// Creates the English wording.
    public init() {}

    /// Returns the title of a category.
    public func title(of category: DishCategory) -> String {
      switch category {
      case .main: mainDishes
      case .soup: soups
      case .side: sideDishes
      }
    }
  }
}
