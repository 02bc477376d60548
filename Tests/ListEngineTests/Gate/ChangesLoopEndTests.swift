import Foundation
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("How a loop over changes ends, and what it leaves behind", .leavesNothing, .timeLimit(.minutes(10)))
struct ChangesLoopEndTests {
  let gate = SerialGate()
  let model = CountModel(0)

  private func loop(in view: WatchedView, skipping skipped: Set<Int> = []) -> Task<Void, Never> {
    Task { [changes = gate.changes] in
      var number = 0
      for await change in changes {
        if !skipped.contains(number) { await change.perform(in: view) }
        number += 1
      }
    }
  }

  /// Whether the loop's task ends by itself, in a few turns; a test that awaited it would never end if it does not.
  private func hasEnded(_ task: Task<Void, Never>) async -> Bool {
    let ended = Signal()
    Task {
      await task.value
      ended.fire()
    }
    await gate.nextTurns()
    return ended.hasFired
  }

  ///     gate               older loop         newer loop         view
  ///     makes change 1     performs it        ·                  animates 1
  ///     change 2 waits     ·                  begins             ·
  ///     makes change 2     ends               performs it        ends, animates 2
  @Test("the newest loop takes over, in the middle of an animation, too; the older one ends")
  func newestLoop() async {
    let view = WatchedView(model)
    let first = loop(in: view)
    await gate.nextTurns()
    gate.enqueue(model.insertion())
    await gate.nextTurns()
    #expect(view.open == 1)
    let second = loop(in: view)
    gate.enqueue(model.insertion())
    await gate.nextTurns()
    #expect(view.mostOpen == 1)
    view.finish()
    #expect(await hasEnded(first))
    #expect(view.counts == [2])
    #expect(view.violations == [])
    #expect(view.mostOpen == 1)
    second.cancel()
  }

  @Test("a loop that is cancelled and started again in one turn goes on, as with SwiftUI's task(id:)")
  func restarted() async {
    let view = WatchedView(model)
    var task = loop(in: view)
    await gate.nextTurns()
    gate.enqueue(model.insertion())
    await gate.nextTurns()
    task.cancel()
    task = loop(in: view)
    await gate.nextTurns()
    gate.enqueue(model.insertion())
    await gate.nextTurns()
    view.finish()
    await gate.nextTurns()
    gate.enqueue(model.insertion())
    await gate.nextTurns()
    #expect(view.counts == [3])
    #expect(view.log.last == "insert 1")
    #expect(view.violations == [])
    #expect(view.mostOpen == 1)
    task.cancel()
  }

  ///     older loop                    newer loop         change
  ///     is handed it                  ·                  waits
  ///     ·                             performs it        is made
  ///     performs it: nothing          ·                  ·
  ///     ends                          ·                  ·
  @Test("a change that an older loop has been handed and not performed is offered to the newest")
  func takesOverTheChange() async {
    let view = WatchedView(model)
    let older = gate.changes.makeAsyncIterator()
    _ = await older.next()
    gate.enqueue(model.insertion())
    let handedOut = await older.next()
    #expect(handedOut != nil)
    let task = loop(in: view)
    await gate.nextTurns()
    #expect(view.log.last == "insert 1")
    #expect(handedOut?.perform() == nil)
    await handedOut?.perform(in: view)
    #expect(await hasEnded(Task { while await older.next() != nil {} }))
    #expect(view.violations == [])
    #expect(view.open == 1)
    task.cancel()
  }

  ///     loop                   gate                           view
  ///     performs change 1      makes it                       animates 1
  ///     ·                      changes 2 to 6 wait            ·
  ///     is cancelled, ends     makes them, in no view         ·
  @Test("a loop that is cancelled during an animation performs nothing more; the gate makes what waits at once")
  func cancelled() async {
    let view = WatchedView(model)
    let task = loop(in: view)
    await gate.nextTurns()
    gate.enqueue(model.insertion())
    await gate.nextTurns()
    for _ in 0..<5 { gate.enqueue(model.insertion()) }
    await gate.nextTurns()
    #expect(view.log == ["reload [0]", "insert 1"])
    task.cancel()
    #expect(await hasEnded(task))
    #expect(gate.isIdle)
    #expect(model.counts == [6])
    #expect(view.log == ["reload [0]", "insert 1"])
  }

  ///     loop's body            gate                           view
  ///     performs change 1      makes it                       animates 1
  ///     ·                      change 2 waits                 ·
  ///     is cancelled           makes it, in no view           ·
  ///     ends                   ·                              ·
  @Test("a loop that is cancelled during an animation lets the gate go on, although its body has not ended")
  func cancelledBeforeItsBodyEnds() async {
    let view = WatchedView(model)
    let goOn = Signal()
    let task = Task { [changes = gate.changes] in
      var isFirst = true
      for await change in changes {
        await change.perform(in: view)
        if !isFirst { await goOn.wait() }
        isFirst = false
      }
    }
    await gate.nextTurns()
    gate.enqueue(model.insertion())
    await gate.nextTurns()
    gate.enqueue(model.insertion())
    #expect(view.open == 1 && model.counts == [1])
    task.cancel()
    await gate.nextTurns()
    #expect(model.counts == [2])
    #expect(gate.isIdle)
    goOn.fire()
    #expect(await hasEnded(task))
  }

