import ListViewModelsTestSupport
import Reactive

@testable import ListEngine

extension GateWorld {
  /// Whether a driver would put another list under a view in the middle of its update, which no list view can bear.
  func swaps(_ driver: Int) -> Bool {
    if case .loop = drivers[driver] { return false }  // begins in a turn of its own
    let view = drivers[driver].view
    return views[view].isInUpdate && cells[view].model !== shown(by: driver)
  }

  func begin(_ index: Int) {
    let drive = Drive()
    let older = drives[index]
    drives[index] = drive
    switch drivers[index] {
    case .binding(let view):
      supersede(by: index, drive)
      cells[view].model = model
      drive.token = gate.bind(to: views[view])
    case .elsewhere(let view):
      supersede(by: index, drive)
      cells[view].model = otherModel
      drive.token = otherGate.bind(to: views[view])
    case .loop(let view):
      hasLooped = true
      if let task = older?.task { olderTasks.append(task) }
      drive.task = Task { [weak self, changes = gate.changes, list = views[view]] in
        // A loop begins with its first element, not when its task is made.
        if !Task.isCancelled, let self {
          supersede(by: index, drive)
          cells[view].model = model
        }
        for await change in changes { await change.perform(in: list) }
      }
    }
  }

  /// A driver that begins takes its view; a loop ends other loops, too. Of two whose tasks were made in one turn the one that
  /// begins last is the newer.
  func supersede(by index: Int, _ newest: Drive) {
    newest.isSuperseded = false
    for other in drivers.indices where drives[other] !== newest && drivers[other].isTaken(by: drivers[index]) {
      drives[other]?.isSuperseded = true
      if drivers[other].isElsewhere != drivers[index].isElsewhere { drives[other]?.isForgotten = true }
    }
  }

  func end(_ index: Int) {
    guard let drive = drives[index] else { return }
    drives[index] = nil
    drive.isActive = false
    drive.token?.cancel()
    drive.task?.cancel()
  }

  func replace(_ view: Int) {
    for index in drivers.indices where drivers[index].view == view {
      drives[index]?.isSuperseded = true
      drives[index]?.isForgotten = true
    }
    (views[view], openers[view], hasDropped) = (self.view(at: view), nil, true)
  }
}

extension GateWorld.Driver {
  var view: Int {
    switch self {
    case .binding(let view), .loop(let view), .elsewhere(let view): view
    }
  }

  var isElsewhere: Bool { if case .elsewhere = self { true } else { false } }

  /// Whether a driver that begins takes the view from this one, or the gate.
  func isTaken(by newest: Self) -> Bool {
    if case (.loop, .loop) = (self, newest) { return true }
    return view == newest.view
  }
}
