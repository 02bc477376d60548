// The store app: the dishes, ordered by a web hook with a toast at the tap and one at the outcome, a banner for the
// connection, pictures that are downloaded once, and a page for each dish with its pictures one below the other.
import Foundation
import ListTesting
import PortSupport
import Reactive
import ViewModels

/// The app's network layer: dishes, their pages, pictures, and the web hook, which refuses every third order.
actor Shop: DishService, DishDetailService, OrderService {
  let dishes: [DishCategory: Data]
  let page: Data
  private(set) var orders: [String] = []
  private(set) var downloads: [URL] = []

  init(dishes: [DishCategory: Data], page: Data) { (self.dishes, self.page) = (dishes, page) }

  func dishes(in category: DishCategory) async throws -> Page<Dish> {
    try await networkDelay()
    return try DishList.decode(dishes[category] ?? Data())
  }

  func detail(of dish: Dish.ID) async throws -> DishDetail {
    try await networkDelay()
    return try DishDetail.decode(page, of: dish)
  }

  func order(_ text: String) async -> OrderAnswer {
    orders.append(text)
    return orders.count % 3 == 0 ? .refused(ServiceError(.refused(status: 410))) : .accepted
  }

  func download(_ url: URL) async throws -> Data {
    downloads.append(url)
    try await networkDelay()
    return Data("GIF89a".utf8) + Data(url.absoluteString.utf8)
  }

  struct Pictures: HTTPClient {
    let shop: Shop
    func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
      HTTPAnswer(status: 200, body: try await shop.download(request.url))
    }
  }
}

/// A connection that is there, on Wi-Fi.
struct Wifi: ConnectivityMonitor {
  let subject = CurrentValueSubject<Connectivity, Never>(.wifi)
  var states: AnyPublisher<Connectivity, Never> { subject.eraseToAnyPublisher() }
}

func dishes(_ category: DishCategory) throws -> Data {
  try JSONSerialization.data(
    withJSONObject: (0..<8).map {
      [
        "detail_hash": "\(category)\($0)", "title": "\(category) \($0)", "s_price": "7,\($0)00원",
        "image": "https://a.example/\($0)",
      ]
    })
}

func page(_ dish: String) throws -> Data {
  let pictures = (1...4).map { "https://a.example/\(dish)_D\($0).jpg" }
  return try JSONSerialization.data(withJSONObject: [
    "hash": dish, "data": ["prices": ["7,000원"], "detail_section": pictures],
  ])
}

let port = Port("store")

@MainActor
func run(_ shop: Shop, page dish: Dish.ID, _ name: String) async throws {
  var wording = OrdersViewModel.Wording()
  wording.ordering = { "\($0) 주문합니다" }
  wording.ordered = { "\($0) 주문했습니다" }
  let images = ImageStore(folder: nil, client: Shop.Pictures(shop: shop))
  let store = StoreViewModel(
    categories: CategoriesViewModel(service: shop),
    orders: OrdersViewModel(service: shop, pause: .zero, wording: wording),
    connectivity: ConnectivityViewModel(monitor: Wifi(), settling: .zero), images: images)
  let table = StrictListView(animated: store, kind: .tableView)
  var bag: Set<AnyCancellable> = []
  var toasts: [OrderToast] = []
  store.bind(to: table).store(in: &bag)
  store.orders.toasts.sink { toasts.append($0) }.store(in: &bag)
  store.loadFirstPages()
  await store.settled()
  port.check(store.sections.indices.map(store.numberOfItems) == [8, 8, 8], "\(name): three sections of eight dishes")
  port.check(table)

  let taps: [IndexPath] = [[0, 0], [1, 3], [2, 7], [0, 0]]
  for tap in taps { store.order(at: tap) }
  port.check(
    toasts.map(\.kind) == Array(repeating: .placed, count: 4),
    "\(name): a toast at each tap: \(toasts.first?.text ?? "")")
  await store.orders.settled()
  port.check(toasts.dropFirst(4).map(\.kind) == [.sent, .sent, .refused, .sent], "\(name): and one for each outcome")
  port.check(await shop.orders.count == 4, "\(name): four orders, each posted once")
  port.check(
    store.connectivity.banner.color == .blue,
    "\(name): \(store.connectivity.banner.text)")

  let detail = DishDetailViewModel(of: dish, service: shop, images: images)
  let scrollView = StrictListView(animated: detail)
  var shown: [Int] = []
  detail.bind(to: scrollView).store(in: &bag)
  detail.insertions.sink { picture, _ in shown.append(picture.position) }.store(in: &bag)
  detail.load()
  await detail.settled()
  port.check(shown == [0, 1, 2, 3], "\(name): the page of \(dish), four pictures one below the other")
  port.check(scrollView)
  detail.load()
  await detail.settled()
  let downloads = await shop.downloads
  port.check(Set(downloads).count == downloads.count, "\(name): \(downloads.count) downloads, none twice")
}

@MainActor
func check() async throws {
  let made = try DishCategory.allCases.map { ($0, try dishes($0)) }
  try await run(
    Shop(dishes: Dictionary(uniqueKeysWithValues: made), page: try page("main0")), page: "main0", "made-up dishes")
  try await port.withRealAnswers { read in
    let real = try DishCategory.allCases.map { ($0, try read("dishes/2018/\($0.rawValue).json")) }
    let shop = Shop(dishes: Dictionary(uniqueKeysWithValues: real), page: try read("dishes/2022/detail-H4665.json"))
    try await run(shop, page: "H4665", "real dishes")
  }
}

try await check()
port.finish()
