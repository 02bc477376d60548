import Foundation
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

@Suite("The words of a screen", .leavesNothing)
struct WordingTests {
  @Test("are English, each as the error or the section says it")
  func english() {
    let error = ServiceError(.timedOut(.whole), host: "api.example")
    #expect(OrdersViewModel.Wording().reason(error) == "api.example: timed out before the answer had ended")
    let movies = MoviesViewModel.Wording()
    #expect(MovieSection.allCases.map(movies.title) == ["Now Playing", "Popular", "Top Rated", "Upcoming"])
    let dishes = CategoriesViewModel.Wording()
    #expect(DishCategory.allCases.map(dishes.title) == ["Main dishes", "Soups", "Side dishes"])
  }

  @MainActor
  @Test("are replaced in part or as a whole where a view model is made")
  func replaced() {
    var wording = StoreViewModel.Wording()
    wording.categories.soups = "국·탕·찌개"
    wording.connectivity.connectionUnknown = "?"
    let store = StoreViewModel(
      dishes: NoDishes(), orders: Till(), monitor: NoMonitor(), images: .example(nil), wording: wording)
    #expect(store.title(ofSection: 1) == "국·탕·찌개" && store.categories.title(ofSection: 1) == "국·탕·찌개")
    #expect(store.categories.title(ofSection: 2) == "Side dishes")
    #expect(store.connectivity.banner.text == "?")
    var titles = MoviesViewModel.Wording()
    titles.popular = "인기"
    let movies = MoviesViewModel(service: NoMovies(), sections: [.upcoming, .popular], wording: titles)
      .withoutTimeLimit()
    #expect((0..<2).map(movies.title) == ["Upcoming", "인기"])
  }

  @MainActor
  @Test("a season is called what the service calls it, else what the wording does")
  func seasons() async {
    var wording = SeriesViewModel.Wording()
    wording.season = { $0 == 0 ? "스페셜" : "시즌 \($0)" }
    let titles = [(wording, ["스페셜", "The first", "시즌 2"]), (.init(), ["Specials", "The first", "Season 2"])]
    for (wording, expected) in titles {
      let viewModel = SeriesViewModel(service: Seasons(), wording: wording).withoutTimeLimit()
      viewModel.load(7)
      await viewModel.settled()
      #expect((0..<3).map(viewModel.title) == expected)
    }
  }
}

private struct NoMovies: MovieService {
  func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> { Page(items: [], isLast: true) }
}

private struct Seasons: SeriesService {
  func series(_ id: Series.ID) async throws -> Series {
    var first = Season(id: 1, number: 1)
    first.name = "The first"
    return Series(id: id, name: "", seasons: [Season(id: 0, number: 0), first, Season(id: 2, number: 2)])
  }
  func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode> {
    Page(items: [], isLast: true)
  }
}

private struct NoDishes: DishService {
  func dishes(in category: DishCategory) async throws -> Page<Dish> { Page(items: [], isLast: true) }
}

private struct NoMonitor: ConnectivityMonitor {
  var states: AnyPublisher<Connectivity, Never> { PassthroughSubject().eraseToAnyPublisher() }
}
