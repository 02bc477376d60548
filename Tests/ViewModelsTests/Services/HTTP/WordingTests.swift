import Foundation
import Reactive
import Testing

@testable import ViewModels

@Suite("The words of a screen")
struct WordingTests {
  @Test("are English, each as the error or the section says it")
  func english() {
    let wording = Wording()
    #expect(wording.reason(LoadError.nothingNew(pages: 5)) == "5 pages in a row held nothing new")
    let error = ServiceError(.timedOut(.whole), host: "api.example")
    #expect(wording.reason(LoadError.service(error)) == "api.example: timed out before the answer had ended")
    #expect(wording.reason(error) == wording.reason(LoadError.service(error)))
    #expect(wording.reason(DiskProblem.full) == "the disk is full; images are not kept")
    #expect(MovieSection.allCases.map { $0.title(in: wording) } == ["Now Playing", "Popular", "Top Rated", "Upcoming"])
    #expect(DishCategory.allCases.map { $0.title(in: wording) } == ["Main dishes", "Soups", "Side dishes"])
  }

  @MainActor
  @Test("are replaced in part or as a whole where a view model is made")
  func replaced() {
    var wording = Wording()
    wording.soups = "국·탕·찌개"
    wording.connectionUnknown = "?"
    let store = StoreViewModel(
      dishes: NoDishes(), orders: NoOrders(), monitor: NoMonitor(), images: .example(nil), wording: wording)
    #expect(store.categories.title(ofSection: 1) == "국·탕·찌개")
    #expect(store.categories.title(ofSection: 2) == "Side dishes")
    #expect(store.connectivity.banner.text == "?")
  }
}

private struct NoDishes: DishService {
  func dishes(in category: DishCategory) async throws -> Page<Dish> { Page(items: [], isLast: true) }
}

private struct NoOrders: OrderService {
  func order(_ text: String) async -> OrderAnswer { .accepted }
}

private struct NoMonitor: ConnectivityMonitor {
  var states: AnyPublisher<Connectivity, Never> { PassthroughSubject().eraseToAnyPublisher() }
}
