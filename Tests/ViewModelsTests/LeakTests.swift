import Foundation
import ListTesting
import ListViewModelsServer
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine
@testable import ViewModels

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Nothing keeps a screen that its owner has let go of: not its loads, its bound view, its loop or its subscribers.
@MainActor
@Suite("What is let go of is gone", .timeLimit(.minutes(10)))
struct LeakTests {
  /// When the owner lets go.
  enum Moment: CaseIterable { case unused, loading, loaded, animating }

  @Test("a screen with its list, gate and view", arguments: Screen.allCases, Moment.allCases)
  func screens(_ screen: Screen, _ moment: Moment) async {
    let parts = await screen.parts(at: moment)
    #expect(parts.count > 4)
    await parts.areGone()
  }

  @Test("an object that is kept is named")
  func kept() async {
    let kept = Held()
    await withKnownIssue { await [Weakly("kept", kept)].areGone() }
    withExtendedLifetime(kept) {}
  }

  @Test("orders that have ended, with what their observers hold")
  func orders() async {
    var parts: [Weakly] = []
    do {
      let service = Idle(answers: true)
      let orders = OrdersViewModel(service: service, pause: .zero)
      let held = Held()
      let token = orders.toasts.sink { _ in withExtendedLifetime(held) {} }
      parts = [Weakly("orders", orders), Weakly("held", held), Weakly("token", token)]
      orders.place("Tea", text: "Tea")
      await orders.settled()
    }
    await parts.areGone()
  }

  @Test("a snapshot data source, with its view and what a completion holds")
  func snapshots() async throws {
    var parts: [Weakly] = []
    do {
      let dataSource = SnapshotDataSource<Int, Int>()
      let view = StrictListView.manual(dataSource)
      let held = Held()
      let token = dataSource.bind(to: view)
      var snapshot = try ListSnapshot<Int, Int>(sections: [0])
      try snapshot.appendItems([1, 2])
      dataSource.apply(snapshot) { withExtendedLifetime(held) {} }
      try snapshot.deleteItems([1])
      dataSource.apply(snapshot) { withExtendedLifetime(held) {} }  // waits for the animation
      parts = [
        Weakly("data source", dataSource), Weakly("gate", dataSource.gate), Weakly("view", view), Weakly("held", held),
        Weakly("token", token),
      ]
    }
    await parts.areGone()
  }

  @Test("what a change holds, though its hold and the closures of its animation are kept")
  func change() async throws {
    let (gate, view) = (SerialGate(), UnrulyView())
    let token = gate.bind(to: view)
    var (parts, hold): ([Weakly], SerialGate.Hold?) = ([], nil)
    do {
      let held = Held()
      parts = [Weakly("held", held)]
      gate.enqueue {
        withExtendedLifetime(held) { .reload(section: 0) }
      } delivered: {
        hold = gate.holdCurrentChange()
      }
      try #require(hold).release()
      for end in view.completions { end() }
    }
    await gate.idle()
    await parts.areGone()
    withExtendedLifetime((hold, view, token)) {}
  }

  @Test("a client, with the clients around it and its session's own, after an answer and while one is waited for")
  func clients() async throws {
    let isAsked = Signal()
    let server = try LoopbackServer { request in
      guard request.path == "/silent" else { return Answer("here") }
      isAsked.fire()
      return Answer(delivery: .silent)
    }
    defer { server.stop() }
    var parts: [Weakly] = []
    do {
      let transport = URLSessionTransport(.ephemeral)
      let session = URLSessionClient.timeless()
      let limited = LimitedClient(session)
      let client = RetryingClient(limited)
      parts = [Weakly("transport", transport), Weakly("session", session), Weakly("limited", limited)]
      #expect(try await client.send(server.request()).status == 200)
      for try await _ in transport.start(URLRequest(url: try server.request().url), limit: 100) {}
      let load = Task { try await client.send(server.request("/silent")) }
      await isAsked.wait()
      load.cancel()
      _ = await load.result
      transport.close()
    }
    await parts.areGone()
  }

  @Test("a cache on disk, with files, when its queues have let go of it")
  func disk() async throws {
    let gone = Signal()
    let folder = try TemporaryFolder()
    do {
      let farewell = Canary { gone.fire() }
      let disk = ImageDiskCache.example(folder) { file, bytes in
        withExtendedLifetime(farewell) { write(file, bytes.baseAddress, bytes.count) }
      }
      await disk.store(Picture.data(1), of: Picture.url(1))
      #expect(await disk.image(for: Picture.url(1)) == Picture.data(1))
      #expect(!gone.hasFired)
    }
    await gone.wait()
  }

  @Test("an image store, with what a waiter that was cancelled holds")
  func images() async {
    var parts: [Weakly] = []
    let isAsked = Signal()
    do {
      let client = StubClient { _, _ in
        isAsked.fire()
        try await Task.sleep(for: .seconds(86_400))  // until it is cancelled
        return HTTPAnswer(status: 404)
      }
      let store = ImageStore.example(nil, client: client)
      let held = Held()
      let token = store.load(Picture.url(1)) { _ in withExtendedLifetime(held) {} }
      parts = [Weakly("store", store), Weakly("held", held), Weakly("token", token)]
      await isAsked.wait()
      token.cancel()
      await store.settled()
    }
    await parts.areGone()
  }
}

/// What closures hold.
private final class Held: Sendable {}

/// The screens of this package, and a list of an app's own.
enum Screen: CaseIterable {
  case movies, search, categories, series, photos, store, detail, own

