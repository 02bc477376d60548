import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

/// A view moves items itself while a change is open: in its animation, or another view's, held, or handed out to a loop.
@MainActor
@Suite("Moves that a view has made itself, beside an open change", .leavesNothing)
struct MovedBesideAChangeTests: AnsweringByHand {
  typealias Pages = PagedList<String, TestItem>

  let service = ManualPages()
  let list: Pages
  let view: StrictListView

  init() {
    list = Pages(sections: ["a", "b"], loadPage: service.load).withoutTimeLimit()
    list.edit {
      $0.append((0..<5).map { TestItem($0) }, to: "a")
      $0.append([TestItem(10)], to: "b")
    }
    view = StrictListView.reporting(list, animation: .manual)
  }

  @Test("another change is open: the item is moved all the same, and all views count when that is over")
  func besideAnAnimation() {
    let other = StrictListView.reporting(list)
    var heard: [String] = []
    let tokens = [
      list.bind(to: view), list.bind(to: other), list.updates.sink { heard.append("\($0)") },
    ]
    list.edit { $0.append([TestItem(5)], to: "a") }
    list.edit { $0.append([TestItem(6)], to: "a") }
    #expect(view.runningAnimations == 1)
    view.drag(from: [0, 0], to: [1, 1]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(ids("a") == [1, 2, 3, 4, 5] && ids("b") == [10, 0])
    #expect(heard == ["batch: insert 0-5"])
    view.finishAnimations()
    #expect(ids("a") == [1, 2, 3, 4, 5, 6])
    #expect(heard == ["batch: insert 0-5", "batch: move 0-0 to 1-1", "batch: insert 0-5"])
    #expect(view.discrepancies == [] && other.discrepancies == [])
    tokens.forEach { $0.cancel() }
  }

  @Test(
    "a view may move one item after another beside a change that is open: each is taken over, and they are told as one",
    arguments: ["its animation", "another's", "a hold", "a pause that outlasts it"])
  func oneAfterAnother(beside what: String) {
    let other = StrictListView.reporting(list, animation: what == "another's" ? .manual : .none)
    var heard: [String] = []
    var hold: SerialGate.Hold?
    let tokens = [
      list.bind(to: view), list.bind(to: other),
      list.updates.sink { [list] in
        heard.append("\($0)")
        if what == "a hold", heard.count == 1 { hold = list.holdCurrentChange() }
      },
    ]
    list.edit { $0.append([TestItem(5)], to: "a") }
    if ["another's", "a hold"].contains(what) { view.finishAnimations() }
    let pause = what == "a pause that outlasts it" ? list.gate.pause() : nil
    view.drag(from: [0, 0], to: [1, 1]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    if pause != nil { view.finishAnimations() }
    view.drag(from: [0, 0], to: [1, 0]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    view.drag(from: [1, 2], to: [0, 3]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(ids("a") == [2, 3, 4, 0, 5] && ids("b") == [1, 10] && view.discrepancies == [])
    hold?.release()
    pause?.release()
    for view in [view, other] { view.finishAnimations() }
    #expect(heard == ["batch: insert 0-5", "batch: move 0-0 to 0-3; move 0-1 to 1-0"])
    #expect(view.discrepancies == [] && other.discrepancies == [] && list.gate.isIdle)
    tokens.forEach { $0.cancel() }
  }

  @Test(
    "two beside one animation, in a view that was bound between them too, are told as one: a view that follows by hand counts right",
    arguments: [true, false])
  func twoBesideAnAnimation(isPaused: Bool) {
    let (other, byHand) = (StrictListView.reporting(list), StrictListView.reporting(list))
    byHand.reloadAndCount()
    var heard: [String] = []
    var tokens = [
      list.bind(to: view),
      list.updates.sink { update in
        heard.append("\(update)")
        if case .batch(let batch) = update {
          byHand.performUpdate(animated: false) {
            .batch(batch)
          } completion: {
          }
        }
      },
    ]
    list.edit { $0.append([TestItem(5)], to: "a") }
    view.drag(from: [0, 0], to: [1, 0]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    tokens.append(list.bind(to: other))
    let pause = isPaused ? list.gate.pause() : nil
    if isPaused { view.finishAnimations() }
    other.drag(from: [1, 0], to: [0, 1]) { list.moveItem(at: $0, to: $1, madeBy: other) }
    pause?.release()
    view.finishAnimations()
    #expect(heard == ["batch: insert 0-5", "batch: move 0-1 to 0-0"])
    #expect(ids("a") == [1, 0, 2, 3, 4, 5] && view.discrepancies == [] && other.discrepancies == [])
    #expect(byHand.discrepancies == [])
    tokens.forEach { $0.cancel() }
  }

  @Test(
    "into placeholders beside an open change: the view counts and may move more, and all are told of the rows that there were"
  )
  func amongPlaceholdersBesideAChange() {
    list.edit { $0.remove([10], from: "b") }
    list.showPlaceholders(2)
    let byHand = StrictListView.reporting(list)
    byHand.reloadAndCount()
    let tokens = [
      list.bind(to: view),
      list.updates.sink { update in
        byHand.performUpdate(animated: false) {
          update
        } completion: {
        }
      },
    ]
    list.edit { $0.append([TestItem(5)], to: "a") }
    view.drag(from: [0, 0], to: [1, 1]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(ids("a") == [1, 2, 3, 4, 5] && ids("b") == [0] && view.cells.map(\.count) == [5, 1])
    view.drag(from: [0, 0], to: [1, 1]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    view.finishAnimations()
    #expect(ids("b") == [0, 1] && view.discrepancies == [] && byHand.discrepancies == [])
    tokens.forEach { $0.cancel() }
  }

  @Test("sent beside an open change, its cell is configured with the move that is told")
  func sentBesideAChange() async throws {
    var heard: [String] = []
    let tokens = [list.bind(to: view), list.updates.sink { heard.append("\($0)") }]
    list.edit { $0.append([TestItem(5)], to: "a") }
    var task: Task<Void, any Error>?
    view.drag(from: [0, 0], to: [0, 4]) { task = list.moveItem(at: $0, to: $1, madeBy: view, sending: {}) }
    view.finishAnimations()
    #expect(heard == ["batch: insert 0-5", "batch: move 0-0 to 0-4; then reconfigure 0-4"])
    try await task?.value
    await list.settled()
    tokens.forEach { $0.cancel() }
  }

  @Test("it is told before all that waits, whatever has been made before, and each of that is made once")
  func beforeAllThatWaits() {
    var heard: [String] = []
    var hold: SerialGate.Hold?
    view.animation = .none
    let tokens = [
      list.bind(to: view),
      list.updates.sink { [list] in
        heard.append("\($0)")
        hold = list.holdCurrentChange()
      },
    ]
    for id in 5...8 { list.edit { $0.append([TestItem(id)], to: "a") } }
    for _ in 0..<5 {
      if heard.count == 2 { view.drag(from: [0, 0], to: [1, 0]) { list.moveItem(at: $0, to: $1, madeBy: view) } }
      hold.take()?.release()
    }
    #expect(
      heard == [
        "batch: insert 0-5", "batch: insert 0-6", "batch: move 0-0 to 1-0", "batch: insert 0-6", "batch: insert 0-7",
      ])
    #expect(ids("a") == [1, 2, 3, 4, 5, 6, 7, 8] && list.gate.isIdle && view.discrepancies == [])
    tokens.forEach { $0.cancel() }
  }

  @Test("a loop has been handed a change, and not made it: the move is told first, and the change handed out again")
  func besideAHandedOutChange() async {
    var heard: [String] = []
    let tokens = [list.bind(to: view), list.updates.sink { heard.append("\($0)") }]
    let changes = list.changes.makeAsyncIterator()
    _ = await changes.next()
    list.edit { $0.insert([TestItem(5)], at: 0, in: "a") }
    let change = await changes.next()
    view.drag(from: [0, 0], to: [0, 1]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(ids("a") == [1, 0, 2, 3, 4] && heard == ["batch: move 0-1 to 0-0"] && view.discrepancies == [])
    #expect(change?.perform() == nil)
    #expect(await changes.next()?.perform() != nil)
    view.finishAnimations()
    #expect(ids("a") == [5, 1, 0, 2, 3, 4] && heard == ["batch: move 0-1 to 0-0", "batch: insert 0-0"])
    #expect(view.discrepancies == [])
    tokens.forEach { $0.cancel() }
  }

  @Test("a loop has been offered a change, and not fetched it: it is handed it when the move is over, and counts once")
  func besideAnOfferedChange() async {
    let looped = WatchedView(list, completesAtOnce: true)
    var hold: SerialGate.Hold?
    let tokens = [
      list.bind(to: view),
      list.updates.sink { [list] update in
        if case .batch(let batch) = update, !batch.movedItems.isEmpty { hold = list.holdCurrentChange() }
      },
    ]
    let loop = Task { [changes = list.changes] in for await change in changes { await change.perform(in: looped) } }
    await list.gate.nextTurns()
    list.edit { $0.insert([TestItem(5)], at: 0, in: "a") }
    #expect(looped.log == ["reload [5, 1]"])
    view.drag(from: [0, 0], to: [1, 0]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    await list.gate.nextTurns()
    #expect(looped.log == ["reload [5, 1]", "reload [4, 2]"])
    hold.take()?.release()
    await list.gate.nextTurns()
    #expect(looped.log == ["reload [5, 1]", "reload [4, 2]", "batch"] && looped.violations == [])
    view.finishAnimations()
    #expect(ids("a") == [5, 1, 2, 3, 4] && view.discrepancies == [])
    loop.cancel()
    tokens.forEach { $0.cancel() }
    await loop.value
  }

  @Test("a view that has still to count for a move of another view's moves nothing: other items stand there")
  func besideAnotherViewsMove() {
    let other = StrictListView.reporting(list)
    let tokens = [list.bind(to: view), list.bind(to: other)]
    list.edit { $0.append([TestItem(5)], to: "a") }
    view.drag(from: [0, 0], to: [1, 1]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    list.moveItem(at: [0, 0], to: [1, 0], madeBy: other)
    #expect(ids("a") == [1, 2, 3, 4, 5] && ids("b") == [10, 0])
    view.finishAnimations()
    #expect(view.discrepancies == [] && other.discrepancies == [])
    tokens.forEach { $0.cancel() }
  }

  @Test("in the middle of a view's update it waits until that is over")
  func insideAnUpdate() {
    let watched = WatchedView(list, completesAtOnce: true)
    let token = list.bind(to: watched)
    var isDue = true
    watched.beforeCommit = { [unowned watched, list] in
      guard isDue else { return }
      isDue = false
      list.moveItem(at: [0, 0], to: [1, 0], madeBy: watched)
    }
    list.edit { $0.append([TestItem(5)], to: "a") }
    watched.beforeCommit = {}
    #expect(ids("a") == [1, 2, 3, 4, 5] && ids("b") == [0, 10])
    #expect(watched.violations == [] && watched.counts == [5, 2])
    token.cancel()
  }
}
