import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

@MainActor
@Suite("The connection on a screen", .leavesNothing, .timeLimit(.minutes(10)))
struct ConnectivityViewModelTests {
  @Test("a state is shown when it has stood for a while; one that flaps back is not")
  func settling() {
    let (monitor, time) = (Switch(), VirtualTimeScheduler())
    let screen = ConnectivityViewModel(monitor: monitor, scheduler: time)
    var changes: [Connectivity] = []
    let token = screen.changes.sink { changes.append($0) }
    #expect(screen.banner == ConnectivityBanner(.unknown))
    monitor.subject.send(.lost)
    time.advance(by: .milliseconds(900))
    monitor.subject.send(.wifi)
    time.advance(by: .milliseconds(999))
    #expect(changes == [])
    time.advance(by: .milliseconds(1))
    #expect(changes == [.wifi])
    #expect(screen.connectivity == .wifi)
    monitor.subject.send(.lost)
    time.advance(by: .milliseconds(900))
    monitor.subject.send(.wifi)
    time.advance(by: .seconds(9))
    #expect(changes == [.wifi])
    #expect(screen.connectivity == .wifi)
    token.cancel()
  }

  @Test("a state that is told again has not begun anew")
  func repeated() {
    let (monitor, time) = (Switch(), VirtualTimeScheduler())
    let screen = ConnectivityViewModel(monitor: monitor, scheduler: time)
    for _ in 0..<3 {
      monitor.subject.send(.lost)
      time.advance(by: .milliseconds(400))
    }
    #expect(screen.connectivity == .lost)
  }

  @Test("the four colours of the banner")
  func banner() {
    let colors = [Connectivity.wifi, .cellular, .lost, .unknown].map { ConnectivityBanner($0).color.rawValue }
    #expect(colors == ["blue", "skyBlue", "red", "yellow"])
  }

  @Test("Linux is looked at again and again, and only what is new is told")
  func polling() async {
    let (clock, looks) = (TestClock(), Log<Int>())
    let eth0 = NetworkSnapshot.Interface(name: "eth0", operstate: "up", type: "1")
    let monitor = RouteMonitor(interval: .seconds(2), clock: clock) {
      looks.add(0) < 3
        ? NetworkSnapshot(interfaces: [eth0], routes: "")
        : NetworkSnapshot(interfaces: [eth0], routes: "eth0 00000000 0 0003 0 0 0 00000000")
    }
    let states = Log<Connectivity>()
    for look in 1...3 {
      await clock.sleeper(until: .seconds(2 * look))
      if look == 1 { monitor.states.sink { states.add($0) }.store(in: &cancellables.value) }
      clock.advance(by: .seconds(2))
    }
    #expect(states.entries == [.lost, .wired])
  }

  private let cancellables = Box<Set<AnyCancellable>>([])
}

@MainActor
@Suite("The store", .leavesNothing, .timeLimit(.minutes(10)))
struct StoreViewModelTests {
  @Test("a section that failed for want of a connection is retried when it returns; others are not")
  func retry() async {
    let (monitor, time, failing) = (Switch(), VirtualTimeScheduler(), Log<DishCategory>())
    let kitchen = FlakyKitchen(asked: failing)
    let connectivity = ConnectivityViewModel(monitor: monitor, scheduler: time)
    let store = StoreViewModel(
      categories: CategoriesViewModel(service: kitchen).withoutTimeLimit(),
      orders: OrdersViewModel(service: Till(), pause: .zero),
      connectivity: connectivity, images: .example(nil))
    let view = StrictListView(dataSource: store)
    let token = store.bind(to: view)
    store.loadFirstPages()
    await store.settled()
    #expect(store.numberOfItems(in: .main) == 1)
    #expect(store.state(of: .soup).error != nil)
    monitor.subject.send(.wifi)
    time.advance(by: .seconds(1))
    await store.settled()
    #expect(store.numberOfItems(in: .soup) == 1)
    #expect(store.state(of: .side).error != nil)
    #expect(failing.entries.filter { $0 == .side }.count == 1)
    #expect(view.violations == [])
    token.cancel()
  }

