import Foundation
import ListTesting
import ListViewModelsTestSupport
import Testing

@testable import ListEngine

/// A loop performs changes in the views that its body names; the others are behind until they have counted.
@MainActor
@Suite("Whether a loop's view counts after a move that it has made itself", .leavesNothing)
struct MovedInALoopTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>

  init() {
    list = PagedList(sections: ["a"], loadPage: service.load).withoutTimeLimit()
    list.edit { $0.append((0..<5).map { TestItem($0) }, to: "a") }
  }

  /// A loop that performs each change in these views.
  private func loop(_ views: [StrictListView]) async -> Task<Void, Never> {
    let loop = Task { [changes = list.changes] in
      for await change in changes { for view in views { await change.perform(in: view) } }
    }
    await list.gate.nextTurns()
    return loop
  }

  private func drag(in view: StrictListView) {
    view.drag(from: [0, 0], to: [0, 3]) { list.moveItem(at: $0, to: $1, madeBy: view) }
  }

  @Test(
    "a loop performs changes in two views, and the first animates: what the second moves is taken back, and it counts")
  func secondViewOfALoop() async {
    let views = [StrictListView.reporting(list, animation: .manual), StrictListView.reporting(list)]
    let loop = await loop(views)
    list.edit { $0.append([TestItem(5)], to: "a") }
    await list.gate.nextTurns()
    #expect(views[0].runningAnimations == 1 && views[1].numberOfItems(inSection: 0) == 5)
    drag(in: views[1])
    #expect(ids("a") == [0, 1, 2, 3, 4, 5] && views[1].discrepancies == [])
    for view in views { view.finishAnimations() }
    await list.gate.nextTurns()
    #expect(views.allSatisfy { $0.discrepancies == [] } && list.gate.isIdle)
    loop.cancel()
    await loop.value
  }

  @Test("a view that a change has left out is behind, also after one that told nothing; the other one is in step")
  func leftOut() async {
    let views = [StrictListView.reporting(list), StrictListView.reporting(list)]
    let loop = Task { [changes = list.changes] in
      var performing = views
      for await change in changes {
        for view in performing { await change.perform(in: view) }
        performing = [views[0]]
      }
    }
    await list.gate.nextTurns()
    list.edit { $0.append([TestItem(5)], to: "a") }
    await list.gate.nextTurns()
    list.gate.enqueue { nil }
    await list.gate.nextTurns()
    #expect(views.map { $0.numberOfItems(inSection: 0) } == [6, 5])
    drag(in: views[1])
    #expect(ids("a") == [0, 1, 2, 3, 4, 5], "it showed other items there")
    drag(in: views[0])
    #expect(ids("a") == [1, 2, 3, 0, 4, 5])
    #expect(views.allSatisfy { $0.discrepancies == [] })
    loop.cancel()
    await loop.value
  }

  @Test("a change that tells nothing, made while the body waits for the list, leaves the view in step")
  func waiting() async throws {
    let view = StrictListView.reporting(list)
    let loop = Task { [list, changes = list.changes] in
      for await change in changes {
        await change.perform(in: view)
        _ = await list.refresh("a").summary
      }
    }
    await service.arrived(in: list)
    await list.gate.nextTurns()
    list.gate.enqueue { nil }
    drag(in: view)
    #expect(ids("a") == [1, 2, 3, 0, 4] && view.discrepancies == [])
    try service.answer("a", 1, [1, 2])
    await list.gate.nextTurns()
    loop.cancel()
    await loop.value
  }

  @Test("a view that a binding has taken from the loop is in step as its binding is")
  func boundAfterwards() async {
    let views = [StrictListView.reporting(list), StrictListView.reporting(list)]
    let loop = await loop(views)
    let token = list.bind(to: views[1])
    list.edit { $0.append([TestItem(5)], to: "a") }
    await list.gate.nextTurns()
    #expect(views.map { $0.numberOfItems(inSection: 0) } == [6, 6])
    drag(in: views[1])
    #expect(ids("a") == [1, 2, 3, 0, 4, 5] && views[1].discrepancies == [])
    token.cancel()
    loop.cancel()
    await loop.value
  }

  @Test("what a loop's view moves is taken over after a change that told nothing, and while observers hear of one")
  func viewOfALoop() async {
    let view = WatchedView(list)
    view.reloadAndCount()
    let loop = Task { [changes = list.changes] in for await change in changes { await change.perform(in: view) } }
    await list.gate.nextTurns()
    list.edit { $0.remove([99], from: "a") }
    await list.gate.nextTurns()
    view.finish()
    let log = view.log
    view.strict.drag(from: [0, 0], to: [0, 4]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(ids("a") == [1, 2, 3, 4, 0] && view.log == log)
    await list.gate.nextTurns()
    var isTold = false
    let observer = list.updates.sink { [list, view] _ in
      guard !isTold else { return }
      isTold = true
      view.strict.drag(from: [0, 0], to: [0, 3]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    }
    list.edit { $0.append([TestItem(5)], to: "a") }
    await list.gate.nextTurns()
    view.finish()
    #expect(isTold && ids("a") == [2, 3, 4, 1, 0, 5] && view.violations == [])
    observer.cancel()
    loop.cancel()
    await loop.value
  }
}
