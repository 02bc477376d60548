import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

/// A view lets its user drag an item, moves it itself, and says so.
@MainActor
@Suite("Moves that a view has made itself", .leavesNothing)
struct MovedByAViewTests: AnsweringByHand {
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

  @Test("it is in the list before the call returns; the view is told nothing, others and observers are")
  func takenOver() {
    let other = StrictListView(dataSource: list)
    var heard: [String] = []
    let tokens = [
      list.bind(to: view), list.bind(to: other), list.updates.sink { heard.append("\($0)") },
    ]
    let batches = view.batches
    view.drag(from: [0, 0], to: [0, 3]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(ids("a") == [1, 2, 3, 0, 4])
    #expect(view.batches == batches && view.discrepancies == [] && other.discrepancies == [])
    #expect(heard == ["batch: move 0-0 to 0-3"])
    view.drag(from: [0, 3], to: [1, 0]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(ids("a") == [1, 2, 3, 4] && ids("b") == [0, 10])
    #expect(view.discrepancies == [] && other.discrepancies == [] && list.gate.isIdle)
    tokens.forEach { $0.cancel() }
  }

  @Test("an item that is dropped where it stood is not edited, told or sent")
  func backInItsPlace() async throws {
    let token = list.bind(to: view)
    let told = list.edits.sink { Issue.record("told of \($0)") }
    list.moveItem(at: [0, 1], to: [0, 1], madeBy: view)
    #expect(list.moveItem(at: [0, 1], to: [0, 1], madeBy: view) { Issue.record("sent") } == nil)
    let loads = list.refresh("b")
    await service.arrives("b")
    list.moveItem(at: [1, 0], to: [1, 0], madeBy: view)
    try service.answer("b", 1, 20..<22, isLast: true)
    _ = await loads.summary
    view.finishAnimations()
    #expect(ids("a") == [0, 1, 2, 3, 4] && ids("b") == [20, 21] && view.discrepancies == [])
    told.cancel()
    token.cancel()
  }

  @Test("a view that a loop drives shows it in the same turn, also if no change follows")
  func besideALoop() async {
    let looped = StrictListView(dataSource: list)
    let loop = Task { [changes = list.changes] in for await change in changes { await change.perform(in: looped) } }
    let token = list.bind(to: view)
    await list.gate.nextTurns()
    view.drag(from: [0, 0], to: [1, 1]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(looped.discrepancies == [] && view.discrepancies == [] && list.gate.isIdle)
    looped.drag(from: [0, 0], to: [1, 0]) { list.moveItem(at: $0, to: $1, madeBy: looped) }
    #expect(ids("a") == [2, 3, 4] && ids("b") == [1, 10, 0])
    #expect(looped.discrepancies == [] && view.discrepancies == [])
    loop.cancel()
    token.cancel()
    await loop.value
  }

  @Test("it passes the pause of its drag; what came meanwhile comes in afterwards")
  func underAPause() async throws {
    let token = list.bind(to: view)
    list.loadNextPage(in: "b")
    await service.arrives("b")
    let pause = list.gate.pause()
    try service.answer("b", 1, 20..<22, isLast: true)
    for await inFlight in list.requestsInFlight.values where inFlight == 0 { break }
    await list.gate.nextTurns()
    #expect(list.gate.waiting > 0)
    view.drag(from: [0, 4], to: [0, 0]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(ids("a") == [4, 0, 1, 2, 3] && ids("b") == [10])
    pause.release()
    await list.gate.nextTurns()
    view.finishAnimations()
    await list.settled()
    #expect(ids("b") == [20, 21] && view.discrepancies == [])
    token.cancel()
  }

  @Test("what the list cannot do it does not do, and the view counts: nothing there, or held there already")
  func impossible() {
    list.edit { $0.append([TestItem(3)], to: "b") }
    let token = list.bind(to: view)
    view.drag(from: [0, 3], to: [1, 1]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(ids("a") == [0, 1, 2, 4] && ids("b") == [10, 3])
    #expect(view.discrepancies == [])
    list.moveItem(at: [0, 9], to: [0, 0], madeBy: view)
    list.moveItem(at: [0, 0], to: [7, 0], madeBy: view)
    #expect(ids("a") == [0, 1, 2, 4] && view.discrepancies == [] && list.gate.isIdle)
    token.cancel()
  }

  @Test("a section that it empties, or fills, gets or loses its row in a turn of its own: the view has not counted it")
  func rows() async {
    list.showStateRows([.empty])
    list.edit { $0.remove([10], from: "b") }
    list.loadFirstPages(in: ["b"])
    await service.arrives("b")
    try? service.answer("b", 1, [10], isLast: true)
    await list.settled()
    let token = list.bind(to: view)
    let batches = view.batches
    for (source, target) in [(IndexPath(item: 0, section: 1), IndexPath(item: 0, section: 0)), ([0, 0], [1, 0])] {
      var cells: [Int] = []
      view.drag(from: source, to: target) {
        list.moveItem(at: $0, to: $1, madeBy: view)
        cells = [0, 1].map { list.numberOfItems(inSection: $0) }
      }
      // What a list view demands when its data source returns: one less here, one more there.
      #expect(cells == (source.section == 1 ? [6, 0] : [5, 2]) && view.discrepancies == [])
      await list.gate.nextTurns()
      view.finishAnimations()
      #expect(list.numberOfItems(inSection: 1) == 1 && view.discrepancies == [])
    }
    #expect(view.batches == batches + 2)
    token.cancel()
  }

  @Test("what an observer does about it comes after the view's own update, also if that lets go of a pause")
  func observed() async {
    let token = list.bind(to: view)
    var pause: SerialGate.Hold? = list.gate.pause()
    list.edit { $0.append([TestItem(11)], to: "b") }
    let observer = list.edits.sink { [list] event in
      guard event.items.contains(ItemID(section: "a", id: 0)) else { return }
      pause?.release()
      pause = nil
      list.edit { $0.append([TestItem(12)], to: "b") }
    }
    let batches = view.batches
    view.drag(from: [0, 0], to: [1, 0]) {
      list.moveItem(at: $0, to: $1, madeBy: view)
      #expect(view.batches == batches && ids("b") == [0, 10] && pause == nil)
    }
    await list.gate.nextTurns()
    view.finishAnimations()
    #expect(view.cells.map(\.count) == [4, 4] && ids("b") == [0, 10, 11, 12] && view.discrepancies == [])
    observer.cancel()
    token.cancel()
  }

  @Test(
    "a load that begins with it shows its row in a later turn: the view has not counted it",
    arguments: [(true, false), (false, false), (true, true)])
  func rowOfALoad(isAskedByACell: Bool, isOrdered: Bool) async throws {
    if isOrdered { list.arrange("a", order: { $0.id > $1.id }) }
    list.showStateRows([.loading])
    list.loadFirstPages(in: ["a"])
    await service.arrives("a")
    try service.answer("a", 1, 0..<5)
    await list.settled()
    let token = list.bind(to: view)
    if isAskedByACell {
      list.willDisplay([0, 4])
    } else {
      list.fill("a", with: 5)
    }
    let batches = view.batches
    var cells = 0
    view.drag(from: [0, 0], to: isAskedByACell ? [0, 3] : [1, 0]) {
      list.moveItem(at: $0, to: $1, madeBy: view)
      cells = list.numberOfItems(inSection: 0)
    }
    #expect(cells == (isAskedByACell ? 5 : 4) && view.batches == batches && view.discrepancies == [])
    await list.gate.nextTurns()
    view.finishAnimations()
    #expect(view.cells[0].count == cells + 1 && view.discrepancies == [] && list.loadsInFlight == 1)
    list.cancel("a")
    token.cancel()
  }

  @Test(
    "a row that has still to appear does not come in with it: the view has not counted it", arguments: [true, false])
  func waitingRow(isPaused: Bool) async throws {
    let token = list.bind(to: view)
    list.loadFirstPages(in: ["a"])
    await service.arrives("a")
    try service.answer("a", 1, 0..<5, isLast: true)
    await list.settled()
    let pause = isPaused ? list.gate.pause() : nil
    if !isPaused { list.edit { $0.append([TestItem(11)], to: "b") } }
    list.showStateRows([.finished])
    view.drag(from: [0, 0], to: [0, 3]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(ids("a") == [1, 2, 3, 0, 4] && view.discrepancies == [])
    pause?.release()
    await list.gate.nextTurns()
    view.finishAnimations()
    #expect(view.cells[0].count == 6 && view.discrepancies == [] && list.gate.isIdle)
    token.cancel()
  }

  @Test("it is an edit: a first page that was asked for before does not undo it, and it stands behind the same item")
  func outranks() async throws {
    let token = list.bind(to: view)
    list.refresh("a")
    await service.arrives("a")
    view.drag(from: [0, 0], to: [0, 2]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(ids("a") == [1, 2, 0, 3, 4])
    try service.answer("a", 1, [7, 0, 1, 2, 3], isLast: true)
    for await inFlight in list.requestsInFlight.values where inFlight == 0 { break }
    view.finishAnimations()
    #expect(ids("a") == [7, 1, 2, 0, 3] && view.discrepancies == [])
    token.cancel()
  }

  @Test("it can be sent: refused, the item goes back")
  func sent() async throws {
    let token = list.bind(to: view)
    let answer = Signal()
    var heard: [String] = []
    let observer = list.updates.sink { heard.append("\($0)") }
    defer { observer.cancel() }
    var task: Task<Void, any Error>?
    view.drag(from: [0, 0], to: [0, 4]) {
      task = list.moveItem(at: $0, to: $1, madeBy: view) {
        await answer.wait()
        throw Refused()
      }
    }
    #expect(ids("a") == [1, 2, 3, 4, 0] && list.isPending(0, in: "a"))
    for _ in 0..<5 { await list.gate.nextTurn() }
    // The view's own cell is left out of the first, and has to say that the move is being sent.
    #expect(heard == ["batch: move 0-0 to 0-4; then reconfigure 0-4", "batch: then reconfigure 0-4"])
    answer.fire()
    await #expect(throws: Refused.self) { try await task?.value }
    view.finishAnimations()
    #expect(ids("a") == [0, 1, 2, 3, 4] && view.discrepancies == [])
    #expect(list.moveItem(at: [0, 9], to: [0, 0], madeBy: view, sending: {}) == nil, "nothing is moved, nothing sent")
    view.finishAnimations()
    token.cancel()
  }

  @Test("below another list, places are the view's")
  func below() {
    let lower = Pages(sections: ["c"], sharing: list) { _, _ in Page(items: [], isLast: true) }.withoutTimeLimit()
    lower.edit { $0.append((0..<3).map { TestItem($0) }, to: "c") }
    let view = StrictListView.reporting(StackedLists(list, lower))
    let tokens = [list.bind(to: view), lower.bind(to: view, below: list)]
    view.drag(from: [2, 0], to: [2, 2]) { lower.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(lower.items(in: "c").map(\.id) == [1, 2, 0] && ids("a") == [0, 1, 2, 3, 4])
    #expect(view.discrepancies == [])
    tokens.forEach { $0.cancel() }
  }

  @Test("random drags, pages and edits: counts and cells agree", arguments: [UInt64(1), 2, 3])
  func random(number: UInt64) async throws {
    var random = SeededGenerator(seed: SeededGenerator.seed(for: "moved by a view \(number)"))
    let token = list.bind(to: view)
    var pauses: [SerialGate.Hold] = []
    for step in 0..<300 {
      if random.next() % 4 == 0 { await list.gate.nextTurns() }
      switch random.next() % 6 {
      case 0: list.edit { $0.insert([TestItem(100 + step)], at: Int(step % 4), in: step.isMultiple(of: 2) ? "a" : "b") }
      case 1: if let id = ids("a").randomElement(using: &random) { list.edit { $0.remove([id], from: "a") } }
      case 2: view.finishAnimations()
      case 3: pauses.append(list.gate.pause())
      case 4: if !pauses.isEmpty { pauses.removeFirst().release() }
      default:
        let counts = (0..<2).map { view.numberOfItems(inSection: $0) }
        let (from, to) = (Int.random(in: 0..<2, using: &random), Int.random(in: 0..<2, using: &random))
        guard counts[from] > 0 else { continue }
        let source = IndexPath(item: Int.random(in: 0..<counts[from], using: &random), section: from)
        let last = from == to ? counts[to] - 1 : counts[to]
        view.drag(from: source, to: IndexPath(item: Int.random(in: 0...last, using: &random), section: to)) {
          list.moveItem(at: $0, to: $1, madeBy: view)
        }
      }
    }
    for pause in pauses { pause.release() }
    await list.gate.nextTurns()
    view.finishAnimations()
    await list.settled()
    #expect(view.discrepancies == [])
    token.cancel()
  }

  @Test("what is dropped among another list's sections is not moved")
  func intoAnotherList() {
    let lower = Pages(sections: ["c"], sharing: list) { _, _ in Page(items: [], isLast: true) }.withoutTimeLimit()
    lower.edit { $0.append((0..<3).map { TestItem($0) }, to: "c") }
    let view = StrictListView.reporting(StackedLists(list, lower))
    let tokens = [list.bind(to: view), lower.bind(to: view, below: list)]
    view.drag(from: [2, 0], to: [0, 0]) { lower.moveItem(at: $0, to: $1, madeBy: view) }
    view.drag(from: [0, 0], to: [2, 0]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(lower.items(in: "c").map(\.id) == [0, 1, 2] && ids("a") == [0, 1, 2, 3, 4])
    #expect(view.discrepancies == [])
    tokens.forEach { $0.cancel() }
  }

  @Test("it stands behind the first item, also on an answer that was asked for before")
  func behindTheFirst() async throws {
    let token = list.bind(to: view)
    list.refresh("a")
    await service.arrives("a")
    view.drag(from: [0, 2], to: [0, 1]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    try service.answer("a", 1, [7, 0, 1, 2, 3], isLast: true)
    for await inFlight in list.requestsInFlight.values where inFlight == 0 { break }
    view.finishAnimations()
    #expect(ids("a") == [7, 0, 2, 1, 3] && view.discrepancies == [])
    token.cancel()
  }

  @Test("dropped behind the row of its section, it is the last item, and the view counts")
  func behindTheRow() async throws {
    list.showStateRows([.finished])
    list.loadFirstPages(in: ["a"])
    await service.arrives("a")
    try service.answer("a", 1, 0..<5, isLast: true)
    await list.settled()
    let token = list.bind(to: view)
    view.drag(from: [0, 0], to: [0, 5]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    view.finishAnimations()
    #expect(ids("a") == [1, 2, 3, 4, 0] && view.discrepancies == [])
    token.cancel()
  }

  @Test("dropped among placeholders it takes their place, and the view counts")
  func amongPlaceholders() async {
    list.edit { $0.remove([10], from: "b") }
    list.showPlaceholders(2)
    let token = list.bind(to: view)
    #expect(list.numberOfItems(in: "b") == 2)
    view.drag(from: [0, 0], to: [1, 0]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(list.numberOfItems(in: "b") == 1)
    await list.gate.nextTurns()
    view.finishAnimations()
    #expect(view.numberOfItems(inSection: 1) == 1 && view.discrepancies == [])
    token.cancel()
  }
}
