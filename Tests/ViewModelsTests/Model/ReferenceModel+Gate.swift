@testable import ViewModels

/// The changes that wait, and what keeps the one open that was made last.
struct ModelGate {
  struct Loop {
    let id: Int
    let order: Int
    /// It has been handed a change that has not been made.
    var hasChange = false
    var isEnding = false
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
  var isRunning = false
  /// The list whose change is being told.
  var delivering: Int?
  var loops: [Int: Loop] = [:]
  var bindings: [Int: Binding] = [:]
  var lastOrder = 0

  var isIdle: Bool { waiting.isEmpty && keepers.isEmpty }

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

// One change at a time: made when nothing keeps the last one open, and told when every view's update has returned.

extension ReferenceModel {
  mutating func ask(_ change: ModelChange, of list: Int) throws {
    gate.waiting.append((list, change))
    try runGate()
  }

  /// Makes changes as long as nothing is in the way. A loop makes its list's changes itself.
  mutating func runGate() throws {
    guard !gate.isRunning else { return }
    gate.isRunning = true
    while gate.keepers.isEmpty, let next = gate.waiting.first, gate.loops[next.list] == nil { try makeNext() }
    gate.isRunning = false
  }

  /// - Parameter loop: The view that a loop makes the change in, and the loop's order.
  private mutating func makeNext(in loop: (view: Int, order: Int)? = nil) throws {
    let (list, change) = gate.waiting.removeFirst()
    let due = gate.bindings.filter { view, binding in
      binding.lists.contains(list) && !binding.lost.contains(list) && !isAnimating(view)
    }
    let wasBusy = lists[list].isBusy
    lists[list].isBusy = true
    let heard = lists[list].make(change)
    let opened = try takeUpdates(loop, of: list)
    for view in due.keys where !opened.contains(view) { throw Disagreement(description: "view \(view) was left out") }
    gate.delivering = list
    if let heard { try tell(heard, of: list) }
    if case .insert(let indexPaths) = heard {
      try tell(.insertion(section: lists[list].contents.sections[indexPaths[0][0]].id, indexPaths), of: list)
    }
    lists[list].isBusy = wasBusy
    try run(list)
    gate.delivering = nil
  }

  private func isAnimating(_ view: Int) -> Bool {
    gate.animations.keys.contains { if case .animation(view, _) = $0 { true } else { false } }
  }

  /// The views' updates: each is opened once, and has returned before anybody is told.
  private mutating func takeUpdates(_ loop: (view: Int, order: Int)?, of list: Int) throws -> Set<Int> {
    var (opened, open) = (Set<Int>(), [Int]())
    func mayOpen(_ view: Int) -> Bool { loop?.view == view || gate.bindings[view]?.lists.contains(list) == true }
    while let record = account.first {
      switch record.entry {
      case .opened(let view, _) where open.isEmpty && (opened.contains(view) || !mayOpen(view)):
        return opened  // for the next change
      case .opened(let view, let animated):
        guard opened.insert(view).inserted else { throw Disagreement(description: "view \(view) is opened twice") }
        // Data never waits for decoration.
        guard animated == gate.waiting.isEmpty else {
          throw Disagreement(description: "view \(view): animated \(animated), and \(gate.waiting.count) wait")
        }
        open.append(view)
      case .closed(let view, let keeper):
        guard open.popLast() == view else { throw Disagreement(description: "view \(view) closes out of order") }
        if let keeper {
          gate.keepers.insert(keeper)
          gate.animations[keeper] = loop?.view == view ? loop?.order : gate.bindings[view]?.order
        }
      default:
        guard open.isEmpty else { throw Disagreement(description: "\(record.entry), inside the update of \(open)") }
        return opened
      }
      account.removeFirst()
    }
    return opened
  }

  // MARK: - Views, loops and holds

