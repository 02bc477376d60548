import Reactive
import ViewModels

/// Adds a store's lines to a live screen: the banner of its connection, the numbers of its orders, and its toasts.
@MainActor
final class LiveStore {
  private let store: StoreViewModel
  private let frontEnd: LiveFrontEnd<StoreViewModel>
  private let time: any DemoTime
  private var toasts = 0
  private var bag: Set<AnyCancellable> = []

  /// How long a toast is shown, in milliseconds.
  private let toastTime = 3_000

  init(_ store: StoreViewModel, on frontEnd: LiveFrontEnd<StoreViewModel>, in time: any DemoTime) {
    (self.store, self.frontEnd, self.time) = (store, frontEnd, time)
    frontEnd.order = { store.order(at: $0) }
    frontEnd.update {
      $0.orderHint = "o order  "
      $0.banner = store.connectivity.banner.line
      $0.note = LiveLine(text: "")
    }
    showOrders()
    store.connectivity.changes.sink { _ in frontEnd.update { $0.banner = store.connectivity.banner.line } }
      .store(in: &bag)
    store.orders.orderStates.sink { [weak self] _ in self?.showOrders() }.store(in: &bag)
    store.orders.toasts.sink { [weak self] in self?.show($0) }.store(in: &bag)
  }

  private func show(_ toast: OrderToast) {
    toasts += 1
    frontEnd.update { $0.note = toast.line }
    time.after(toastTime) { [weak self, number = toasts] in
      guard let self, number == toasts else { return }  // there is a newer one
      frontEnd.update { $0.note = LiveLine(text: "") }
    }
  }

  private func showOrders() {
    let counts = ["waiting", "sending", "sent", "refused", "unknown"].map { (store.orders.orders.count($0), $0) }
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    frontEnd.update { $0.status = "orders: \(counts.isEmpty ? "none" : counts.joined(separator: ", "))" }
  }
}

extension ConnectivityBanner {
  fileprivate var line: LiveLine {
    let styles: [Color: LiveLine.Style] = [.blue: .blue, .skyBlue: .skyBlue, .red: .red, .yellow: .yellow]
    return LiveLine(text: text, style: styles[color] ?? .plain)
  }
}

extension OrderToast {
  fileprivate var line: LiveLine {
    LiveLine(text: text, style: [.placed: .plain, .sent: .fresh, .refused: .failed][kind] ?? .doubtful)
  }
}
