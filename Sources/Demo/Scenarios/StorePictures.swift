import Foundation
import Reactive
import ViewModels

/// Loads the image of a dish when it is ordered and again with its toast, and prints its source.
@MainActor
final class StorePictures {
  /// How many pictures are loading.
  let loading = CurrentValueSubject<Int, Never>(0)
  private var urls: Set<URL> = [] { didSet { loading.value = urls.count } }
  private let images: ImageStore
  private let log: EventLog
  private var ordered: [Order.ID: Dish] = [:]
  private var bag: Set<AnyCancellable> = []

  init(_ store: StoreViewModel, log: EventLog) {
    images = store.images
    self.log = log
    store.orders.toasts
      .sink { [weak self] toast in self?.ordered[toast.orderID].map { self?.show($0) } }
      .store(in: &bag)
  }

  func show(_ dish: Dish, of order: Order) {
    ordered[order.id] = dish
    show(dish)
  }

  private func show(_ dish: Dish) {
    guard let url = dish.image, !urls.contains(url) else { return }  // shown when it arrives
    let isInMemory = images.cachedData(for: url) != nil
    urls.insert(url)
    images.load(url) { [self] result in
      urls.remove(url)
      switch result {
      case .success(let image):
        log.print(.image(of: dish.title, bytes: image.count, from: isInMemory ? "memory" : "network"))
      case .failure(let error): log.print(.noImage(of: dish.title, reason: "\(error)"))
      }
    }
    .store(in: &bag)
  }
}
