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
  private let log: EventLog?
  private var ordered: [Order.ID: Dish] = [:]
  private var bag: Set<AnyCancellable> = []

  init(_ store: StoreViewModel, log: EventLog? = nil) {
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

  private func show(_ dish: Dish) {
    guard let url = dish.image, !urls.contains(url) else { return }  // shown when it arrives
    let isInMemory = store.images.cachedData(for: url) != nil
    urls.insert(url)
    store.images.load(url) { [self] result in
      urls.remove(url)
      switch result {
      case .success(let image):
        log?.print(.image(of: dish.title, bytes: image.count, from: isInMemory ? "memory" : "network"))
      case .failure(let error): log?.print(.noImage(of: dish.title, reason: "\(error)"))
      }
    }
    .store(in: &bag)
  }

  private func count() {
    let isOrdering = store.orders.orders.contains { !$0.state.isFinal }
    work.value = store.pages.requestsInFlight.value + urls.count + (isOrdering ? 1 : 0)
  }
}
