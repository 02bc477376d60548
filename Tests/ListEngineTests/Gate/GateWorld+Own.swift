import ListViewModelsTestSupport
import Reactive

@testable import ListEngine

// Changes that a view makes itself.

extension GateWorld {
  /// Whether a view is driven, and shows what its list has; the package takes nothing over from another one.
  func isInStep(_ view: Int) -> Bool {
    !ViewRecord.of(views[view]).isStale && views[view].counts == cells[view].model.counts
      && drivers.indices.contains { drivers[$0].view == view && drives[$0]?.isSuperseded == false }
  }

  /// A view makes a change, which the list takes over as `PagedList.moveItem(at:to:madeBy:)` does: at once, also while the
  /// gate is paused; beside an open change it is told when that one is over, and all count.
  func makesItself(_ view: Int) {
    let number = reactions.count
    reactions.append((.none, .inObserver))
    views[view].insertsItself()
    let model = cells[view].model
    let gate = model === self.model ? gate : otherGate
    guard gate.queue.isUnderWay else {
      order.insert(number, at: made.count)
      if pause != nil { mostWhilePaused += 1 }
      gate.enqueue(animated: true, views: .areUpdated, at: .now(madeBy: .of(views[view]))) { [weak self] in
        self?.makes(number)
        return model.insertion()()
      } delivered: {
      }
      if made.last != number { breaks("what view \(view) has made is not in its list when the call returns") }
      return
    }
    order.insert(number, at: made.count)
    let update = model.insertion()()
    early += 1
    gate.setStale()
    ViewRecord.of(views[view]).isStale = true
    gate.enqueue(animated: true, views: .reload, at: .next) { [weak self] in
      self?.early -= 1
      self?.makes(number)
      return update
    } delivered: {
    }
  }
}
