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

  /// Why the list cannot do what a view has done.
  enum Obstacle: CaseIterable { case placeholders, sameID, filter }

  @Test(
    "it does before the call returns, also beside an open change, if a section holds something else than it shows",
    arguments: Obstacle.allCases, [true, false])
  func obstructed(by obstacle: Obstacle, isBesideAChange: Bool) async {
    switch obstacle {
    case .placeholders:
      list.edit { $0.remove([10, 3], from: "b") }
      list.showPlaceholders(2)
    case .sameID: list.edit { $0.append([TestItem(0)], to: "b") }
    case .filter: list.arrange("b", filter: { $0.id != 0 })
    }
    await list.settled()
    let view = StrictListView.reporting(list, animation: .manual)
    let token = list.bind(to: view)
    if isBesideAChange { list.edit { $0.append([TestItem(5)], to: "a") } }
    view.drag(from: [0, 0], to: [1, 0]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(view.cells.map(\.count) == (0..<2).map { list.numberOfItems(inSection: $0) })
    #expect(view.discrepancies == [] && list.items["a", 0] == nil)
    if isBesideAChange {
      view.drag(from: [0, 0], to: [1, 0]) { list.moveItem(at: $0, to: $1, madeBy: view) }
      #expect(list.items["b", 1] != nil, "it shows what is there, and may move more")
    }
    await list.gate.nextTurns()
    view.finishAnimations()
    #expect(view.discrepancies == [] && list.gate.isIdle)
    token.cancel()
  }

  @Test(
    "a list above has been unbound: what the view moves then is taken back, and it counts; from then on it is taken over"
  )
  func belowOneThatLeft() {
    let lower = PagedList<String, TestItem>(sections: ["c", "d"], sharing: list) { _, _ in Page(items: [], isLast: true)
    }
    .withoutTimeLimit()
    lower.edit { $0.append((0..<3).map { TestItem($0) }, to: "c") }
    let stack = StackedLists(list, lower)
    let view = StrictListView.reporting(stack)
    let tokens = [list.bind(to: view), lower.bind(to: view, below: list)]
    tokens[0].cancel()
    stack.lists.removeFirst()
    view.reloadAndCount()
    view.drag(from: [0, 0], to: [1, 0]) { lower.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(lower.items(in: "c").map(\.id) == [0, 1, 2], "the gate has not heard of that reload")
    view.drag(from: [0, 0], to: [1, 0]) { lower.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(lower.items(in: "c").map(\.id) == [1, 2] && lower.items(in: "d").map(\.id) == [0])
    #expect(view.discrepancies == [])
    tokens[1].cancel()
  }
}
