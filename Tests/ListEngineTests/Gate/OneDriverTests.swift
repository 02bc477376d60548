import Foundation
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite(
  "A view has one driver, and every mixture of drivers keeps the order of a turn", .leavesNothing,
  .timeLimit(.minutes(10)))
struct OneDriverTests {
  let gate = SerialGate()
  let model = CountModel(0)

  /// Performs every change of the gate in this view.
  private func loop(in view: WatchedView) async -> Task<Void, Never> {
    let task = Task { [changes = gate.changes] in for await change in changes { await change.perform(in: view) } }
    await gate.nextTurns()
    return task
  }

  ///     loop's view            bound view                   observers
  ///     opens                  opens, change 1, closes      ·
  ///     closes, animates       is over at once              hear of change 1
  ///     ·                      ·                            · (change 2 waits)
  ///     ends, opens again      opens, change 2, closes      ·
  ///     closes                 ·                            hear of change 2
  @Test("observers hear once all update blocks have returned: a loop drives one view, another is bound and completes")
  func loopAndViewThatCompletesAtOnce() async {
    let outer = WatchedView(model)
    let inner = WatchedView(model, completesAtOnce: true)
    var heardInside: [Bool] = []
    let tokens = [
      gate.bind(to: inner), gate.updates.sink { _ in heardInside.append(outer.isInUpdate || inner.isInUpdate) },
    ]
    let task = await loop(in: outer)
    gate.enqueue(model.insertion())
    await gate.nextTurns()
    gate.enqueue(model.insertion())
    await gate.nextTurns()
    #expect(heardInside == [false])
    outer.finish()
    await gate.nextTurns()
    #expect(heardInside == [false, false])
    #expect(outer.violations == [] && inner.violations == [])
    task.cancel()
    tokens.forEach { $0.cancel() }
  }

  @Test("a loop that is newer than the binding of its view drives it alone")
  func loopOverBinding() async {
    let view = WatchedView(model, completesAtOnce: true)
    let token = gate.bind(to: view)
    let task = await loop(in: view)
    gate.enqueue(model.insertion())
    await gate.nextTurns()
    #expect(view.violations == [])
    #expect(view.log.last == "insert 1")
    #expect(view.mostOpen == 1)
    task.cancel()
    token.cancel()
  }

  @Test("a binding that is newer than the loop drives the view alone, and the loop makes the change in it")
  func bindingOverLoop() async {
    let view = WatchedView(model, completesAtOnce: true)
    let task = await loop(in: view)
    let token = gate.bind(to: view)
    for count in 1...2 {
      gate.enqueue(model.insertion())
      await gate.nextTurns()
      #expect(view.counts == [count])
    }
    #expect(view.violations == [])
    #expect(view.mostOpen == 1)
    task.cancel()
    token.cancel()
  }

  @Test("a loop makes a change in a view that was bound since when it performs it, and once")
  func performedOnceUnderABinding() async {
    let view = WatchedView(model, completesAtOnce: true)
    let changes = gate.changes.makeAsyncIterator()
    await changes.next()?.perform(in: view)
    let token = gate.bind(to: view)
    gate.enqueue(model.insertion())
    let change = await changes.next()
    #expect(model.counts == [0])
    for _ in 0..<2 {
      await change?.perform(in: view)
      #expect(model.counts == [1] && view.counts == [1])
    }
    token.cancel()
  }

  @Test("a view that is bound again inside its own update is told once, and counts when the update has closed")
  func boundAgainInsideItsUpdate() {
    let view = WatchedView(model, completesAtOnce: true)
    var tokens = [gate.bind(to: view)]
    view.beforeCommit = { [gate] in
      view.beforeCommit = {}
      tokens.append(gate.bind(to: view))
    }
    gate.enqueue(model.insertion())
    gate.enqueue(model.insertion())
    #expect(view.violations == [])
    #expect(view.counts == [2])
    #expect(view.mostOpen == 1)
    tokens.forEach { $0.cancel() }
  }

