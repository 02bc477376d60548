import Foundation
import Reactive
import SampleService
import ViewModels

extension Scenario {
  /// The categories again, with the page of a dish, dishes that are ordered one after another, toasts, and a connection
  /// that comes and goes.
  func store() async throws -> Summary {
    let network = SampleNetwork()
    let details: any DishDetailService = live?.dishes() ?? sample
    let store: StoreViewModel
    var told = 0
    if let live {
      store = StoreViewModel(
        categories: CategoriesViewModel(service: live.dishes()),
        orders: OrdersViewModel(
          service: SlackOrderService(try live.webHook()), file: arguments.orders.map { URL(fileURLWithPath: $0) }),
        connectivity: ConnectivityViewModel(monitor: systemMonitor()),
        images: ImageStore(folder: nil, client: .standard))
      told = store.orders.problems.count
      for problem in store.orders.problems { warn("warning: \(problem)") }
    } else {
      store = try .sample(
        in: time, network, monitor: arguments.isLive ? systemMonitor() : network, seed: arguments.seed)
    }
    let look = Look<StoreViewModel>(name: \.rawValue, title: CategoriesViewModel.Wording().title, cell: \.cell)
    func complete(_ summary: inout Summary) {
      summary.orders = store.orders.orders
      for problem in store.orders.problems.dropFirst(told) { warn("warning: \(problem)") }
      summary.needsOrders = live != nil
    }
    var summary = try await show(
      store, look, extend: { LiveStore(store, on: $0, in: time) },
      script: { run in
        store.report(to: log, &run.bag)
        let pictures = StorePictures(store, log: log)
        run.kept.append(pictures)
        run.work = pictures.work
        run.complete = complete
        run.wantsRetries = { network.state != .lost }  // when the connection returns, the store retries by itself
        if arguments.isLive { return }
        let dishes = arguments.dishes ?? (live == nil ? 9 : 1)
        store.allEnded.sink { _ in
          if let dish = store.sections.lazy.compactMap({ store.items(in: $0).first }).first {
            pictures.open(dish, from: details)
          }
          use(store, network, dishes, pictures)
        }.store(in: &run.bag)
        if live == nil { network.follow([(0, .wifi)], in: time) }
      }, start: { store.loadFirstPages(order: arguments.order) })
    // The user has left a live screen. What waits is sent by the next process, if there is a file.
    if summary.orders == nil {
      await store.orders.save()
      complete(&summary)
    }
    return summary
  }

  /// What happens when the first dishes are there, or have failed.
  private func use(_ store: StoreViewModel, _ network: SampleNetwork, _ dishes: Int, _ pictures: StorePictures) {
    guard live == nil else { return (0..<dishes).forEach { _ in orderNext(of: store, pictures) } }
    // Gone for a moment, which no banner shows, and then for long enough to be missed.
    network.follow([(1_500, .lost), (1_800, .wifi), (3_000, .lost), (7_000, .cellular)], in: time)
    time.after(4_500, tieBreak: TieBreak.user) { store.refresh(.soup) }
    for number in 0..<dishes {
      time.after(number * 700, tieBreak: TieBreak.user) { orderNext(of: store, pictures) }
    }
  }

  /// Orders a dish that has not been ordered: a main dish, a soup, a side dish, the next main dish, and so on, if there
  /// is one.
  private func orderNext(of store: StoreViewModel, _ pictures: StorePictures) {
    let ordered = Set(store.orders.orders.map(\.title))
    let indexPaths = store.sections.indices.flatMap { section in
      (0..<store.numberOfItems(inSection: section)).map { IndexPath(item: $0, section: section) }
    }
    for next in indexPaths.sorted(by: { ($0.item, $0.section) < ($1.item, $1.section) }) {
      guard let dish = store.item(at: next), !ordered.contains(dish.title) else { continue }
      if let order = store.order(at: next) { pictures.show(dish, of: order) }
      return
    }
  }
}

extension StoreViewModel {
  /// The store on sample data.
  static func sample(
    in time: any DemoTime, _ network: SampleNetwork, monitor: (any ConnectivityMonitor)? = nil, seed: UInt64
  ) throws -> StoreViewModel {
    let random = Lock(SeededGenerator(seed: seed, "jitter"))
    return StoreViewModel(
      categories: CategoriesViewModel(service: SampleService(time: time, seed: seed, network: network)),
      orders: OrdersViewModel(
        service: try SampleHook(time: time, seed: seed, network: network).service,
        clock: time.clock(tieBreak: TieBreak.orders),
        random: { random.withLock { .random(in: 0...1, using: &$0) } }),
      connectivity: ConnectivityViewModel(monitor: monitor ?? network, scheduler: time.scheduler),
      images: ImageStore(folder: nil, client: SampleImages(time: time, seed: seed, network: network)))
  }

  /// Prints orders, toasts and banners as they change.
  func report(to log: EventLog, _ bag: inout Set<AnyCancellable>) {
    log.print(.banner(connectivity.banner))
    connectivity.changes.sink { [connectivity] _ in log.print(.banner(connectivity.banner)) }.store(in: &bag)
    orders.orderStates.sink { log.print(.order($0)) }.store(in: &bag)
    orders.toasts.sink { log.print(.toast($0)) }.store(in: &bag)
  }
}

extension Dish {
  fileprivate var cell: String { salePrice.map { "\(title), \($0.text)" } ?? title }
}

/// Creates the system's connectivity monitor.
func systemMonitor() -> any ConnectivityMonitor {
  #if canImport(Network)
    PathMonitor()
  #else
    RouteMonitor()
  #endif
}
