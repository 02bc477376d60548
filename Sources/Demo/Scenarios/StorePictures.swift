import Foundation
import Reactive
import ViewModels

/// Shows the picture of a dish when it is ordered and once more with its toast, and prints where it came from.
@MainActor
final class StorePictures {
  /// How many pictures are on their way.
  let loading = CurrentValueSubject<Int, Never>(0)
  private var urls: Set<URL> = [] { didSet { loading.value = urls.count } }
  private let images: ImageStore
  private let print: (RunEvent.Kind) -> Void
  private var ordered: [Order.ID: Dish] = [:]
  private var bag: Set<AnyCancellable> = []

  init(_ store: StoreViewModel, in world: any World, printer: any EventPrinter, output: @escaping (String) -> Void) {
    images = store.images
    print = { output(printer.line(for: RunEvent(kind: $0, time: world.milliseconds))) }
    store.orders.toasts
      .sink { [weak self] toast in self?.ordered[toast.orderID].map { self?.show($0) } }
      .store(in: &bag)
  }

  func show(_ dish: Dish, of order: Order) {
    ordered[order.id] = dish
    show(dish)
  }

  private func show(_ dish: Dish) {
    guard let url = dish.image, !urls.contains(url) else { return }  // it is shown when it comes
    let isInMemory = images.cachedData(for: url) != nil
    urls.insert(url)
    images.load(url) { [self] result in
      urls.remove(url)
      switch result {
      case .success(let image):
        print(.image(of: dish.title, bytes: image.count, from: isInMemory ? "memory" : "network"))
      case .failure(let error): print(.noImage(of: dish.title, reason: "\(error)"))
      }
    }
    .store(in: &bag)
  }
}