  @Test(
    "broken connections and time limits are want of a connection; answers are not",
    arguments: [
      (.unreachable(.offline), true), (.connectionLost(.closed), true), (.unreachable(.notSecure), false),
      (.timedOut(.firstByte), true),
      (.timedOut(.whole), true), (.refused(status: 503), false), (.unreadable("no JSON"), false),
      (.tooLarge(limit: 9), false), (.unsafeRedirect(to: "elsewhere"), false), (.badConfiguration("bad"), false),
    ] as [(ServiceError.Kind, Bool)])
  func wantOfConnection(kind: ServiceError.Kind, isRetried: Bool) async {
    let (monitor, time, asked) = (Switch(), VirtualTimeScheduler(), Log<DishCategory>())
    let categories = CategoriesViewModel(service: FailingKitchen(kind: kind, asked: asked)).withoutTimeLimit()
    let connectivity = ConnectivityViewModel(monitor: monitor, scheduler: time)
    let retrying = categories.retryWhenConnected(connectivity)
    categories.loadFirstPages()
    await categories.settled()
    monitor.subject.send(.cellular)
    time.advance(by: .seconds(1))
    await categories.settled()
    #expect(asked.entries.count == (isRetried ? 6 : 3))
    retrying.cancel()
  }

  @Test(
    "a URLError of an app's own service is known for what it is",
    arguments: [
      (URLError.Code.notConnectedToInternet, true), (.networkConnectionLost, true), (.cannotFindHost, true),
      (.cannotConnectToHost, true), (.timedOut, true), (.badServerResponse, false),
      (.userAuthenticationRequired, false),
    ])
  func urlErrors(code: URLError.Code, isRetried: Bool) async {
    let (monitor, time, asked) = (Switch(), VirtualTimeScheduler(), Log<Int>())
    let pages = OwnPages { page in
      asked.add(page)
      throw URLError(code)
    }
    let connectivity = ConnectivityViewModel(monitor: monitor, scheduler: time)
    let retrying = pages.retryWhenConnected(connectivity)
    pages.loadNextPage(in: "own")
    await pages.settled()
    monitor.subject.send(.wifi)
    time.advance(by: .seconds(1))
    await pages.settled()
    #expect(asked.entries.count == (isRetried ? 2 : 1))
    retrying.cancel()
  }

  @Test("a loss that is too short to be shown is over, too: what failed in it is retried")
  func shortLoss() async {
    let (monitor, time, asked) = (Switch(), VirtualTimeScheduler(), Log<Int>())
    let pages = OwnPages { page in
      if asked.add(page) == 1 { throw URLError(.notConnectedToInternet) }
      return Page(items: [Movie(id: page, title: "")], number: page, isLast: true)
    }
    let connectivity = ConnectivityViewModel(monitor: monitor, scheduler: time)
    let changes = Log<Connectivity>()
    let tokens = [pages.retryWhenConnected(connectivity), connectivity.changes.sink { changes.add($0) }]
    monitor.subject.send(.wifi)
    time.advance(by: .seconds(1))
    monitor.subject.send(.lost)
    pages.loadFirstPages()
    await pages.settled()
    monitor.subject.send(.wifi)
    time.advance(by: .seconds(1))
    await pages.settled()
    #expect(pages.items(in: "own").count == 1 && asked.entries == [1, 1] && changes.entries == [.wifi])
    tokens.forEach { $0.cancel() }
  }

  @Test("the end of a section that failed for lack of a connection is retried, also beside one that was refused")
  func otherEnd() async {
    let (monitor, time, asked) = (Switch(), VirtualTimeScheduler(), Log<Int>())
    let pages = OwnPages { page in
      let isAgain = asked.add(page) > 3
      if page == 2, !isAgain { throw URLError(.notConnectedToInternet) }
      if page == 4 { throw ServiceError(.refused(status: 404)) }
      return Page(items: [Movie(id: page, title: "")], number: page, isLast: false)
    }
    let connectivity = ConnectivityViewModel(monitor: monitor, scheduler: time)
    let retrying = pages.retryWhenConnected(connectivity)
    pages.refresh("own", at: PageKey(number: 3))
    await pages.settled()
    pages.loadNextPage(in: "own")
    await pages.settled()
    pages.loadPreviousPage(in: "own")
    await pages.settled()
    #expect(asked.entries == [3, 4, 2])
    monitor.subject.send(.wifi)
    time.advance(by: .seconds(1))
    await pages.settled()
    #expect(pages.items(in: "own").map(\.id).contains(2))
    retrying.cancel()
  }