  /// Uses the screen as a front end does, and lets go of it.
  @MainActor
  func parts(at moment: LeakTests.Moment) async -> [Weakly] {
    let idle = Idle(answers: moment != .loading)
    let images = ImageStore.example(nil, client: idle)
    switch self {
    case .movies:
      return await parts(of: MoviesViewModel(service: idle).withoutTimeLimit(), at: moment) { $0.loadFirstPages() }
    case .search:
      let time = VirtualTimeScheduler()
      return await parts(of: MovieSearchViewModel(service: idle, scheduler: time).withoutTimeLimit(), at: moment) {
        $0.query = "tea"
        time.advance(by: .seconds(1))
      }
    case .categories:
      return await parts(of: CategoriesViewModel(service: idle).withoutTimeLimit(), at: moment) {
        $0.showPlaceholders(3)
        $0.loadFirstPages(order: .together)
      }
    case .series: return await parts(of: SeriesViewModel(service: idle).withoutTimeLimit(), at: moment) { $0.load(7) }
    case .photos:
      return await parts(of: PhotosViewModel(service: idle).withoutTimeLimit(), at: moment) {
        $0.loadFirstPages()
        $0.sortByDate()
      }
    case .store:
      let store = StoreViewModel(dishes: idle, orders: idle, monitor: idle, images: images)
      return await parts(of: store, at: moment) { $0.loadFirstPages() }
    case .detail:
      return await parts(
        of: DishDetailViewModel(of: "H1", service: idle, images: images).withoutTimeLimit(), at: moment
      ) { $0.load() }
    case .own:
      let list = PagedList<Int, TestItem>(sections: [0, 1]) { _, page in try await idle.answer(Page([page.number])) }
        .withoutTimeLimit()
      return await parts(of: list, at: moment) { $0.loadFirstPages() }
    }
  }

  @MainActor
  private func parts<ViewModel: PagedListViewModel & AnyObject & Sendable>(
    of viewModel: ViewModel, at moment: LeakTests.Moment, use: (ViewModel) -> Void
  ) async -> [Weakly] {
    let view = StrictListView.manual(viewModel)
    let held = Held()
    var bag: Set<AnyCancellable> = []
    viewModel.bind(to: view).store(in: &bag)
    viewModel.updates.sink { _ in withExtendedLifetime(held) {} }.store(in: &bag)
    viewModel.insertions.sink { _ in withExtendedLifetime(held) {} }.store(in: &bag)
    viewModel.loadStates.sink { _ in withExtendedLifetime(held) {} }.store(in: &bag)
    viewModel.allEnded.sink { _ in withExtendedLifetime(held) {} }.store(in: &bag)
    let loop = Task { [changes = viewModel.changes] in for await change in changes { change.perform() } }
    var parts = [
      Weakly("view model", viewModel), Weakly("list", viewModel.pages), Weakly("gate", viewModel.pages.gate),
      Weakly("view", view), Weakly("held by observers", held),
    ]
    parts += bag.map { Weakly("token", $0) }
    guard moment != .unused else { return parts }
    use(viewModel)
    switch moment {
    case .unused, .loading: break
    case .loaded:
      while viewModel.loadsInFlight > 0 || !viewModel.pages.gate.isIdle {
        await Task { @MainActor in }.value
        view.finishAnimations()
      }
    case .animating: while viewModel.pages.gate.isIdle { await Task { @MainActor in }.value }
    }
    _ = loop
    return parts
  }
}

/// Services that answer at once, or not until they are cancelled.
private struct Idle: MovieService, MovieSearchService, DishService, DishDetailService, SeriesService, PhotoService {
  let answers: Bool

  func answer<Value>(_ value: Value) async throws -> Value {
    if !answers { try await Task.sleep(for: .seconds(86_400)) }
    return value
  }

  func movies(in section: MovieSection, page: Int) async throws -> Page<Movie> {
    try await answer(Page(items: [Movie(id: page, title: "")], number: page, isLast: true))
  }
  func movies(matching query: String, page: Int) async throws -> Page<Movie> {
    try await answer(Page(items: [Movie(id: page, title: query)], number: page, isLast: true))
  }
  func dishes(in category: DishCategory) async throws -> Page<Dish> {
    try await answer(Page(items: [Dish(id: "\(category)", title: "")], isLast: true))
  }
  func detail(of dish: Dish.ID) async throws -> DishDetail {
    var detail = DishDetail(id: dish)
    detail.images = [Picture.url(1), Picture.url(2)]
    return try await answer(detail)
  }
  func series(_ id: Series.ID) async throws -> Series {
    try await answer(Series(id: id, name: "", seasons: [Season(id: 1, number: 1), Season(id: 2, number: 2)]))
  }
  func episodes(ofSeason number: Int, in series: Series.ID) async throws -> Page<Episode> {
    try await answer(Page(items: [], isLast: true))
  }
  func photos(page: Int) async throws -> Page<Photo> {
    try await answer(PhotoList.decode(Data(#"[{"id": "1"}, {"id": "2"}]"#.utf8)))
  }
}

extension Idle: OrderService, ConnectivityMonitor, HTTPClient {
  var states: AnyPublisher<Connectivity, Never> { CurrentValueSubject(.wifi).eraseToAnyPublisher() }
  func order(_ text: String) async -> OrderAnswer { .accepted }
  func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
    try await answer(HTTPAnswer(status: 200, body: Picture.data(1)))
  }
}