  ///     gate               binding        view
  ///     makes change 1     first          animates 1
  ///     change 2 waits     second         ·
  ///     makes change 2     ·              ends, animates 2
  @Test("a view that is bound again during its animation: the next change waits for the animation")
  func boundAgainDuringAnimation() async {
    let view = WatchedView(model)
    var token = gate.bind(to: view)
    gate.enqueue(model.insertion())
    token = gate.bind(to: view)
    gate.enqueue(model.insertion())
    await gate.nextTurns()
    #expect(view.mostOpen == 1)
    #expect(view.counts == [1])
    view.finish()
    #expect(view.counts == [2])
    #expect(view.mostOpen == 1)
    #expect(view.violations == [])
    token.cancel()
  }

  ///     gate               binding        view
  ///     makes change 1     first          animates 1
  ///     ·                  cancelled      ·
  ///     makes change 2     second         counts, animates 1 all the same
  ///     ·                  ·              ends
  ///     makes change 3     ·              animates 3
  @Test("a view that was unbound during its animation and is bound again opens no second batch, and its counts fit")
  func boundAfterUnbinding() async {
    let view = WatchedView(model)
    var token = gate.bind(to: view)
    gate.enqueue(model.insertion())
    token.cancel()
    await gate.nextTurns()
    token = gate.bind(to: view)
    gate.enqueue(model.insertion())
    #expect(model.counts == [2], "data does not wait for the animation of a binding that has ended")
    #expect(view.counts == [2])
    #expect(view.mostOpen == 1)
    view.finish()
    gate.enqueue(model.insertion())
    #expect(view.log.last == "insert 1")
    #expect(view.violations == [])
    token.cancel()
  }

  @Test("a loop in a view that still animates for a binding that has ended opens no second batch")
  func loopAfterUnbinding() async {
    let view = WatchedView(model)
    let token = gate.bind(to: view)
    gate.enqueue(model.insertion())
    token.cancel()
    await gate.nextTurns()
    let task = await loop(in: view)
    gate.enqueue(model.insertion())
    await gate.nextTurns()
    #expect(view.counts == [2])
    #expect(view.mostOpen == 1)
    #expect(view.violations == [])
    task.cancel()
  }

  @Test("a loop's view that has made a change itself does not count for it, nor for one that has become obsolete")
  func madeItself() async {
    let (view, other) = (WatchedView(model, completesAtOnce: true), WatchedView(model, completesAtOnce: true))
    let changes = gate.changes.makeAsyncIterator()
    await changes.next()?.perform(in: view)
    view.insertsItself()
    gate.enqueue(
      animated: true, views: .areUpdated, at: .now(madeBy: .of(view)), model.insertion(), delivered: nil)
    gate.enqueue(animated: true, views: .areUpdated, at: .now(madeBy: .of(other)), { nil }, delivered: nil)
    #expect(view.log == ["reload [0]", "itself [1]"])
    withExtendedLifetime(changes) {}
  }

  @Test("another task that awaits the gate takes no change out of a loop's hands")
  func anotherTaskWaits() async {
    let changes = gate.changes.makeAsyncIterator()
    _ = await changes.next()
    gate.enqueue(model.insertion())
    let change = await changes.next()
    let waiter = Task { [gate] in await gate.idle() }
    await gate.nextTurns()
    #expect(model.counts == [0])
    #expect(change?.perform() != nil)
    waiter.cancel()
    await waiter.value
    withExtendedLifetime(changes) {}
  }

  @Test("a view that is bound again counts once for it, and not again before the next change")
  func boundAgainCountsOnce() {
    let view = WatchedView(model, completesAtOnce: true)
    let tokens = [gate.bind(to: view), gate.bind(to: view)]
    gate.enqueue(model.insertion())
    #expect(view.log == ["reload [0]", "reload [0]", "insert 1"])
    tokens.forEach { $0.cancel() }
  }
}
