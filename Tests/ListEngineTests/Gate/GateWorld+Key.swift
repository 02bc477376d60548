import ListViewModelsTestSupport

@testable import ListEngine

extension GateWorld {
  /// All that can make a difference, read from the gate itself, alike for states that differ in numbers alone.
  var key: String {
    let queue = gate.queue
    let current = queue.current.map { "\($0.phase) \($0.holds) \($0.isOffered)" } ?? "idle"
    let bound = [gate, otherGate].flatMap { part("views", of: $0) as? [BoundView] ?? [] }
    let places = bound.map {
      ($0.gate === gate ? "" : "o") + "\(views.firstIndex { [view = $0.activeView] in $0 === view } ?? 9)"
        + ($0.hold == nil ? "" : "h")
    }
    let records = views.map { ViewRecord.of($0) }
    let known = records.map { "\($0.isUpdating) \($0.isStale) \($0.isDriven)" }
    let loop = part("loop", of: gate) as? ChangeLoop
    // One that has ended and is still there is as good as none.
    let state = loop.flatMap { part("state", of: $0) }.map { "\($0)".prefix(6) } ?? "ended"
    let performed = state == "ended" ? [] : loop.flatMap { part("views", of: $0) as? [BoundView] } ?? []
    let counted = performed.map { bound in
      "\(records.firstIndex { $0 === bound.record } ?? 9) \(bound.isActive) \(bound.changesCounted == gate.changesMade)"
    }
    let shown = views.map { "\($0.counts.first ?? -1) \($0.open) \($0.strict.runningAnimations)" }
    let begun = drives.map { $0 == nil ? "-" : "+" } + cells.map { $0.model === model ? "" : "o" }
    let opened = openers.map { $0.map { $0.isActive && !$0.isForgotten ? "a" : "e" } ?? "-" }
    let paused = pause == nil ? "" : " paused \(mostWhilePaused - made.count)"
    let left = order.dropFirst(made.count).map { "\(reactions[$0])" }
    return """
      \(current)|\(queue.waiting)|\(places)|\(known)|\(state)|\(counted)|\(shown)|\(begun)|\(opened)|\(holds.count)\(paused)|\(left)|\
      \(made.count) \(heard.count) \(early) \(otherModel.counts)|\(stepsOfTurn)
      """
  }

  private func part(_ name: String, of object: AnyObject) -> Any? {
    Mirror(reflecting: object).children.first { $0.label == name }?.value
  }
}
