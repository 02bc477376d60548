import Foundation
import ListTesting
import ListViewModelsTestSupport
import Testing

@testable import ListEngine

/// Counting anew ends a view's animations and scrolls: it does so after a move of its own only if the list shows something else.
@MainActor
@Suite("Whether a view counts after a move that it has made itself", .leavesNothing)
struct MovedAndCountedTests: AnsweringByHand {
  let service = ManualPages()
  let list: PagedList<String, TestItem>
  let view: WatchedView

  init() {
    list = PagedList(sections: ["a", "b"], loadPage: service.load).withoutTimeLimit()
    list.edit {
      $0.append((0..<5).map { TestItem($0) }, to: "a")
      $0.append([TestItem(10), TestItem(3)], to: "b")
    }
    view = WatchedView(list)
    view.reloadAndCount()
  }

  @Test(
    "it does not where the list shows what it does",
    arguments: [[0, 4], [1, 1]] as [IndexPath], [true, false])
  func agreed(target: IndexPath, isBesideAChange: Bool) async {
    let token = list.bind(to: view)
    if isBesideAChange { list.edit { $0.append([TestItem(5)], to: "a") } }
    let log = view.log
    view.strict.drag(from: [0, 0], to: target) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(view.log == log)
    view.finish()
    await list.gate.nextTurns()
    // Beside an open change all views count when that is over, this one with them.
    let counted = isBesideAChange ? ["reload \(view.counts)"] : []
    list.edit { $0.append([TestItem(6)], to: "a") }
    view.finish()
    #expect(view.log == log + counted + ["batch"] && view.violations == [])
    token.cancel()
  }

  @Test(
    "it does where the list has done something else, or nothing: once, before the call returns",
    arguments: [[0, 3], [0, 9]] as [IndexPath])
  func differing(source: IndexPath) async {
    let token = list.bind(to: view)
    let log = view.log
    list.moveItem(at: source, to: [1, 1], madeBy: view)
    #expect(view.log == log + ["reload [\(source.item == 3 ? 4 : 5), 2]"])
    await list.gate.nextTurns()
    list.edit { $0.append([TestItem(6)], to: "a") }
    view.finish()
    #expect(view.log.count == log.count + 2 && view.log.last == "batch" && view.violations == [], "in step again")
    token.cancel()
  }

  @Test(
    "the second move of a view that has to count makes it count in the middle of an animation, and its third is made")
  func besideAChange() {
    let token = list.bind(to: view)
    list.edit { $0.append([TestItem(5)], to: "a") }
    let log = view.log
    list.moveItem(at: [0, 3], to: [1, 1], madeBy: view)
    #expect(ids("a") == [0, 1, 2, 4, 5] && ids("b") == [10, 3] && view.log == log)
    list.moveItem(at: [0, 0], to: [1, 0], madeBy: view)
    #expect(ids("a") == [0, 1, 2, 4, 5] && view.log == log + ["reload [5, 2]"], "it showed other items")
    view.strict.drag(from: [0, 0], to: [1, 0]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(ids("a") == [1, 2, 4, 5] && ids("b") == [0, 10, 3])
    view.finish()
    #expect(view.counts == [4, 3] && view.violations == [] && list.gate.isIdle)
    token.cancel()
  }
}