  @Test("a series that could not be loaded for lack of a connection is retried when it returns")
  func series() async {
    let service = SeriesBehindATunnel()
    let viewModel = SeriesViewModel(service: service).withoutTimeLimit()
    let (monitor, time) = (Switch(), VirtualTimeScheduler())
    let connectivity = ConnectivityViewModel(monitor: monitor, scheduler: time)
    let retrying = viewModel.retryWhenConnected(connectivity)
    viewModel.load(1)
    await viewModel.settled()
    #expect(viewModel.series == nil)
    monitor.subject.send(.wifi)
    time.advance(by: .seconds(1))
    await viewModel.settled()
    #expect(viewModel.series?.id == 1)
    retrying.cancel()
  }

  @Test("a title of several lines reaches the order service as one line")
  func oneLine() async {
    let till = Till()
    let store = StoreViewModel(
      dishes: FlakyKitchen(asked: Log(), title: #"Tea\nRice, 1원\u2028\u202e"#), orders: till, monitor: Switch(),
      images: .example(nil)
    ).withoutTimeLimit()
    store.loadFirstPages()
    await store.settled()
    #expect(store.order(at: [0, 0])?.title == "Tea Rice, 1원 ?")
    await store.orders.settled()
    #expect(till.texts.entries == ["Tea Rice, 1원 ?, 7,000원"])
  }

  @Test("a dish is ordered where it stands, with its price, though the connection is said to be lost")
  func ordering() async {
    let (monitor, till) = (Switch(), Till())
    monitor.subject.send(.lost)
    let store = StoreViewModel(
      dishes: FlakyKitchen(asked: Log()), orders: till, monitor: monitor, images: .example(nil)
    ).withoutTimeLimit()
    var toasts: [String] = []
    let token = store.orders.toasts.sink { toasts.append($0.text) }
    store.loadFirstPages()
    await store.settled()
    #expect(store.order(at: [0, 0])?.title == "Dish of main")
    await store.orders.settled()
    #expect(till.texts.entries == ["Dish of main, 7,000원"])
    #expect(toasts == ["Ordering: Dish of main", "Ordered: Dish of main"])
    for nothing in [[0, 1], [0, -1], [3, 0], [-1, 0]] as [IndexPath] { #expect(store.order(at: nothing) == nil) }
    store.showStateRows([], atFront: [.finished])
    await store.settled()
    #expect(store.order(at: [0, 0]) == nil && store.order(at: [0, 1])?.title == "Dish of main")
    await store.orders.settled()
    token.cancel()
  }
}

@MainActor
private final class OwnPages: PagedListViewModel {
  let pages: PagedList<String, Movie>

  init(_ load: @escaping @Sendable (Int) throws -> Page<Movie>) {
    pages = PagedList(sections: ["own"]) { _, page in try load(page.number) }.withoutTimeLimit()
  }
}

private struct Switch: ConnectivityMonitor {
  let subject = CurrentValueSubject<Connectivity, Never>(.unknown)
  var states: AnyPublisher<Connectivity, Never> { subject.eraseToAnyPublisher() }
}

private struct FailingKitchen: DishService {
  let kind: ServiceError.Kind
  let asked: Log<DishCategory>
  func dishes(in category: DishCategory) async throws -> Page<Dish> {
    asked.add(category)
    throw ServiceError(kind)
  }
}

/// Soups fail once for want of a connection, side dishes are refused.
private struct FlakyKitchen: DishService {
  let asked: Log<DishCategory>
  var title: String?
  func dishes(in category: DishCategory) async throws -> Page<Dish> {
    asked.add(category)
    if category == .side { throw ServiceError(.refused(status: 500)) }
    if category == .soup, asked.entries.filter({ $0 == .soup }).count == 1 {
      throw ServiceError(.unreachable(.refused))
    }
    return try DishList.decode(
      Data(
        #"[{"detail_hash": "\#(category)", "title": "\#(title ?? "Dish of \(category)")", "s_price": "7,000원"}]"#.utf8))
  }
}

/// Unreachable the first time.
@MainActor
private final class SeriesBehindATunnel: SeriesService {
  private var isReachable = false

  func series(_ id: Series.ID) async throws -> Series {
    defer { isReachable = true }
    if !isReachable { throw ServiceError(.unreachable(.offline)) }
    return Series(id: id, name: "", seasons: [])
  }
  func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode> {
    Page(items: [], isLast: true)
  }
}
