import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// What makes changes in which view, and what keeps the last change open, by the history.
struct Drivers {
  struct Loop {
    let id: Int
    let order: Int
    /// It has been handed a change that has not been made.
    var hasChange = false
    var isEnding = false
    /// The views that it has performed changes in, and those that have been bound since: it does not get them back.
    var views: Set<Int> = []
    var lost: Set<Int> = []
    /// The view in which it has performed the last change; nil if in none.
    var last: Int?
  }

  struct Binding {
    let lists: [Int]
    let order: Int
    /// Lists whose changes a newer loop makes in this view.
    var lost: Set<Int> = []
  }

  private(set) var keepers: Set<Keeper> = []
  /// What has been dropped or cancelled, and in which turn.
  private var dropped: [Keeper: Int?] = [:]
  /// Animations that run, also where no change waits for them any more, each with the order of its driver.
  private var animations: [Keeper: Int] = [:]
  /// Views whose animation was dropped when its driver had gone. The package hears of it in a later turn, and until then
  /// may leave such a view to its animation.
  var undecided: Set<Int> = []
  private var loops: [Int: Loop] = [:]
  /// Loops that a newer one has taken over from.
  private var old: Set<Int> = []
  private var bindings: [Int: Binding] = [:]
  private var lastOrder = 0
  /// The loop, by its list, that makes the change that begins next, and the view it makes it in.
  private var making: (list: Int, view: Int?)?
  /// The same of the change that has begun.
  private var made: (list: Int, view: Int?)?

  var hasOffered: Bool { !loops.isEmpty }
  func drives(_ loop: Int, _ list: Int) -> Bool { loops[list]?.id == loop }
  /// Whether a newer loop has begun since.
  func isOld(_ loop: Int) -> Bool { old.contains(loop) }
  func mustShow(_ view: Int) -> Bool { bindings[view]?.lost.isEmpty == true }

  /// Whether a loop has performed a change elsewhere that this view of it may not have counted.
  func mayBeBehind(_ view: Int) -> Bool {
    loops.values.contains { $0.views.contains(view) && !$0.lost.contains(view) && $0.last != view }
  }

  /// The views in which a change of this list has to be made.
  func viewsDue(_ list: Int) -> [Int] {
    bindings.filter { view, binding in
      let isAnimating = animations.keys.contains { if case .animation(view, _) = $0 { true } else { false } }
      return binding.lists.contains(list) && !binding.lost.contains(list) && !isAnimating && !undecided.contains(view)
    }.map(\.key)
  }

  /// A move that a view has made itself is told first: what a loop has been handed is handed out again.
  mutating func takeBackOffers() { for list in loops.keys { loops[list]?.hasChange = false } }

  /// The views that a loop makes changes of this list in.
  func views(ofLoopIn list: Int) -> Set<Int> {
    guard let loop = loops[list], !loop.isEnding else { return [] }
    return loop.views.subtracting(loop.lost)
  }

  /// Work that a deinit or a cancel sets free begins in a later turn.
  /// - Returns: Whether nothing keeps the last change open then.
  mutating func letGo(in turn: Int?) -> Bool {
    loops = loops.filter { !$0.value.isEnding }
    for keeper in keepers { if let gone = dropped[keeper], gone == nil || gone != turn { forget(keeper) } }
    return keepers.isEmpty
  }

  private mutating func forget(_ keeper: Keeper) {
    keepers.remove(keeper)
    dropped[keeper] = nil
  }

  /// A change begins.
  /// - Returns: Whether a loop makes it that has been handed it.
  mutating func begin() -> Bool {
    made = making
    making = nil
    return made != nil
  }

  mutating func animates(_ keeper: Keeper, in view: Int) {
    keepers.insert(keeper)
    animations[keeper] = made?.view == view ? made.flatMap { loops[$0.list]?.order } : bindings[view]?.order
  }

  mutating func take(_ entry: Entry, in turn: Int?) {
    switch entry {
    case .bound(let view, let lists):
      lastOrder += 1
      bindings[view] = Binding(lists: lists, order: lastOrder)
      for (list, loop) in loops where loop.views.contains(view) { loops[list]?.lost.insert(view) }
    case .unbound(let view):
      // What a newer driver has taken over is not this binding's any more.
      if let binding = bindings.removeValue(forKey: view), binding.lost.isEmpty {
        dropAnimations(of: binding.order, turn)
      }
    case .loopBegan(let list, let loop):
      lastOrder += 1
      if let older = loops[list] { old.insert(older.id) }
      loops[list] = Loop(id: loop, order: lastOrder)
      forget(.body(list: list))
    case .bodyBegan(let list, let loop): if drives(loop, list) { loops[list]?.hasChange = true }
    case .performs(let list, let loop, let view): performs(list, loop, in: view)
    case .bodyEnded(let list, let loop): bodyEnded(list, loop)
    case .loopEnds(let list, let loop):
      guard drives(loop, list), let current = loops[list] else { return }
      loops[list]?.isEnding = true
      drop(.body(list: list), turn)
      dropAnimations(of: current.order, turn)
    case .held(_, let keeper): if let keeper { keepers.insert(keeper) }
    case .ended(let keeper):
      forget(keeper)
      animations[keeper] = nil
    case .dropped(let keeper):
      if case .animation(let view, _) = keeper, !keepers.contains(keeper) || dropped[keeper] != nil {
        undecided.insert(view)
      }
      animations[keeper] = nil
      drop(keeper, turn)
    default: break
    }
  }

  private mutating func drop(_ keeper: Keeper, _ turn: Int?) {
    if keepers.contains(keeper) { dropped[keeper] = .some(turn) }
  }

  private mutating func dropAnimations(of order: Int, _ turn: Int?) {
    for (animation, owner) in animations where owner == order { drop(animation, turn) }
  }

  private mutating func performs(_ list: Int, _ loop: Int, in view: Int?) {
    guard drives(loop, list), let current = loops[list] else { return }
    loops[list]?.last = view
    if current.isEnding { return end(list) }
    guard let view else { return makes(list, in: nil) }
    if current.lost.contains(view) { return makes(list, in: nil) }
    // The view is the loop's, from the first change that it performs there, unless it has been bound since the loop began.
    if !current.views.contains(view), let binding = bindings[view], binding.order > current.order {
      return makes(list, in: nil)
    }
    if loops[list]?.views.insert(view).inserted == true { bindings[view]?.lost.insert(list) }
    makes(list, in: view)
  }

  private mutating func makes(_ list: Int, in view: Int?) {
    guard loops[list]?.hasChange == true else { return }
    loops[list]?.hasChange = false
    keepers.insert(.body(list: list))
    making = (list, view)
  }

  /// What the body has not made is made now.
  private mutating func bodyEnded(_ list: Int, _ loop: Int) {
    guard drives(loop, list), let current = loops[list] else { return }
    if current.isEnding { return end(list) }
    if current.hasChange {
      loops[list]?.hasChange = false
      loops[list]?.last = nil
      making = (list, nil)
      return
    }
    making = nil
    forget(.body(list: list))
  }

  /// A cancelled loop finds out when its body performs or ends, and lets the gate go on without it.
  private mutating func end(_ list: Int) {
    loops[list] = nil
    forget(.body(list: list))
  }
}
