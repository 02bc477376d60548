import Reactive
import Synchronization

/// The driver that makes changes inside a list view's own update.
@MainActor
final class BoundView: GateDriver {
  private weak var gate: SerialGate?
  private weak var view: (any ListView)?
  private let sectionOffset: Int
  private weak var hold: SerialGate.Hold?
  private nonisolated let isCancelled = Atomic(false)

  init(gate: SerialGate, view: any ListView, sectionOffset: Int) {
    self.gate = gate
    self.view = view
    self.sectionOffset = sectionOffset
  }

  let isLoop = false
  var isActive: Bool { view != nil && !isCancelled.load(ordering: .acquiring) }

  func shows(_ other: any ListView) -> Bool { view === other }

  func reload() { view?.reloadAndCount() }

  func changeIsReady() {
    guard let view, let gate else { return }
    let hold = gate.holdForDriver()
    self.hold = hold
    var committed = false
    view.performUpdate(
      {
        guard !committed else { return nil }
        committed = true
        return gate.perform()?.offset(bySections: self.sectionOffset)
      },
      completion: { hold?.release() })
    if !committed {
      // The view broke its word; the change is made all the same, and the view counts anew.
      committed = true
      gate.perform()
      view.reloadAndCount()
    }
  }

  /// Takes effect at once; what the gate can do without this view begins in a later turn.
  nonisolated func cancel() {
    guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Task { @MainActor in
      gate?.remove(self)
      hold?.release()
    }
  }
}

extension SerialGate {
  /// Binds a list view: from now on changes are made inside its updates, and it is told what they were.
  ///
  /// The view reloads and counts before this returns (right after the change, if one is being made). Several views
  /// may be bound; their updates nest, and the next change begins when all have completed. A view that is gone is
  /// unbound by itself. Binding a view again ends its earlier binding, whose token does nothing from then on.
  ///
  /// - Parameters:
  ///   - view: held weakly.
  ///   - sectionOffset: how many sections of its own the view shows ahead of the model's.
  /// - Returns: a token that unbinds when it is cancelled or dropped: at once, while what the gate may do without the
  ///   view begins in a later turn.
  public func bind(to view: some ListView, sectionOffset: Int = 0) -> AnyCancellable {
    endBindings(of: view)  // told twice of one insert, a list view would count it twice
    let driver = BoundView(gate: self, view: view, sectionOffset: sectionOffset)
    add(driver)
    reloadWhenConsistent(driver)
    return AnyCancellable { driver.cancel() }
  }
}
