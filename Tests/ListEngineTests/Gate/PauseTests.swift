import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("A gate that is paused", .leavesNothing)
struct PauseTests {
  let gate = SerialGate()
  let model = CountModel(0)

  @Test("with nothing waiting it is idle; what is asked for waits, also without a driver, and comes in at the release")
  func waits() async {
    let pause = gate.pause()
    #expect(gate.isIdle)
    await gate.idle()
    gate.enqueue(model.insertion())
    gate.enqueue(model.insertion())
    #expect(model.counts == [0] && gate.waiting == 2 && !gate.isIdle)
    pause.release()
    #expect(model.counts == [2] && gate.isIdle)
  }

  @Test("several pauses count; one that is dropped lets go in a later turn")
  func several() async {
    let first = gate.pause()
    var second: SerialGate.Hold? = gate.pause()
    #expect(second != nil)
    gate.enqueue(model.insertion())
    first.release()
    first.release()
    #expect(model.counts == [0])
    second = nil
    #expect(model.counts == [0])
    await gate.idle()
    #expect(model.counts == [1])
  }

  ///     gate                    pause        view
  ///     makes change 1          ·            animates 1
  ///     changes 2 to 4 wait     begins       ends
  ///     makes 2, 3 and 4        ends         animates 4 alone
  @Test("the change under way ends, the next begins at the release, and only the last one is animated")
  func underWay() {
    let view = StrictListView.manual(model)
    let token = gate.bind(to: view)
    gate.enqueue(model.insertion())
    let pause = gate.pause()
    for _ in 0..<3 { gate.enqueue(model.insertion()) }
    view.finishAnimations()
    #expect(model.counts == [1] && view.runningAnimations == 0)
    pause.release()
    #expect(model.counts == [4] && view.runningAnimations == 1 && view.batches == 4)
    view.finishAnimations()
    #expect(view.violations == [])
    token.cancel()
  }

  @Test("a change that a loop has been handed is made; the next one is offered after the release")
  func inALoop() async {
    let changes = gate.changes.makeAsyncIterator()
    _ = await changes.next()
    gate.enqueue(model.insertion())
    let change = await changes.next()
    let pause = gate.pause()
    gate.enqueue(model.insertion())
    #expect(change?.perform() != nil)
    #expect(model.counts == [1])
    let next = Task { await changes.next() }
    await gate.nextTurns()
    #expect(gate.waiting == 1)
    pause.release()
    let last = await next.value
    #expect(last?.perform() != nil)
    #expect(model.counts == [2])
  }

  @Test("it is of the whole queue")
  func ofTheQueue() {
    let other = SerialGate(sharing: gate)
    let pause = other.pause()
    gate.enqueue(model.insertion())
    #expect(model.counts == [0])
    pause.release()
    #expect(model.counts == [1])
  }

  @Test("a list that is paused is settled when its answers have come in; they take no place from other loads")
  func loads() async throws {
    let service = ManualPages()
    let list = PagedList(sections: ["a", "b", "c"], maximumLoads: 1, loadPage: service.load).withoutTimeLimit()
    let pause = list.gate.pause()
    list.loadFirstPages()
    for section in ["a", "b", "c"] {
      await service.arrives(section)
      try service.answer(section, 1, 0..<3)
      for await inFlight in list.requestsInFlight.values where inFlight == 0 || section != "c" { break }
    }
    #expect(list.loadsInFlight == 3 && list.numberOfItems(in: "a") == 0)
    var isSettled = false
    let waiter = Task {
      await list.settled()
      isSettled = true
    }
    await list.gate.nextTurns()
    #expect(!isSettled)
    pause.release()
    await waiter.value
    #expect(list.sections.map { list.numberOfItems(in: $0) } == [3, 3, 3])
  }

  @Test("a change that a loop has been handed and does not make is made under the pause all the same")
  func letGoByALoop() async {
    let changes = gate.changes.makeAsyncIterator()
    _ = await changes.next()
    gate.enqueue(model.insertion())
    _ = await changes.next()
    let pause = gate.pause()
    let next = Task { await changes.next() }  // the body has skipped its change
    await gate.nextTurns()
    #expect(model.counts == [1])
    pause.release()
    next.cancel()
    #expect(await next.value == nil)
  }
}
