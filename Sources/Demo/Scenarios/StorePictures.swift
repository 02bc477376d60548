import Foundation
import Reactive
import ViewModels

/// Loads the image of a dish when it is ordered and again with its toast, and prints its source. Knows how much of a
/// store is under way.
@MainActor
final class StorePictures {
  /// Requests for dishes, unfinished orders, and pictures that are loading.
  let work = CurrentValueSubject<Int, Never>(0)
  private var urls: Set<URL> = [] { didSet { count() } }
  private let store: StoreViewModel
  private let log: EventLog
  /// The page that is open.
  private var page: DishDetailViewModel?
  private var ordered: [Order.ID: Dish] = [:]
  private var bag: Set<AnyCancellable> = []

  init(_ store: StoreViewModel, log: EventLog) {
    (self.store, self.log) = (store, log)
    store.orders.toasts
      .sink { [weak self] toast in self?.ordered[toast.orderID].map { self?.show($0) } }
      .store(in: &bag)
    store.pages.requestsInFlight.receive(on: .main).sink { [weak self] _ in self?.count() }.store(in: &bag)
    store.orders.orderStates.sink { [weak self] _ in self?.count() }.store(in: &bag)
  }

  func show(_ dish: Dish, of order: Order) {
    ordered[order.id] = dish
    show(dish)
  }

  /// Opens a dish's page.
  func open(_ dish: Dish, from service: any DishDetailService) {
    let page = DishDetailViewModel(of: dish.id, service: service, images: store.images)
    self.page = page
    log.time.limitLoads(of: page.pages)
    page.detailStates.sink { [log] state in
      if state.phase == .finished, let detail = page.detail { log.print(.page(of: dish.title, detail)) }
      if let error = state.error { log.print(.noImage(of: "the page of \(dish.title)", reason: "\(error)")) }
    }.store(in: &bag)
    page.loadStates.sink { [log] picture, state in
      let title = "\(dish.title), picture \(picture.position + 1)"
      if let error = state.error { log.print(.noImage(of: title, reason: "\(error)")) }
      guard let data = page.items(in: picture).first?.data else { return }
      log.print(.image(of: title, bytes: data.count, from: "network"))
    }.store(in: &bag)
    page.pages.requestsInFlight.receive(on: .main).sink { [weak self] _ in self?.count() }.store(in: &bag)
    page.load()
  }

  private func show(_ dish: Dish) {
    guard let url = dish.image, !urls.contains(url) else { return }  // shown when it arrives
    let isInMemory = store.images.cachedData(for: url) != nil
    urls.insert(url)
    store.images.load(url) { [self] result in
      urls.remove(url)
      switch result {
      case .success(let image):
        log.print(.image(of: dish.title, bytes: image.count, from: isInMemory ? "memory" : "network"))
      case .failure(let error): log.print(.noImage(of: dish.title, reason: "\(error)"))
      }
    }
    .store(in: &bag)
  }

  private func count() {
    let isOrdering = store.orders.orders.contains { !$0.state.isFinal }
    let requests = store.pages.requestsInFlight.value + (page?.pages.requestsInFlight.value ?? 0)
    work.value = requests + urls.count + (isOrdering ? 1 : 0)
  }
}
