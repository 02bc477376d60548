import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

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
    while gate.keepers.isEmpty, let next = gate.waiting.first, !gate.offersNext(of: next.list) { try makeNext() }
    gate.isRunning = false
  }

  /// - Parameter loop: The view that a loop makes the change in, and the loop's order.
  mutating func makeNext(in loop: (view: Int, order: Int)? = nil) throws {
    let (list, change) = gate.waiting.removeFirst()
    let due = gate.bindings.filter { view, binding in
      binding.lists.contains(list) && !binding.lost.contains(list) && !isAnimating(view)
        && !gate.undecided.contains(view)
    }
    let wasBusy = lists[list].isBusy
    lists[list].isBusy = true
    let heard = lists[list].make(change)
    var mayAnimate = true
    if case .row(_, let isAnimated) = change { mayAnimate = isAnimated }
    let opened = try takeUpdates(loop, of: list, mayAnimate)
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
  private mutating func takeUpdates(
    _ loop: (view: Int, order: Int)?, of list: Int, _ mayAnimate: Bool
  ) throws -> Set<Int> {
    var (opened, open) = (Set<Int>(), [Int]())
    func mayOpen(_ view: Int) -> Bool { loop?.view == view || gate.bindings[view]?.lists.contains(list) == true }
    while let record = account.first {
      switch record.entry {
      case .opened(let view, _) where open.isEmpty && (opened.contains(view) || !mayOpen(view)):
        return opened  // for the next change
      case .opened(let view, let animated):
        guard opened.insert(view).inserted else { throw Disagreement(description: "view \(view) is opened twice") }
        // Data never waits for decoration.
        guard animated == (mayAnimate && gate.waiting.isEmpty) else {
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
}
