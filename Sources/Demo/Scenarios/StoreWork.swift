import Reactive
import ViewModels

/// How much of a store is under way: its requests for dishes, its line of orders, pictures that somebody waits for, and a
/// connection that has not settled.
@MainActor
final class StoreWork {
  let count = CurrentValueSubject<Int, Never>(0)
  private let store: StoreViewModel
  private let pictures: CurrentValueSubject<Int, Never>
  /// As the monitor says; the store says it when it has settled.
  private var state = Connectivity.unknown
  private var bag: Set<AnyCancellable> = []

  /// - Parameter pictures: how many are on their way.
  init(
    _ store: StoreViewModel, monitor: any ConnectivityMonitor,
    pictures: CurrentValueSubject<Int, Never> = CurrentValueSubject(0)
  ) {
    self.store = store
    self.pictures = pictures
    pictures.receive(on: .main).sink { [weak self] _ in self?.add() }.store(in: &bag)
    monitor.states.receive(on: .main)
      .sink { [weak self] state in
        self?.state = state
        self?.add()
      }
      .store(in: &bag)
    store.connectivity.changes.sink { [weak self] _ in self?.add() }.store(in: &bag)
    store.orders.orderStates.sink { [weak self] _ in self?.add() }.store(in: &bag)
    store.pages.requestsInFlight.receive(on: .main).sink { [weak self] _ in self?.add() }.store(in: &bag)
  }

  private func add() {
    let ordering = store.orders.orders.contains { !$0.state.isFinal }
    let settling = state != store.connectivity.connectivity
    count.value =
      store.pages.requestsInFlight.value + (ordering ? 1 : 0) + (settling ? 1 : 0)
      + pictures.value
  }
}
