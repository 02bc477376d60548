import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

@MainActor
@Suite("The category screen", .leavesNothing)
struct CategoriesViewModelTests {
  @Test("each category comes in by itself, and one that fails keeps the others")
  func independently() async {
    let viewModel = CategoriesViewModel(service: Kitchen(closed: .soup)).withoutTimeLimit()
    let view = StrictListView(dataSource: viewModel)
    let token = viewModel.bind(to: view)
    viewModel.showPlaceholders(3)
    #expect((0..<3).map(viewModel.numberOfItems(inSection:)) == [3, 3, 3])
    #expect(viewModel.item(at: [0, 0]) == nil)
    viewModel.loadFirstPages()
    await viewModel.settled()
    #expect((0..<3).map(viewModel.numberOfItems(inSection:)) == [2, 0, 2])
    #expect(viewModel.state(of: .soup).error == .service(Kitchen.Closed()))
    #expect(viewModel.state(of: .main).phase == .finished)
    #expect(view.violations == [])
    token.cancel()
  }

  @Test("together: three events in section order, then one allEnded")
  func together() async {
    let viewModel = CategoriesViewModel(service: Kitchen(closed: nil)).withoutTimeLimit()
    var log: [String] = []
    var bag: Set<AnyCancellable> = []
    viewModel.insertions.sink { log.append("\($0) \($1.count)") }.store(in: &bag)
    viewModel.allEnded.sink { log.append("\($0.loaded.count) loaded") }.store(in: &bag)
    viewModel.loadFirstPages(order: .together)
    await viewModel.settled()
    #expect(log == ["main 2", "soup 2", "side 2", "3 loaded"])
  }

  @Test("placeholders that are shown begin no load, so that what is loaded together stays together")
  func placeholdersAskForNothing() async {
    let viewModel = CategoriesViewModel(service: Kitchen(closed: nil)).withoutTimeLimit()
    var loaded: [[DishCategory]] = []
    let token = viewModel.allEnded.sink { loaded.append($0.loaded) }
    viewModel.showPlaceholders(3)
    viewModel.willDisplay([0, 2])
    #expect(viewModel.loadsInFlight == 0)
    viewModel.loadFirstPages(order: .together)
    await viewModel.settled()
    #expect(loaded == [[.main, .soup, .side]])
    token.cancel()
  }

  @Test("sections have titles")
  func titles() {
    let viewModel = CategoriesViewModel(service: Kitchen(closed: nil)).withoutTimeLimit()
    #expect((0..<3).map(viewModel.title(ofSection:)) == ["Main dishes", "Soups", "Side dishes"])
  }
}

private struct Kitchen: DishService {
  struct Closed: Error, CustomStringConvertible { let description = "closed" }
  let closed: DishCategory?

  func dishes(in category: DishCategory) async throws -> Page<Dish> {
    if category == closed { throw Closed() }
    let dishes = (1...2).map {
      #"{"detail_hash": "\#(category.rawValue)\#($0)", "title": "Dish", "s_price": "1,000원"}"#
    }
    return try DishList.decode(Data("[\(dishes.joined(separator: ","))]".utf8))
  }
}
