import Reactive
import ViewModels

/// How much of a store is under way: requests for dishes, unfinished orders, and pictures that are loading.
@MainActor
final class StoreWork {
  let count = CurrentValueSubject<Int, Never>(0)
  private let store: StoreViewModel
  private let loads: LoadSteps<StoreViewModel>
  private let pictures: CurrentValueSubject<Int, Never>
  private var bag: Set<AnyCancellable> = []

  /// - Parameter pictures: how many are loading.
  init(_ store: StoreViewModel, pictures: CurrentValueSubject<Int, Never> = CurrentValueSubject(0)) {
    self.store = store
    self.pictures = pictures
    loads = LoadSteps(store)
    for number in [pictures, loads.requests] {
      number.receive(on: .main).sink { [weak self] _ in self?.add() }.store(in: &bag)
    }
    store.orders.orderStates.sink { [weak self] _ in self?.add() }.store(in: &bag)
  }

  private func add() {
    let isOrdering = store.orders.orders.contains { !$0.state.isFinal }
    count.value = loads.requests.value + pictures.value + (isOrdering ? 1 : 0)
  }
}
