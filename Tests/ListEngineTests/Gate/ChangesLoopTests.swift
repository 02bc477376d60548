import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@MainActor
@Suite("The loop over changes", .leavesNothing)
struct ChangesLoopTests {
  let gate = SerialGate()
  let model = CountModel(3, 0)

  @Test("the first element reloads; each change is made inside the view's update; the next one waits for the body")
  func loop() async {
    let view = StrictListView(dataSource: model)
    view.onViolation = { _ in }
    var performed = 0
    for await change in gate.changes {
      await change.perform(in: view)
      performed += 1
      switch performed {
      case 1:  // the reload; two changes are asked for, and only the loop can make them
        gate.enqueue(model.insertion(of: 2))
        gate.enqueue(model.insertion(in: 1))
        #expect(model.counts == [3, 0])
      case 2: #expect(model.counts == [5, 0])  // the second waits although the first one's animation is over
      default: break
      }
      if performed == 3 { break }
    }
    #expect(model.counts == [5, 1])
    #expect(view.violations.isEmpty)
    #expect(view.numberOfItems(inSection: 1) == 1)
  }

  @Test("a change that one view has made reloads the next one in the same body")
  func twoViews() async {
    let views = [WatchedView(model, completesAtOnce: true), WatchedView(model, completesAtOnce: true)]
    var elements = 0
    for await change in gate.changes {
      for view in views { await change.perform(in: view) }
      elements += 1
      if elements == 3 { break }
      gate.enqueue(model.insertion(of: 2))
    }
    #expect(views[0].log == ["reload [3, 0]", "insert 2", "insert 2"])
    #expect(views[1].log == ["reload [3, 0]", "reload [5, 0]", "reload [7, 0]"])
    #expect(views.allSatisfy { $0.violations.isEmpty })
  }

  @Test("a change that the body does not perform is made all the same")
  func unperformed() async {
    var elements = 0
    for await change in gate.changes {
      elements += 1
      if elements == 1 {
        #expect(change.perform() == nil)
        gate.enqueue(model.insertion())
        gate.enqueue(model.insertion())
      }
      if elements == 3 { break }
    }
    await gate.idle()
    #expect(model.counts == [5, 0])
  }

  @Test("performing by hand returns the update once")
  func byHand() async {
    var updates: [ListUpdate?] = []
    for await change in gate.changes {
      updates.append(change.perform())
      updates.append(change.perform())
      if updates.count == 4 { break }
      gate.enqueue(model.insertion())
    }
    #expect(updates == [nil, nil, .insert([[0, 3]]), nil])
  }

  @Test("leaving the loop in the middle of a change lets the gate go on")
  func leaving() async {
    for await _ in gate.changes {
      gate.enqueue(model.insertion())
      gate.enqueue(model.insertion())
      break
    }
    await gate.idle()
    #expect(model.counts == [5, 0])
  }

  @Test("cancelling the loop's task ends the loop, and the gate goes on without it")
  func cancelling() async {
    let view = StrictListView(dataSource: model)
    let (turns, continuation) = AsyncStream.makeStream(of: Void.self)
    let loop = Task {
      for await change in gate.changes {
        await change.perform(in: view)
        continuation.yield()
      }
    }
    for await _ in turns { break }
    loop.cancel()
    await loop.value
    gate.enqueue(model.insertion())
    await gate.idle()
    #expect(model.counts == [4, 0])
  }

  @Test("a loop and a bound view: the view's update nests in the loop's, and both are told")
  func loopAndView() async {
    let looped = StrictListView(dataSource: model)
    let bound = StrictListView(dataSource: model)
    let token = gate.bind(to: bound)
    var elements = 0
    for await change in gate.changes {
      await change.perform(in: looped)
      elements += 1
      if elements == 3 { break }
      gate.enqueue(model.insertion())
    }
    #expect(model.counts == [5, 0])
    #expect(looped.numberOfItems(inSection: 0) == 5)
    #expect(bound.numberOfItems(inSection: 0) == 5)
    token.cancel()
  }

  @Test("a view that drops its completion does not stop the loop")
  func droppedCompletion() async {
    let view = UnrulyView()
    view.dropsCompletions = true
    var elements = 0
    for await change in gate.changes {
      await change.perform(in: view)
      elements += 1
      if elements == 2 { break }
      gate.enqueue(model.insertion())
    }
    #expect(model.counts == [4, 0])
  }
}
