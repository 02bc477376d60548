import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// The changes that wait, and what keeps the one open that was made last.
struct ModelGate {
  struct Loop {
    let id: Int
    let order: Int
    /// The next change is this loop's to make: it has been offered to it, and will be handed to its body.
    var isOffered = false
    /// It has been handed a change that has not been made.
    var hasChange = false
    var isEnding = false
    /// The views that it has performed changes in, each from when on.
    var views: [Int: Int] = [:]
  }

  struct Binding {
    let lists: [Int]
    let order: Int
    /// Lists whose changes a newer loop makes in this view.
    var lost: Set<Int> = []
  }

  var waiting: [(list: Int, change: ModelChange)] = []
  var keepers: Set<Keeper> = []
  /// What has been dropped or cancelled, and in which turn.
  var dropped: [Keeper: Int?] = [:]
  /// Animations that run, also where no change waits for them any more, each with the order of its driver.
  var animations: [Keeper: Int] = [:]
  /// Views whose animation was dropped when its driver had gone. The package hears of it in a later turn, and until
  /// then may leave such a view to its animation.
  var undecided: Set<Int> = []
  var isRunning = false
  /// The list whose change is being told.
  var delivering: Int?
  var loops: [Int: Loop] = [:]
  var bindings: [Int: Binding] = [:]
  var lastOrder = 0

  var isIdle: Bool { waiting.isEmpty && keepers.isEmpty }

  /// Whether a list's next change is for its loop. One that is ending is offered nothing more.
  mutating func offersNext(of list: Int) -> Bool {
    guard let loop = loops[list], loop.isOffered || !loop.isEnding else { return false }
    loops[list]?.isOffered = true
    return true
  }

  /// Work that a deinit or a cancel sets free begins in a later turn.
  /// - Returns: Whether there was anything to forget.
  mutating func forgetDropped(in turn: Int?) -> Bool {
    let ending = loops.filter { $0.value.isEnding }
    for list in ending.keys { loops[list] = nil }
    let forgotten = keepers.filter { keeper in dropped[keeper].map { $0 == nil || $0 != turn } ?? false }
    keepers.subtract(forgotten)
    for keeper in forgotten { dropped[keeper] = nil }
    return !forgotten.isEmpty || !ending.isEmpty
  }
}
