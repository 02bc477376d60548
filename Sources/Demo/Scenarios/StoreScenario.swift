import Foundation
import Reactive
import ViewModels

/// The categories once more, with dishes that are ordered one after another, toasts, and a connection that comes and
/// goes.
@MainActor
struct StoreScenario {
  let arguments: Arguments
  var live: LiveServices?
  let output: (String) -> Void

  func run(printer: any EventPrinter) async throws -> Summary {
    if let live {
      let monitor = systemMonitor()
      let store = StoreViewModel(
        dishes: live.dishes(), orders: SlackOrderService(try live.webHook()), monitor: monitor,
        images: ImageStore(folder: nil, client: RetryingClient(LimitedClient(URLSessionClient()))))
      return try await run(store, monitor, in: ServiceWorld(), printer) { _, pictures in
        for _ in 0..<(arguments.orders ?? 1) { orderNext(of: store, pictures) }
      }
    }
    let world = VirtualWorld()
    let network = SampleNetwork()
    let store = try Self.sample(in: world, network, seed: arguments.seed)
    network.follow([(0, .wifi)], in: world)
    return try await run(store, network, in: world, printer) { run, pictures in
      run.wantsRetries = { network.state != .lost }  // the return of the connection does
      // Gone for a moment, which no banner shows, and then for long enough to be missed.
      network.follow([(1_500, .lost), (1_800, .wifi), (3_000, .lost), (7_000, .cellular)], in: world)
      world.after(4_500, ordinal: Ordinal.user) { store.refresh(.soup) }
      for number in 0..<(arguments.orders ?? 9) {
        world.after(number * 700, ordinal: Ordinal.user) { orderNext(of: store, pictures) }
      }
    }
  }

  /// - Parameter use: what is done with the store when its first dishes are there, or have failed.
  private func run(
    _ store: StoreViewModel, _ monitor: any ConnectivityMonitor, in world: any RunWorld, _ printer: any EventPrinter,
    use: @escaping @MainActor (Run<StoreViewModel>, StorePictures) -> Void
  ) async throws -> Summary {
    let run = Run(store, in: world, printer: printer, name: \.rawValue, cell: \.title, output: output)
    let report = StoreReport(store, in: world, printer: printer, output: output)
    let recorder = TimelineRecorder(store, in: world, name: \.rawValue)
    let pictures = StorePictures(store, in: world, printer: printer, output: output)
    let work = StoreWork(store, monitor: monitor, pictures: pictures.loading)
    run.onStep = recorder.step
    run.work = work.count
    run.complete = { $0.orders = OrderCount(store.orders.orders) }
    let token = store.allEnded.sink { _ in use(run, pictures) }
    store.categories.showPlaceholders(3)
    store.categories.load()
    let summary = await run.finish()
    withExtendedLifetime((report, token)) {}
    if let path = arguments.timeline { try recorder.timeline.write(to: path) }
    return summary
  }

  /// Orders what nobody has ordered: a main dish, a soup, a side dish, the next main dish, and so on, as they are there.
  private func orderNext(of store: StoreViewModel, _ pictures: StorePictures) {
    let ordered = Set(store.orders.orders.map(\.title))
    let places = store.sections.indices
      .flatMap { section in
        (0..<store.numberOfItems(inSection: section)).map { IndexPath(item: $0, section: section) }
      }
      .filter { place in store.item(at: place).map { !ordered.contains($0.title) } ?? false }
    if let place = places.min(by: { ($0.item, $0.section) < ($1.item, $1.section) }) {
      if let dish = store.item(at: place), let order = store.order(at: place) { pictures.show(dish, of: order) }
    }
  }

  /// The store on sample data, in virtual time.
  static func sample(in world: VirtualWorld, _ network: SampleNetwork, seed: UInt64) throws -> StoreViewModel {
    let random = Lock(SeededGenerator(seed: seed, "jitter"))
    return StoreViewModel(
      categories: CategoriesViewModel(
        service: SampleDishService(service: SampleService(world: world, seed: seed, network: network))),
      orders: OrdersViewModel(
        service: try SampleHook(world: world, seed: seed, network: network).service,
        clock: VirtualClock(world: world, ordinal: Ordinal.orders),
        random: { random.withLock { .random(in: 0...1, using: &$0) } }),
      connectivity: ConnectivityViewModel(
        monitor: network, clock: VirtualClock(world: world, ordinal: Ordinal.connectivity)),
      images: ImageStore(folder: nil, client: SampleImages(world: world, seed: seed, network: network)))
  }
}
