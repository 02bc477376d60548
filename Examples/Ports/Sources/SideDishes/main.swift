// The side-dish app: three categories, three requests, one table. Headers are there at once and placeholders keep their
// place; each category comes in by itself, and a failed one keeps the others; or all are waited for, as with a
// DispatchGroup, and come in with one animation.
import Foundation
import ListTesting
import PortSupport
import Reactive
import ViewModels

/// The app's network layer.
struct Kitchen: DishService {
  let answers: [DishCategory: Data]

  func dishes(in category: DishCategory) async throws -> Page<Dish> {
    try await networkDelay()
    guard let answer = answers[category] else { throw URLError(.notConnectedToInternet) }
    return try DishList.decode(answer)
  }

  /// Eight dishes, half of them without a discount, with a list of badges, an empty one, or none.
  static func dishes(_ category: DishCategory, wrapped: Bool) throws -> Data {
    let dishes = (0..<8).map { number -> [String: Any] in
      var dish: [String: Any] = [
        "detail_hash": "\(category)\(number)", "title": "\(category) \(number)",
        "image": "https://dishes.example/\(number)",
        "s_price": "\(number + 1),900원", "delivery_type": ["새벽배송"],
      ]
      if number % 2 == 0 { dish["n_price"] = wrapped ? "\(number + 2),900원" : "\(number + 2),900" }
      if number % 3 > 0 { dish["badge"] = number % 3 == 1 ? ["이벤트특가"] : [String]() }
      return dish
    }
    return try JSONSerialization.data(withJSONObject: wrapped ? ["statusCode": 200, "body": dishes] as Any : dishes)
  }
}

/// The app's screen.
@MainActor
final class DishesScreen {
  let viewModel: CategoriesViewModel
  let table: StrictListView
  private(set) var ends: [LoadSummary<DishCategory>] = []
  private(set) var updates: [ListUpdate] = []
  private var cancellables: Set<AnyCancellable> = []

  init(_ kitchen: Kitchen) {
    var wording = CategoriesViewModel.Wording()
    (wording.mainDishes, wording.soups, wording.sideDishes) = ("든든한 메인요리", "뜨끈한 국물요리", "정갈한 밑반찬")
    viewModel = CategoriesViewModel(service: kitchen, wording: wording)
    viewModel.showPlaceholders(5)
    table = StrictListView(animated: viewModel, kind: .tableView)
    viewModel.bind(to: table).store(in: &cancellables)
    viewModel.updates.sink { [weak self] in self?.updates.append($0) }.store(in: &cancellables)
    viewModel.allEnded.sink { [weak self] in self?.ends.append($0) }.store(in: &cancellables)
  }

  var headers: [String] { viewModel.sections.indices.map(viewModel.title) }
  var rows: [Int] { viewModel.sections.indices.map(viewModel.numberOfItems) }
}

let port = Port("side dishes")

@MainActor
func run(_ answers: [DishCategory: Data], _ name: String) async {
  let screen = DishesScreen(Kitchen(answers: answers))
  port.check(screen.headers == ["든든한 메인요리", "뜨끈한 국물요리", "정갈한 밑반찬"], "\(name): headers before anything is loaded")
  port.check(screen.rows == [5, 5, 5], "\(name): placeholders keep the headers' place")
  screen.viewModel.loadFirstPages()
  await screen.viewModel.settled()
  port.check(
    screen.rows == [8, 8, 8] && screen.updates.count == 3, "\(name): \(screen.rows) dishes, a reload for each section")
  port.check(screen.ends.map(\.loaded) == [DishCategory.allCases], "\(name): one end of all")
  port.check(screen.table)

  let together = DishesScreen(Kitchen(answers: answers))
  together.viewModel.loadFirstPages(order: .together)
  await together.viewModel.settled()
  port.check(
    together.updates.map(\.section) == [0, 1, 2] && together.rows == [8, 8, 8], "\(name): together, in section order")
  port.check(together.table)
}

extension ListUpdate {
  /// The section of a reload.
  var section: Int? { if case .reload(let section) = self { section } else { nil } }
}

@MainActor
func check() async throws {
  for wrapped in [true, false] {
    let answers = try DishCategory.allCases.map { ($0, try Kitchen.dishes($0, wrapped: wrapped)) }
    await run(Dictionary(uniqueKeysWithValues: answers), wrapped ? "wrapped answers" : "bare answers")
  }

  // One category fails: it says so, gets no dishes, and keeps the others.
  let broken = DishesScreen(
    Kitchen(answers: [.main: try Kitchen.dishes(.main, wrapped: true), .side: try Kitchen.dishes(.side, wrapped: true)])
  )
  broken.viewModel.loadFirstPages()
  await broken.viewModel.settled()
  port.check(
    broken.rows == [8, 0, 8] && broken.viewModel.state(of: .soup).error != nil, "one category fails, two are shown")
  port.check(broken.ends.map(\.failed) == [[.soup]], "the end of all names the failed one")
  port.check(broken.table)

  try await port.withRealAnswers { read in
    for year in ["2018", "2022"] {
      let answers = try DishCategory.allCases.map { ($0, try read("dishes/\(year)/\($0.rawValue).json")) }
      await run(Dictionary(uniqueKeysWithValues: answers), "real answers of \(year)")
    }
  }
}

try await check()
port.finish()
