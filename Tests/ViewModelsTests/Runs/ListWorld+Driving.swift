import ListViewModelsTestSupport
import Reactive

@testable import ListEngine
@testable import ViewModels

// Views, loops and holds: what makes changes, and what keeps them open.

extension ListWorld {
  func drive(_ step: Step) {
    switch step {
    case .setView(let view, let habit): views[view % views.count].habit = habit
    case .finishAnimation(let view, let calls): views[view % views.count].finishAnimation(calls: calls)
    case .beginLoop(let list):
      hasLooped = true
      loops.append(WorldLoop(list: list % stages.count, number: nextNumber, in: self))
    case .body(let list, let body): loops.last { $0.list == list % stages.count }?.goOn(body)
    case .cancelLoop(let list):
      guard let index = loops.lastIndex(where: { $0.list == list % stages.count }) else { return }
      loops.remove(at: index).cancel()
    case .hold(let list): hold(list % stages.count)
    case .release(let number):
      guard !holds.isEmpty else { return }
      let (keeper, hold) = holds.remove(at: number % holds.count)
      record(.ended(keeper))
      hold.release()
    case .drop(let number):
      guard !holds.isEmpty else { return }
      record(.dropped(holds[number % holds.count].keeper))
      holds.remove(at: number % holds.count)
    default: break
    }
  }

  func bind(_ view: WorldView) {
    let shown = view.number == 0 ? Array(stages.indices) : [view.number - 1]
    record(.bound(view: view.number, lists: shown))
    var new: [AnyCancellable] = []
    for list in shown {
      let ahead = list > 0 && view.number == 0 ? stages[0] : nil
      new.append(stages[list].bind(to: view, below: ahead))
    }
    tokens[view.number] = new
  }

  private func hold(_ list: Int) {
    let hold = stages[list].gate.holdCurrentChange()
    let keeper = Keeper.hold(nextNumber)
    record(.held(list: list, hold == nil ? nil : keeper))
    if let hold { holds.append((keeper, hold)) }
  }

  func pause(_ list: Int) {
    let number = nextNumber
    record(.paused(list: list, number))
    pauses.append((number, stages[list].gate.pause()))
  }

  /// The views that show this list alone.
  func views(ofLoopIn list: Int) -> [WorldView] {
    stages.count == 1 ? views : [views[list + 1]]
  }

  /// A loop drives its list from now on. Older ones have ended, whatever their bodies do.
  func begins(_ loop: WorldLoop) {
    record(.loopBegan(list: loop.list, loop: loop.number))
    for older in loops where older.list == loop.list && older.number < loop.number { older.goOn(.perform(0)) }
    loops.removeAll { $0.list == loop.list && $0.number < loop.number }
  }
}
