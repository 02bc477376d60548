import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("The gate's queue", .leavesNothing)
struct SerialGateTests {
  let gate = SerialGate()
  let model = CountModel(0, 0)

  @Test("without a driver a change is made at once, in the order asked for")
  func immediate() {
    var order: [Int] = []
    for number in 1...3 {
      gate.enqueue {
        order.append(number)
        return nil
      }
    }
    #expect(order == [1, 2, 3])
    #expect(gate.isIdle)
  }

  @Test("one turn: observers hear of a change before enqueue returns, when the model has changed and nothing else has")
  func oneTurn() {
    var seen: [(ListUpdate, [Int])] = []
    let token = gate.updates.sink { [model] in seen.append(($0, model.counts)) }
    gate.enqueue(model.insertion(of: 2))
    #expect(seen.map(\.0) == [.insert([[0, 0], [0, 1]])])
    #expect(seen.map(\.1) == [[2, 0]])
    token.cancel()
  }

  @Test("a change asked for by a change, by an observer and by a delivered closure waits for its turn")
  func nestedRequests() {
    var order: [String] = []
    let token = gate.updates.sink { [gate] update in
      order.append("heard \(update)")
      if case .reload(0) = update {
        gate.enqueue {
          order.append("by observer")
          return nil
        }
      }
    }
    gate.enqueue {
      self.gate.enqueue({
        order.append("by change")
        return nil
      })
      order.append("first")
      return .reload(section: 0)
    } delivered: {
      order.append("delivered")
      self.gate.enqueue {
        order.append("by delivered")
        return nil
      }
    }
    let heard = "heard \(ListUpdate.reload(section: 0))"
    #expect(order == ["first", heard, "delivered", "by change", "by observer", "by delivered"])
    token.cancel()
  }

  @Test("an obsolete change has no event, and says so to nobody but its delivered closure")
  func obsolete() {
    var events = 0
    var delivered = false
    let token = gate.updates.sink { _ in events += 1 }
    gate.enqueue({ nil }, delivered: { delivered = true })
    #expect(events == 0)
    #expect(delivered)
    token.cancel()
  }

  @Test("ten thousand waiting changes are made in a loop, not in recursion, and in order")
  func manyWaiting() async throws {
    let view = StrictListView.manual(model)
    let token = gate.bind(to: view)
    var made: [Int] = []
    for number in 0..<10_000 {
      let insertion = model.insertion()
      gate.enqueue {
        made.append(number)
        return insertion()
      }
    }
    #expect(gate.waiting == 9_999)
    token.cancel()
    await gate.idle()
    #expect(made == Array(0..<10_000) && model.counts == [10_000, 0])
  }

  @Test("idle returns when the last change has been completed")
  func idle() async {
    let view = StrictListView.manual(model)
    let token = gate.bind(to: view)
    gate.enqueue(model.insertion())
    var isDone = false
    let waiter = Task {
      await gate.idle()
      isDone = true
    }
    await Task.yield()
    #expect(!isDone)
    view.finishAnimations()
    await waiter.value
    #expect(isDone)
    token.cancel()
  }

  @Test("a cancelled task waits for idle no longer")
  func idleCancelled() async {
    let view = StrictListView.manual(model)
    let token = gate.bind(to: view)
    gate.enqueue(model.insertion())
    let waiter = Task { await gate.idle() }
    waiter.cancel()
    await waiter.value
    #expect(!gate.isIdle)
    token.cancel()
  }

  @Test("a task that is cancelled while it waits for idle goes on; another one goes on waiting")
  func idleCancelledWhileWaiting() async {
    let view = StrictListView.manual(model)
    let token = gate.bind(to: view)
    gate.enqueue(model.insertion())
    let waiters = (0..<2).map { _ in Task { await gate.idle() } }
    await gate.nextTurns()
    waiters[0].cancel()
    await waiters[0].value
    #expect(!gate.isIdle)
    view.finishAnimations()
    await waiters[1].value
    #expect(gate.isIdle)
    token.cancel()
  }

  @Test("a change waits until it is made: while the updates of its views are being opened, too")
  func waitingInUpdates() {
    let view = WatchedView(model, completesAtOnce: true)
    let token = gate.bind(to: view)
    var waiting: [Int] = []
    view.beforeCommit = { [gate] in waiting.append(gate.waiting) }
    gate.enqueue { [gate, model] in
      waiting.append(gate.waiting)
      return model.insertion()()
    }
    #expect(waiting == [1, 0])
    #expect(gate.waiting == 0 && gate.isIdle)
    token.cancel()
  }

  // MARK: - Holds

  @Test("a hold taken while an event is delivered keeps the change open until it is released")
  func hold() throws {
    var hold: SerialGate.Hold?
    let token = gate.updates.sink { [gate] _ in if hold == nil { hold = gate.holdCurrentChange() } }
    gate.enqueue(model.insertion())
    gate.enqueue(model.insertion())
    #expect(model.counts == [1, 0])
    #expect(gate.waiting == 1)
    try #require(hold).release()
    #expect(model.counts == [2, 0])
    token.cancel()
  }

  @Test("a hold that is dropped lets go in a later turn")
  func droppedHold() async {
    var hold: SerialGate.Hold?
    let token = gate.updates.prefixHold(gate) { hold = $0 }
    gate.enqueue(model.insertion())
    gate.enqueue(model.insertion())
    hold = nil
    #expect(model.counts == [1, 0])
    await gate.nextTurn()
    #expect(model.counts == [2, 0])
    #expect(hold == nil)
    token.cancel()
  }

  @Test("outside a delivery there is nothing to hold")
  func holdOutside() {
    #expect(gate.holdCurrentChange() == nil)
    gate.enqueue {
      #expect(self.gate.holdCurrentChange() == nil)
      return nil
    }
  }

  @Test("two holds: the next change waits for both; releasing one twice counts once")
  func twoHolds() {
    var holds: [SerialGate.Hold] = []
    let token = gate.updates.sink { [gate] _ in
      guard holds.isEmpty else { return }
      holds = [gate.holdCurrentChange(), gate.holdCurrentChange()].compactMap { $0 }
    }
    gate.enqueue(model.insertion())
    gate.enqueue(model.insertion())
    holds[0].release()
    holds[0].release()
    #expect(model.counts == [1, 0])
    holds[1].release()
    #expect(model.counts == [2, 0])
    token.cancel()
  }
}

extension AnyMainActorPublisher<ListUpdate, Never> {
  /// Takes a hold at the first event only.
  @MainActor
  fileprivate func prefixHold(_ gate: SerialGate, _ take: @escaping @MainActor (SerialGate.Hold?) -> Void)
    -> AnyCancellable
  {
    var isFirst = true
    return sink { _ in
      if isFirst { take(gate.holdCurrentChange()) }
      isFirst = false
    }
  }
}
