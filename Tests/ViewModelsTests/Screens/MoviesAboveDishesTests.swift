import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

/// Two screens in one list view, one below the other.
@MainActor
@Suite("Movies above dishes", .leavesNothing)
struct MoviesAboveDishesTests {
  let movieService = ScriptedPages<MovieSection, Movie>()
  let dishService = ScriptedPages<DishCategory, Dish>()
  let both: MoviesAndDishes
  let view: StrictListView

  init() {
    let both = MoviesAndDishes(
      movies: AnyService { [movieService] in try await movieService.load($0, $1) },
      dishes: AnyService { [dishService] in try await dishService.load($0, $1) })
    self.both = both
    view = StrictListView.reporting(both, animation: .manual, cell: both.text)
  }

  private func page(_ ids: Int...) -> Page<Movie> {
    Page(items: ids.map { Movie(id: $0, title: "movie \($0)") }, isLast: true)
  }
  private func dishes(_ ids: Int...) -> Page<Dish> {
    Page(items: ids.map { Dish(id: "\($0)", title: "dish \($0)") }, isLast: true)
  }

  @Test("pages of both wait for each other's animations, and no two batches overlap")
  func oneQueue() async {
    let binding = both.bind(to: view)
    both.movies.loadFirstPages(in: [.popular])
    both.dishes.loadFirstPages(in: [.soup])
    await movieService.answer(.popular, .success(page(1)))
    await dishService.answer(.soup, .success(dishes(1, 2)))
    await movieService.arrived(in: both.movies.pages)
    await dishService.arrived(in: both.dishes.pages)
    #expect(view.runningAnimations == 1 && both.movies.pages.gate.waiting == 1)
    view.finishAnimations()
    #expect(view.cells == [[], ["movie 1"], [], [], [], ["dish 1", "dish 2"], []])
    #expect(view.overlappingBatches == 0 && view.discrepancies == [])
    withExtendedLifetime(binding) {}
  }

  @Test("where dishes stand is computed in their turn: after sections above them have gone")
  func offsets() async {
    let binding = both.bind(to: view)
    both.movies.pages.edit { $0.insert([Movie(id: 1, title: "movie 1")], at: 0, in: .upcoming) }
    both.movies.pages.edit { $0.removeSection(.popular) }  // waits for the animation of the first
    both.dishes.loadFirstPages(in: [.main])
    await dishService.answer(.main, .success(dishes(1)))
    await dishService.arrived(in: both.dishes.pages)
    #expect(view.numberOfSections == 7)
    view.finishAnimations()
    #expect(view.cells == [[], [], ["movie 1"], ["dish 1"], [], []])
    both.dishes.showStateRows(.finished)
    view.finishAnimations()
    #expect(view.cells[3] == ["dish 1", "…"] && view.overlappingBatches == 0 && view.discrepancies == [])
    withExtendedLifetime(binding) {}
  }
}

/// The movies, and below them the dishes.
@MainActor
final class MoviesAndDishes: ListDataSource {
  let movies: MoviesViewModel
  let dishes: CategoriesViewModel

  init(movies: some MovieService, dishes: some DishService) {
    self.movies = MoviesViewModel(service: movies).withoutTimeLimit()
    self.dishes = CategoriesViewModel(service: dishes, sharing: self.movies)
      .withoutTimeLimit()
  }

  var numberOfSections: Int { movies.numberOfSections + dishes.numberOfSections }

  func numberOfItems(inSection section: Int) -> Int {
    let above = movies.numberOfSections
    return section < above ? movies.numberOfItems(inSection: section) : dishes.numberOfItems(inSection: section - above)
  }

  func text(at path: IndexPath) -> String {
    let above = movies.numberOfSections
    if path.section < above { return movies.item(at: path)?.title ?? "…" }
    return dishes.item(at: [path.section - above, path.item])?.title ?? "…"
  }

  func bind(to view: some ListView) -> [AnyCancellable] {
    [movies.bind(to: view), dishes.bind(to: view, below: movies)]
  }
}