  mutating func takeDriving(_ entry: Entry) throws {
    switch entry {
    case .bound(let view, let lists):
      gate.lastOrder += 1
      gate.bindings[view] = ModelGate.Binding(lists: lists, order: gate.lastOrder)
    case .unbound(let view):
      // What a newer driver has taken over is not this binding's any more.
      if let binding = gate.bindings.removeValue(forKey: view), binding.lost.isEmpty {
        dropAnimations(of: binding.order)
      }
    case .loopBegan(let list, let loop):
      gate.lastOrder += 1
      gate.loops[list] = ModelGate.Loop(id: loop, order: gate.lastOrder)
      try release(.body(list: list))
    case .bodyBegan(let list, let loop): try beginBody(list, loop)
    case .performs(let list, let loop, let view): try perform(list, loop, in: view)
    case .bodyEnded(let list, let loop): try endBody(list, loop)
    case .loopEnds(let list, let loop):
      change(loop, of: list) { $0.isEnding = true }
      guard let current = gate.loops[list], current.id == loop else { return }
      drop(.body(list: list))
      dropAnimations(of: current.order)
    case .held(let list, let keeper):
      guard (keeper != nil) == (gate.delivering == list) else {
        throw Disagreement(description: "a hold is given while an event is told, and then only")
      }
      if let keeper { gate.keepers.insert(keeper) }
    case .ended(let keeper): try release(keeper)
    case .dropped(let keeper):
      gate.animations[keeper] = nil
      drop(keeper)
    default: throw Disagreement(description: "\(entry): not expected here")
    }
  }

  private mutating func release(_ keeper: Keeper) throws {
    gate.keepers.remove(keeper)
    gate.animations[keeper] = nil
    try runGate()
  }

  private mutating func drop(_ keeper: Keeper) {
    if gate.keepers.contains(keeper) { gate.dropped[keeper] = .some(turn) }
  }

  private mutating func dropAnimations(of order: Int) {
    for (animation, owner) in gate.animations where owner == order { drop(animation) }
  }

  private mutating func change(_ loop: Int, of list: Int, _ body: (inout ModelGate.Loop) -> Void) {
    guard var current = gate.loops[list], current.id == loop else { return }
    body(&current)
    gate.loops[list] = current
  }

  /// A change is handed out when the last one is over.
  private mutating func beginBody(_ list: Int, _ loop: Int) throws {
    guard gate.loops[list]?.id == loop else { return }
    var isDue: Bool { gate.keepers.isEmpty && gate.waiting.first?.list == list }
    while !isDue, try letGo() {}
    guard isDue else {
      throw Disagreement(
        description: "loop \(loop) is handed a change; \(gate.waiting.count) wait, and \(gate.keepers) keep one open")
    }
    change(loop, of: list) { $0.hasChange = true }
  }

  private mutating func perform(_ list: Int, _ loop: Int, in view: Int?) throws {
    guard let current = gate.loops[list], current.id == loop, !current.isEnding else { return }
    guard let view else { return try makeInLoop(current, list, in: nil) }
    guard let binding = gate.bindings[view] else { return try makeInLoop(current, list, in: view) }
    if binding.order < current.order {
      gate.bindings[view]?.lost.insert(list)
      try makeInLoop(current, list, in: view)
    } else {
      try makeInLoop(current, list, in: nil)
    }
  }

  private mutating func makeInLoop(_ loop: ModelGate.Loop, _ list: Int, in view: Int?) throws {
    guard loop.hasChange else { return }
    gate.loops[list]?.hasChange = false
    gate.keepers.insert(.body(list: list))
    gate.isRunning = true
    try makeNext(in: view.map { ($0, loop.order) })
    gate.isRunning = false
    try runGate()
  }

  /// What the body has not made is made now.
  private mutating func endBody(_ list: Int, _ loop: Int) throws {
    guard let current = gate.loops[list], current.id == loop else { return }
    try makeInLoop(current, list, in: nil)
    try release(.body(list: list))
  }
}
