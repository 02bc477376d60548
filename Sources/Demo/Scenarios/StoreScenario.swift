import Foundation
import Reactive
import ViewModels

extension Scenario {
  /// The categories again, with dishes that are ordered one after another, toasts, and a connection that comes and goes.
  func store() async throws -> Summary {
    if let live {
      let monitor = systemMonitor()
      let store = StoreViewModel(
        dishes: live.dishes(), orders: SlackOrderService(try live.webHook()), monitor: monitor,
        images: ImageStore(folder: nil, client: RetryingClient(LimitedClient(URLSessionClient()))))
      return try await run(store, monitor, in: RealTime()) { _, pictures in
        for _ in 0..<(arguments.orders ?? 1) { orderNext(of: store, pictures) }
      }
    }
    let time = VirtualTime()
    let network = SampleNetwork()
    let store = try StoreViewModel.sample(in: time, network, seed: arguments.seed)
    network.follow([(0, .wifi)], in: time)
    return try await run(store, network, in: time) { run, pictures in
      run.wantsRetries = { network.state != .lost }  // when the connection returns, the store retries by itself
      // Gone for a moment, which no banner shows, and then for long enough to be missed.
      network.follow([(1_500, .lost), (1_800, .wifi), (3_000, .lost), (7_000, .cellular)], in: time)
      time.after(4_500, tieBreak: TieBreak.user) { store.refresh(.soup) }
      for number in 0..<(arguments.orders ?? 9) {
        time.after(number * 700, tieBreak: TieBreak.user) { orderNext(of: store, pictures) }
      }
    }
  }

  /// - Parameter use: what is done with the store when its first dishes are there, or have failed.
  private func run(
    _ store: StoreViewModel, _ monitor: any ConnectivityMonitor, in time: any DemoTime,
    use: @escaping @MainActor (Run<StoreViewModel>, StorePictures) -> Void
  ) async throws -> Summary {
    try await run(store, in: time, name: \.rawValue, cell: \.title) { run in
      let log = log(in: time)
      store.report(to: log, &run.bag)
      let pictures = StorePictures(store, log: log)
      let work = StoreWork(store, pictures: pictures.loading)
      run.kept += [pictures, work]
      run.work = work.count
      run.complete = { $0.orders = OrderCount(store.orders.orders) }
      store.allEnded.sink { _ in use(run, pictures) }.store(in: &run.bag)
      store.categories.showPlaceholders(3)
      store.categories.load()
    }
  }

  /// Orders a dish that has not been ordered: a main dish, a soup, a side dish, the next main dish, and so on, if there
  /// is one.
  private func orderNext(of store: StoreViewModel, _ pictures: StorePictures) {
    let ordered = Set(store.orders.orders.map(\.title))
    let indexPaths = store.sections.indices
      .flatMap { section in
        (0..<store.numberOfItems(inSection: section)).map { IndexPath(item: $0, section: section) }
      }
      .filter { indexPath in store.item(at: indexPath).map { !ordered.contains($0.title) } ?? false }
    if let next = indexPaths.min(by: { ($0.item, $0.section) < ($1.item, $1.section) }),
      let dish = store.item(at: next), let order = store.order(at: next)
    {
      pictures.show(dish, of: order)
    }
  }
}

extension StoreViewModel {
  /// The store on sample data, in virtual time.
  static func sample(in time: VirtualTime, _ network: SampleNetwork, seed: UInt64) throws -> StoreViewModel {
    let random = Lock(SeededGenerator(seed: seed, "jitter"))
    return StoreViewModel(
      categories: CategoriesViewModel(
        service: SampleDishService(service: SampleService(time: time, seed: seed, network: network))),
      orders: OrdersViewModel(
        service: try SampleHook(time: time, seed: seed, network: network).service,
        clock: time.clock(tieBreak: TieBreak.orders),
        random: { random.withLock { .random(in: 0...1, using: &$0) } }),
      connectivity: ConnectivityViewModel(monitor: network, scheduler: time.scheduler),
      images: ImageStore(folder: nil, client: SampleImages(time: time, seed: seed, network: network)))
  }

  /// Prints orders, toasts and banners as they change.
  func report(to log: EventLog, _ bag: inout Set<AnyCancellable>) {
    log.print(.banner(connectivity.banner))
    connectivity.changes.sink { log.print(.banner(ConnectivityBanner($0))) }.store(in: &bag)
    orders.orderStates.sink { log.print(.order($0)) }.store(in: &bag)
    orders.toasts.sink { log.print(.toast($0)) }.store(in: &bag)
  }
}
