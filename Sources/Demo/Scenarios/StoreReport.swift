import Reactive
import ViewModels

/// Prints a store's orders, toasts and banners as they change; its lists are somebody else's.
@MainActor
final class StoreReport {
  private var bag: Set<AnyCancellable> = []

  init(_ store: StoreViewModel, in world: any World, printer: any EventPrinter, output: @escaping (String) -> Void) {
    func print(_ kind: RunEvent.Kind) { output(printer.line(for: RunEvent(kind: kind, time: world.milliseconds))) }
    print(.banner(store.connectivity.banner))
    store.connectivity.changes.sink { print(.banner(ConnectivityBanner($0))) }.store(in: &bag)
    store.orders.orderStates.sink { print(.order($0)) }.store(in: &bag)
    store.orders.toasts.sink { print(.toast($0)) }.store(in: &bag)
  }
}
