import Reactive
import Synchronization

/// A list view that a gate makes its changes in: all changes while it is bound, or the ones that a loop performs in it.
@MainActor
final class BoundView {
  private(set) weak var gate: SerialGate?
  let record: ViewRecord
  let isLoop: Bool
  /// Whether the view may animate.
  let animated: Bool
  /// The binding of the list that stands right above in the view.
  var above: BoundView?
  /// What is shown, if it is known: the list that is bound, with which the binding ends, or, where a gate alone is bound, what
  /// others stand below.
  private(set) weak var list: (any ListDataSource)?
  private let isOfList: Bool
  /// Called when an animation is over, or nobody waits for it any more.
  var whenOver: (@MainActor () -> Void)?
  /// Keeps the last change open that was made in the view. The view's completion owns it: if the view drops the one,
  /// the other goes with it.
  weak var hold: SerialGate.Hold?
  /// How many changes the gate had made when a loop's view counted last.
  var changesCounted: Int?
  private nonisolated let isEnded = Atomic(false)

  init(
    gate: SerialGate, record: ViewRecord, showing list: (any ListDataSource)? = nil, below above: BoundView? = nil,
    isLoop: Bool = false, animated: Bool = true
  ) {
    self.gate = gate
    self.record = record
    self.above = above
    self.isLoop = isLoop
    self.animated = animated
    self.list = list
    isOfList = list != nil
  }

  /// Says what is shown where a gate alone is bound.
  func shows(_ list: (any ListDataSource)?) {
    if !isOfList { self.list = list }
  }

  /// Whether this is a driver of the view still.
  var isActive: Bool { !isEnded.load(ordering: .acquiring) && gate != nil && !(isOfList && list == nil) }

  /// Whether lists stand below this one: it is bound, and what it shows has not gone.
  var standsAbove: Bool { isActive && list != nil }

  /// The view, unless it is gone or the binding has ended. It is held weakly, because a front end owns its list view, keeps
  /// the token, and must be able to go while an animation runs.
  var activeView: (any ListView)? { isActive ? record.view : nil }

  /// How many sections the view shows ahead of the model's, in this turn.
  var sectionOffset: Int { above.map { $0.sectionOffset + ($0.list?.numberOfSections ?? 0) } ?? 0 }

  /// Whether another list's sections stand above these, right above or further up.
  func isBelow(_ other: BoundView) -> Bool { above.map { $0 === other || $0.isBelow(other) } ?? false }

  /// Ends the binding because a newer driver of the same gate has the view. The change whose animation runs stays open,
  /// since the newer driver's first update must not begin inside it.
  func replace() { _ = isEnded.exchange(true, ordering: .acquiringAndReleasing) }

  /// Ends the binding at once. What the gate can do without this view begins in a later turn, because a token may be
  /// dropped in the middle of anything.
  nonisolated func cancel() {
    guard !isEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Task { @MainActor in
      gate?.remove(self)
      hold?.release()
      whenOver?()
    }
  }
}

extension SerialGate {
  /// Binds a list view to the model behind this gate; see ``GatedList/bind(to:below:animated:)``, which is for models that
  /// other lists may stand below.
  ///
  /// - Parameters:
  ///   - view: Held weakly.
  ///   - other: The list whose sections stand right above the model's in the view.
  ///   - animated: Whether the view may animate what this gate tells it.
  /// - Precondition: `other` is bound to the view, and shares its queue with this gate.
  /// - Returns: A token that unbinds when it is cancelled or dropped.
  public func bind(
    to view: some ListView, below other: (any GatedList)? = nil, animated: Bool = true
  ) -> AnyCancellable {
    bind(to: view, showing: nil, below: other, animated: animated)
  }

  func bind(
    to view: any ListView, showing list: (any ListDataSource)?, below other: (any GatedList)?, animated: Bool
  ) -> AnyCancellable {
    let record = ViewRecord.of(view)
    let above = other.map { other in
      precondition(
        other.gate !== self && other.gate.queue === queue, "a list can stand below another that shares its queue")
      guard let above = record.binding(to: other.gate) else {
        preconditionFailure("a list can stand below one that is bound to the same view")
      }
      above.shows(other)
      return above
    }
    let bound = BoundView(gate: self, record: record, showing: list, below: above, animated: animated)
    add(bound)
    return AnyCancellable { bound.cancel() }
  }
}
