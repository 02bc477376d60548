import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("Data never waits for decoration", .leavesNothing, .timeLimit(.minutes(10)))
struct DecorationTests {
  let gate = SerialGate()
  let model = CountModel(0)

  @Test("36 changes that wait at once take one animation")
  func oneAnimation() {
    let view = StrictListView.manual(model)
    let token = gate.bind(to: view)
    gate.enqueue {
      for _ in 0..<36 { self.gate.enqueue(self.model.insertion()) }
      return nil
    }
    #expect(model.counts == [36])
    #expect(gate.waiting == 0)
    #expect(view.runningAnimations == 1)
    view.finishNextAnimation()
    #expect(gate.isIdle)
    #expect(view.batches == 37)  // one was opened for the change that turned out to be empty
    #expect(view.violations == [])
    #expect(view.overlappingBatches == 0)
    token.cancel()
  }

  @Test("a change is animated if no other waits behind it")
  func lastIsAnimated() {
    let view = UnrulyView()
    let token = gate.bind(to: view)
    gate.enqueue(model.insertion())
    for _ in 0..<3 { gate.enqueue(model.insertion()) }
    #expect(view.animated == [true])
    view.finish()
    #expect(view.animated == [true, false])
    view.finish()
    view.finish()
    #expect(view.animated == [true, false, false, true])
    token.cancel()
  }

  @Test("a loop does not animate while more waits either")
  func loop() async {
    let view = UnrulyView()
    let task = Task { [changes = gate.changes] in for await change in changes { await change.perform(in: view) } }
    await gate.nextTurns()
    for _ in 0..<3 { gate.enqueue(model.insertion()) }
    for _ in 0..<3 {
      await gate.nextTurns()
      view.finish()
    }
    #expect(view.animated == [false, false, true])
    task.cancel()
  }

  @Test("a change that turns out to be empty takes no time, whatever the view says", arguments: [true, false])
  func empty(isNil: Bool) {
    let view = UnrulyView()
    let token = gate.bind(to: view)
    gate.enqueue { isNil ? nil : .batch(ListBatch()) }
    #expect(gate.isIdle)
    gate.enqueue(model.insertion())
    #expect(model.counts == [1])
    #expect(!gate.isIdle)
    view.finish()
    #expect(!gate.isIdle, "that was the completion of the empty change")
    view.finish()
    #expect(gate.isIdle)
    token.cancel()
  }

  @Test("a loop goes on at once after an empty change")
  func emptyInLoop() async {
    let view = UnrulyView()
    let task = Task { [changes = gate.changes] in for await change in changes { await change.perform(in: view) } }
    await gate.nextTurns()
    gate.enqueue { nil }
    gate.enqueue(model.insertion())
    await gate.nextTurns()
    #expect(model.counts == [1])
    task.cancel()
  }

  @Test("a hold taken by the delivered closure keeps the change open")
  func deliveredHold() throws {
    var hold: SerialGate.Hold?
    gate.enqueue(model.insertion(), delivered: { hold = self.gate.holdCurrentChange() })
    gate.enqueue(model.insertion())
    #expect(model.counts == [1])
    try #require(hold).release()
    #expect(model.counts == [2])
  }

  @Test("law 2, counted: whatever drives it, a view has at most one batch open", arguments: 0..<20)
  func atMostOneBatch(run: UInt64) async {
    var random = SeededGenerator(seed: SeededGenerator.seed() &+ run)
    let views = [WatchedView(model), WatchedView(model, completesAtOnce: true)]
    let other = SerialGate(sharing: gate)
    var tokens: [AnyCancellable?] = [nil, nil]
    var tasks: [Task<Void, Never>] = []
    var events = 0
    let observer = gate.updates.sink { _ in
      events += 1
      for view in views { #expect(!view.isInUpdate) }
    }
    for _ in 0..<200 {
      let place = Int.random(in: 0..<2, using: &random)
      let view = views[place]
      switch Int.random(in: 0..<12, using: &random) {
      case 0...3: gate.enqueue(model.insertion(of: .random(in: 1...3, using: &random)))
      case 4: gate.enqueue { nil }
      case 5: other.enqueue { nil }
      case 6: tokens[place] = gate.bind(to: view)
      case 7: tokens[place] = nil
      case 8:
        let skips = Int.random(in: 2...9, using: &random)
        tasks.append(
          Task { [changes = gate.changes] in
            var number = 0
            for await change in changes {
              number += 1
              if number % skips != 0 { await change.perform(in: view) }
            }
          })
      case 9: tasks.randomElement(using: &random)?.cancel()
      case 10: view.finish()
      default: await gate.nextTurn()
      }
    }
    for task in tasks { task.cancel() }
    // A loop that has been cancelled in the middle of its body is offered changes until it has gone on.
    for task in tasks { await task.value }
    for _ in 0..<1_000 where !gate.isIdle {
      views.forEach { $0.finish() }
      await gate.nextTurn()
    }
    tokens = views.map { gate.bind(to: $0) }
    gate.enqueue(model.insertion())
    views.forEach { $0.finish() }
    #expect(gate.isIdle)
    for view in views {
      #expect(view.mostOpen <= 1)
      #expect(view.violations == [])
      #expect(view.counts == model.counts)
    }
    #expect(events > 0)
    observer.cancel()
    tokens = []
  }
}
