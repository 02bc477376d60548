import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

// Views, loops and holds: what makes changes, and what keeps them open.

extension ReferenceModel {
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
      if case .animation(let view, _) = keeper, !gate.keepers.contains(keeper) || gate.dropped[keeper] != nil {
        gate.undecided.insert(view)
      }
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
    guard let current = gate.loops[list], current.id == loop else { return }
    if current.isEnding { return try end(list) }
    guard let view else { return try makeInLoop(current, list, in: nil) }
    guard let since = current.views[view] else {
      // The view is the loop's, from the first change that it performs there.
      gate.lastOrder += 1
      gate.loops[list]?.views[view] = gate.lastOrder
      gate.bindings[view]?.lost.insert(list)
      return try makeInLoop(current, list, in: view)
    }
    let isLost = gate.bindings[view].map { $0.order > since } ?? false
    try makeInLoop(current, list, in: isLost ? nil : view)
  }

  private mutating func makeInLoop(_ loop: ModelGate.Loop, _ list: Int, in view: Int?) throws {
    guard loop.hasChange else { return }
    gate.loops[list]?.hasChange = false
    gate.loops[list]?.isOffered = false
    gate.keepers.insert(.body(list: list))
    let wasRunning = gate.isRunning
    gate.isRunning = true
    try makeNext(in: view.map { ($0, loop.order) })
    gate.isRunning = wasRunning
    try runGate()
  }

  /// What the body has not made is made now.
  private mutating func endBody(_ list: Int, _ loop: Int) throws {
    guard let current = gate.loops[list], current.id == loop else { return }
    if current.isEnding { return try end(list) }
    try makeInLoop(current, list, in: nil)
    // Cancelled by who was told of it: it is dropped, and lets go in a later turn.
    if gate.loops[list]?.isEnding == true { return }
    try release(.body(list: list))
  }

  /// A cancelled loop finds out when its body performs or ends, and lets the gate go on without it.
  private mutating func end(_ list: Int) throws {
    gate.loops[list] = nil
    try release(.body(list: list))
  }
}