  @Test("a loop that is cancelled in its body performs nothing more")
  func cancelledInBody() async {
    let view = WatchedView(model, completesAtOnce: true)
    let body = Signal()
    let cancelled = Signal()
    let task = Task { [changes = gate.changes] in
      for await change in changes {
        body.fire()
        await cancelled.wait()
        await change.perform(in: view)
      }
    }
    await body.wait()
    gate.enqueue(model.insertion())
    task.cancel()
    cancelled.fire()
    #expect(await hasEnded(task))
    #expect(view.log == [])
    #expect(model.counts == [1])
    #expect(gate.isIdle)
  }

  @Test("a change that the body skipped is made all the same, and the view counts before its next update")
  func skipped() async {
    let view = WatchedView(model, completesAtOnce: true)
    let task = loop(in: view, skipping: [1])
    await gate.nextTurns()
    for _ in 0..<2 {
      gate.enqueue(model.insertion())
      await gate.nextTurns()
    }
    #expect(view.log == ["reload [0]", "reload [1]", "insert 1"])
    #expect(view.violations == [])
    task.cancel()
  }

  @Test("two views alternately: each counts before its update, as it has missed the changes of the other")
  func viewsAlternately() async {
    let views = [WatchedView(model, completesAtOnce: true), WatchedView(model, completesAtOnce: true)]
    let task = Task { [changes = gate.changes] in
      var number = 0
      for await change in changes {
        await change.perform(in: views[number % 2])
        number += 1
      }
    }
    await gate.nextTurns()
    for _ in 0..<4 {
      gate.enqueue(model.insertion())
      await gate.nextTurns()
    }
    #expect(views.flatMap(\.violations) == [])
    #expect(views.map(\.counts).sorted { $0[0] < $1[0] } == [[3], [4]])
    task.cancel()
  }

  @Test("a loop whose task is cancelled before it begins takes nothing over")
  func cancelledBefore() async {
    let view = WatchedView(model, completesAtOnce: true)
    let task = loop(in: view)
    await gate.nextTurns()
    let late = loop(in: WatchedView(model))
    late.cancel()
    #expect(await hasEnded(late))
    gate.enqueue(model.insertion())
    await gate.nextTurns()
    #expect(view.log == ["reload [0]", "insert 1"])
    task.cancel()
  }

  @Test("an element that is kept performs nothing in a later turn of the loop, not even the change that waits then")
  func keptElement() async {
    let changes = gate.changes.makeAsyncIterator()
    _ = await changes.next()
    gate.enqueue(model.insertion())
    let kept = await changes.next()
    #expect(kept?.perform() != nil)
    gate.enqueue(model.insertion())
    let next = await changes.next()
    #expect(kept?.perform() == nil)
    #expect(model.counts == [1])
    #expect(next?.perform() != nil)
  }

  @Test("an element performs nothing inside the update that it has opened")
  func performedInsideItself() async {
    let view = WatchedView(model, completesAtOnce: true)
    let changes = gate.changes.makeAsyncIterator()
    await changes.next()?.perform(in: view)
    gate.enqueue(model.insertion())
    let change = await changes.next()
    var isPerformedInside = true
    view.beforeCommit = { isPerformedInside = change?.perform() != nil }
    await change?.perform(in: view)
    #expect(!isPerformedInside)
    #expect(view.violations == [] && model.counts == [1])
  }

  @Test("two tasks that wait on one iterator both end")
  func twoWaiters() async {
    let iterator = gate.changes.makeAsyncIterator()
    _ = await iterator.next()
    let tasks = (0..<2).map { _ in Task { _ = await iterator.next() } }
    await gate.nextTurns()
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await hasEnded(task)) }
    gate.enqueue(model.insertion())
    await gate.idle()
    #expect(model.counts == [1])
  }

  @Test("a loop ends when the gate has gone, and does not keep it alive")
  func gateGone() async {
    var gate: SerialGate? = SerialGate()
    weak let released = gate
    let begun = Signal()
    let view = WatchedView(model, completesAtOnce: true)
    let task = Task { [changes = gate?.changes] in
      guard let changes else { return }
      for await change in changes {
        await change.perform(in: view)
        begun.fire()
      }
    }
    await begun.wait()
    gate?.enqueue(model.insertion())
    await gate?.idle()
    gate = nil
    #expect(await hasEnded(task))
    #expect(released == nil)
    #expect(view.counts == [1])
  }

  @Test("a loop over the changes of a gate that has gone ends at once")
  func gateGoneBefore() async {
    let changes = SerialGate().changes
    for await _ in changes { Issue.record("there is nothing to perform") }
  }
}
