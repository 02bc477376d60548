import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("Several view models, one list view", .leavesNothing, .timeLimit(.minutes(10)))
struct SharedGateTests {
  let one = CountModel(1)
  let two = CountModel(0)
  let gate = SerialGate()

  /// Changes of both models, those of `one` in front: some add sections, so that those of `two` move.
  private func enqueue(_ number: Int, to gate: SerialGate, and other: SerialGate) {
    if number.isMultiple(of: 3) {
      gate.enqueue { [one] in
        one.counts.append(number)
        var batch = ListBatch()
        batch.insertedSections = [one.counts.count - 1]
        return .batch(batch)
      }
    }
    gate.enqueue(one.insertion(of: number))
    other.enqueue(two.insertion(of: number))
  }

  @Test("sections of one below those of another, both changing: the view is told where they stand, one at a time")
  func stacked() {
    let view = StrictListView.manual(StackedLists(one, two))
    let other = SerialGate(sharing: gate)
    let upper = GatedModel(one, gate)
    let tokens = [upper.bind(to: view), other.bind(to: view, below: upper)]
    for number in 1...9 { enqueue(number, to: gate, and: other) }
    #expect(view.runningAnimations == 1)
    #expect(gate.waiting == 20 && other.waiting == 20)
    while view.runningAnimations > 0 {
      #expect(view.runningAnimations == 1)
      view.finishNextAnimation()
    }
    #expect(one.counts == [46, 3, 6, 9] && two.counts == [45])
    #expect(view.violations == [])
    #expect(view.discrepancies == [])
    #expect(view.overlappingBatches == 0)
    tokens.forEach { $0.cancel() }
  }

  @Test("a change asked for by an observer of one gate waits for the other's turn, whichever has the drivers")
  func oneQueue() {
    let other = SerialGate(sharing: gate)
    var order: [String] = []
    let tokens = [
      gate.updates.sink { [two] _ in
        order.append("one")
        other.enqueue(two.insertion(), delivered: { order.append("two delivered") })
        order.append("one again")
      },
      other.updates.sink { _ in order.append("two") },
    ]
    gate.enqueue(one.insertion(), delivered: { order.append("one delivered") })
    #expect(order == ["one", "one again", "one delivered", "two", "two delivered"])
    tokens.forEach { $0.cancel() }
  }

  @Test("events and holds belong to a gate, the queue to all that share it")
  func ownEvents() throws {
    let other = SerialGate(sharing: SerialGate(sharing: gate))
    var hold: SerialGate.Hold?
    let token = gate.updates.sink { [gate] _ in
      #expect(other.holdCurrentChange() == nil)
      hold = gate.holdCurrentChange()
    }
    gate.enqueue(one.insertion())
    other.enqueue(two.insertion())
    #expect(two.counts == [0])
    #expect(!other.isIdle && other.waiting == 1)
    try #require(hold).release()
    #expect(two.counts == [1])
    #expect(gate.isIdle)
    token.cancel()
  }

  @Test("idle on one waits for all that share the queue")
  func idle() async {
    let other = SerialGate(sharing: gate)
    let view = StrictListView.manual(one)
    let token = gate.bind(to: view)
    gate.enqueue(one.insertion())
    var isDone = false
    let waiter = Task {
      await other.idle()
      isDone = true
    }
    await gate.nextTurns()
    #expect(!isDone)
    view.finishAnimations()
    await waiter.value
    #expect(isDone)
    token.cancel()
  }

  @Test("a loop that begins leaves alone what the loop of another gate has been handed")
  func loopBesideALoop() async {
    let other = SerialGate(sharing: gate)
    let changes = gate.changes.makeAsyncIterator()
    _ = await changes.next()
    gate.enqueue(one.insertion())
    let handedOut = await changes.next()
    let others = other.changes.makeAsyncIterator()
    _ = await others.next()
    let waiting = Task { await changes.next() }  // the body has skipped its change
    await gate.nextTurns()
    #expect(handedOut?.perform() == nil)
    #expect(one.counts == [2], "made, and not offered again")
    waiting.cancel()
    #expect(await waiting.value == nil)
  }

  @Test("what was asked for is made although its gate has been let go, and the gate is released afterwards")
  func gateReleased() {
    let view = StrictListView.manual(one)
    let token = gate.bind(to: view)
    var other: SerialGate? = SerialGate(sharing: gate)
    weak let released = other
    gate.enqueue(one.insertion())
    other?.enqueue(two.insertion())
    other = nil
    view.finishAnimations()
    #expect(two.counts == [1])
    #expect(released == nil)
    token.cancel()
  }
}
