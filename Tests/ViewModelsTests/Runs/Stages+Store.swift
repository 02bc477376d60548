import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive

@testable import ListEngine
@testable import ViewModels

// The store's screens.

extension StageKind {
  /// The dishes' categories, with a connection that is lost and returns.
  @MainActor
  static func store() -> any Stage {
    typealias Stage = ListStage<StoreViewModel>
    let desk = ScriptedPages<StageKey, Dish>()
    let sections = DishCategory.allCases
    let service = AnyService { (section: DishCategory, _) in
      try await desk.load(StageKey(section: sections.firstIndex(of: section) ?? -1, loader: nil), 1)
    }
    let (monitor, time) = (StageConnection(), VirtualTimeScheduler())
    let viewModel = StoreViewModel(
      categories: CategoriesViewModel(service: service).withoutTimeLimit(),
      orders: OrdersViewModel(service: NoOrders()),
      connectivity: ConnectivityViewModel(monitor: monitor, settling: .milliseconds(100), scheduler: time),
      images: .example(nil))
    var rules = ListRules(sections: Array(sections.indices), pool: sections.count)
    rules.knowsPages = false
    let stage = Stage(viewModel, sections, rules, desk) {
      Dish(id: "\($0.id)", title: $0.text)
    } row: {
      TestItem(Int($0.id) ?? -1, $0.title)
    }
    stage.failure = ServiceError(.unreachable(.refused))
    stage.reconnect = {
      for state in [Connectivity.lost, .wifi] {
        monitor.subject.send(state)
        time.advance(by: .milliseconds(100))
      }
    }
    return stage
  }

  /// The page of a dish: which pictures there are, and each picture, through a store that keeps none.
  @MainActor
  static func dish() -> any Stage {
    typealias Stage = ListStage<DishDetailViewModel>
    let (desk, detail) = (ScriptedPages<StageKey, DishPicture>(), ScriptedPages<Int, TestItem>())
    let names = (0..<4).map { DishPicture.ID(position: $0, url: Picture.url($0)) }
    let client = StubClient { request, _ in
      let section = names.firstIndex { $0.url == request.url } ?? -1
      let page = try await desk.load(StageKey(section: section, loader: nil), 1)
      return HTTPAnswer(status: 200, body: page.items[0].data)
    }
    let service = StageDish {
      var dish = DishDetail(id: $0)
      dish.images = try await detail.load(0, 1).items.prefix(names.count).indices.map { names[$0].url }
      return dish
    }
    let viewModel = DishDetailViewModel(
      of: "H", service: service, images: .example(nil, limits: .init(memory: 0), client: client), maximumLoads: 2)
    var rules = ListRules(sections: [], pool: names.count)
    (rules.maximumLoads, rules.knowsPages, rules.hasPictures, rules.orderOfSections) = (2, false, true, .inOrder)
    rules.sectionsNamed = { ids, _ in Array(names.indices.prefix(ids.count)) }
    let stage = Stage(viewModel.withoutTimeLimit(), names, rules, desk, sectionsDesk: detail) {
      DishPicture(id: .init(position: $0.id, url: Picture.url($0.id)), data: Picture.header + Data($0.text.utf8))
    } row: {
      TestItem($0.id.position, String(decoding: $0.data.dropFirst(Picture.header.count), as: UTF8.self))
    }
    stage.loadSections = { [weak viewModel] _ in viewModel?.load() }
    return stage
  }
}

private struct StageConnection: ConnectivityMonitor {
  let subject = PassthroughSubject<Connectivity, Never>()
  var states: AnyPublisher<Connectivity, Never> { subject.eraseToAnyPublisher() }
}

private struct StageDish: DishDetailService {
  let load: @Sendable (Dish.ID) async throws -> DishDetail
  func detail(of dish: Dish.ID) async throws -> DishDetail { try await load(dish) }
}

private struct NoOrders: OrderService {
  func order(_ text: String) async -> OrderAnswer { .accepted }
}
