import Reactive
import Synchronization

/// A list view that a gate makes its changes in: all of them while it is bound, or one that a loop performs in it.
@MainActor
final class BoundView {
  private weak var gate: SerialGate?
  /// Weak, because a front end owns its list view, keeps the token, and must be able to go while an animation runs.
  private weak var view: (any ListView)?
  let sectionOffset: @MainActor () -> Int
  /// Higher than that of any driver before it: the newest wins.
  let rank: Int
  let whenOver: @MainActor () -> Void
  /// Keeps the last change open that was made in the view. The view's completion owns it: if the view drops the one,
  /// the other goes with it.
  weak var hold: SerialGate.Hold?
  private nonisolated let isEnded = Atomic(false)

  init(
    gate: SerialGate, view: any ListView, rank: Int, sectionOffset: @escaping @MainActor () -> Int = { 0 },
    whenOver: @escaping @MainActor () -> Void = {}
  ) {
    self.gate = gate
    self.view = view
    self.rank = rank
    self.sectionOffset = sectionOffset
    self.whenOver = whenOver
  }

  /// The view, unless it is gone or the binding has ended.
  var activeView: (any ListView)? { isEnded.load(ordering: .acquiring) ? nil : view }

  /// Ends the binding because a newer driver has the view. The change whose animation runs stays open, since the
  /// newer driver's first update must not begin inside it.
  func replace() { _ = isEnded.exchange(true, ordering: .acquiringAndReleasing) }

  /// Ends the binding at once. What the gate can do without this view begins in a later turn, because a token may be
  /// dropped in the middle of anything.
  nonisolated func cancel() {
    guard !isEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Task { @MainActor in
      gate?.remove(self)
      hold?.release()
    }
  }
}

extension SerialGate {
  /// Binds a list view: from now on changes are made inside its updates, and it is told what they were.
  ///
  /// The view reloads and counts before this returns; in the middle of a change, right after it. Several views may be
  /// bound; their updates nest, and the next change begins when all have completed. A view that is gone is unbound by
  /// itself.
  ///
  /// One binding or loop at a time drives a view, and the newest wins: the token of an older binding does nothing from
  /// then on. A view of several gates is bound to each of them; they have to share a queue, see ``init(sharing:)``.
  ///
  /// ```swift
  /// one.bind(to: view).store(in: &cancellables)
  /// two.bind(to: view, sectionOffset: one.numberOfSections).store(in: &cancellables)
  /// ```
  /// - Parameters:
  ///   - view: held weakly.
  ///   - sectionOffset: how many sections the view shows ahead of the model's. It is evaluated in the turn of each
  ///     change.
  /// - Returns: a token that unbinds when it is cancelled or dropped: at once, while what the gate may do without the
  ///   view begins in a later turn.
  public func bind(
    to view: some ListView, sectionOffset: @autoclosure @escaping @MainActor () -> Int = 0
  ) -> AnyCancellable {
    let bound = BoundView(gate: self, view: view, rank: nextRank(), sectionOffset: sectionOffset)
    add(bound, to: view)
    return AnyCancellable { bound.cancel() }
  }
}
