import Reactive
import ViewModels

/// How much of a store is under way: requests for dishes, unfinished orders, pictures that are loading, and a change of
/// connection that has not settled.
@MainActor
final class StoreWork {
  let count = CurrentValueSubject<Int, Never>(0)
  private let store: StoreViewModel
  private let loads: LoadSteps<StoreViewModel>
  private let pictures: CurrentValueSubject<Int, Never>
  /// The monitor's state. The store shows it once it has settled.
  private var state = Connectivity.unknown
  private var bag: Set<AnyCancellable> = []

  /// - Parameter pictures: how many are loading.
  init(
    _ store: StoreViewModel, monitor: any ConnectivityMonitor,
    pictures: CurrentValueSubject<Int, Never> = CurrentValueSubject(0)
  ) {
    self.store = store
    self.pictures = pictures
    loads = LoadSteps(store)
    for number in [pictures, loads.requests] {
      number.receive(on: .main).sink { [weak self] _ in self?.add() }.store(in: &bag)
    }
    monitor.states.receive(on: .main)
      .sink { [weak self] state in
        self?.state = state
        self?.add()
      }
      .store(in: &bag)
    store.connectivity.changes.sink { [weak self] _ in self?.add() }.store(in: &bag)
    store.orders.orderStates.sink { [weak self] _ in self?.add() }.store(in: &bag)
  }

  private func add() {
    let isOrdering = store.orders.orders.contains { !$0.state.isFinal }
    let isSettling = state != store.connectivity.connectivity
    count.value = loads.requests.value + pictures.value + (isOrdering ? 1 : 0) + (isSettling ? 1 : 0)
  }
}
