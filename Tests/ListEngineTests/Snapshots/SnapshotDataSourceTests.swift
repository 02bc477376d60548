import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

@Suite("Snapshot data source", .leavesNothing, .timeLimit(.minutes(10)))
@MainActor
struct SnapshotDataSourceTests {
  typealias DataSource = SnapshotDataSource<String, Int>
  typealias Snapshot = ListSnapshot<String, Int>

  private func snapshot(_ sections: KeyValuePairs<String, [Int]>) throws -> Snapshot {
    var snapshot = try Snapshot(sections: sections.map(\.key))
    for (section, items) in sections { try snapshot.appendItems(items, toSection: section) }
    return snapshot
  }

  private func view(on dataSource: DataSource) -> StrictListView {
    let view = StrictListView.reporting(dataSource) { "\(dataSource.itemIdentifier(for: $0) ?? -1)" }
    view.treatsWarningsAsViolations = true
    LeavesNothing.note("view", view)
    LeavesNothing.note("data source", dataSource)
    return view
  }

  @Test("a bound view shows each snapshot, in one batch each, in the order of the calls")
  func bound() throws {
    let dataSource = DataSource()
    let view = view(on: dataSource)
    let binding = dataSource.bind(to: view)
    var changes = 0
    let token = dataSource.updates.sink { _ in changes += 1 }
    dataSource.apply(try snapshot(["A": [1, 2, 3], "B": []]), animatingDifferences: false)
    #expect(view.cells == [["1", "2", "3"], []] && view.batches == 1)
    var next = dataSource.snapshot()
    try next.moveItem(3, beforeItem: 1)
    try next.deleteItems([2])
    dataSource.apply(next)
    #expect(view.cells == [["3", "1"], []] && view.batches == 2 && view.discrepancies == [])
    dataSource.apply(next)
    #expect(view.batches == 2 && view.cells == [["3", "1"], []] && changes == 2)
    binding.cancel()
    token.cancel()
  }

  @Test("what waits for an animation is compared with what was applied before it, and shown after it")
  func waits() throws {
    let dataSource = DataSource()
    let view = view(on: dataSource)
    view.animation = .manual
    let binding = dataSource.bind(to: view)
    var heard: [String] = []
    let token = dataSource.updates.sink { heard.append("\($0)") }
    dataSource.apply(try snapshot(["A": [1]]))
    dataSource.apply(try snapshot(["A": [1, 2]])) { heard.append("shown") }
    #expect(view.runningAnimations == 1 && dataSource.numberOfItems(inSection: 0) == 1)
    #expect(dataSource.snapshot().itemIdentifiers == [1, 2] && dataSource.itemIdentifier(for: [0, 1]) == nil)
    view.finishNextAnimation()
    #expect(view.cells == [["1", "2"]] && dataSource.indexPath(for: 2) == [0, 1])
    #expect(heard == ["batch: insert sections 0", "batch: insert 0-1", "shown"] && view.overlappingBatches == 0)
    binding.cancel()
    token.cancel()
  }

  @Test("a snapshot that asks for no animation is shown without one")
  func unanimated() throws {
    let dataSource = DataSource()
    let view = view(on: dataSource)
    view.animation = .manual
    let binding = dataSource.bind(to: view)
    dataSource.apply(try snapshot(["A": [1]]), animatingDifferences: false)
    #expect(view.runningAnimations == 0)
    dataSource.apply(try snapshot(["A": [1, 2]]), animatingDifferences: true)
    #expect(view.runningAnimations == 1)
    view.finishAnimations()
    binding.cancel()
  }

  @Test("long snapshots are compared elsewhere, and keep their order with short ones")
  func long() async throws {
    let dataSource = DataSource()
    dataSource.longList = 100
    let view = view(on: dataSource)
    let binding = dataSource.bind(to: view)
    var shown: [Int] = []
    dataSource.apply(try snapshot(["A": Array(0..<500)])) { shown.append(1) }
    #expect(dataSource.numberOfSections == 0)
    dataSource.apply(try snapshot(["A": [3, 1]])) { shown.append(2) }
    await dataSource.apply(try snapshot(["B": [7], "A": [1]]))
    #expect(shown == [1, 2] && view.cells == [["7"], ["1"]] && view.discrepancies == [])
    dataSource.apply(try snapshot(["A": Array(0..<200)])) { shown.append(3) }
    await dataSource.idle()
    #expect(shown == [1, 2, 3] && view.cells == [(0..<200).map(String.init)])
    binding.cancel()
  }

  @Test("it answers for what is shown, and has no answer for what is not")
  func answers() throws {
    let dataSource = DataSource()
    dataSource.apply(try snapshot(["A": [1], "B": [2]]))
    #expect(dataSource.sectionIdentifier(for: 1) == "B" && dataSource.index(for: "B") == 1)
    #expect(dataSource.sectionIdentifier(for: 2) == nil && dataSource.index(for: "C") == nil)
    #expect(dataSource.itemIdentifier(for: [1, 0]) == 2 && dataSource.itemIdentifier(for: []) == nil)
    #expect([-1, 2, 9].allSatisfy { dataSource.numberOfItems(inSection: $0) == 0 })
    #expect(dataSource.indexPath(for: 3) == nil)
  }

  @Test("idle returns when the last animation is over; a task that was cancelled does not wait for it")
  func idle() async throws {
    let dataSource = DataSource()
    let view = view(on: dataSource)
    view.animation = .manual
    let binding = dataSource.bind(to: view)
    dataSource.apply(try snapshot(["A": [1]]), completion: nil)
    let cancelled = Task { await dataSource.idle() }
    cancelled.cancel()
    await cancelled.value
    let isIdle = Signal()
    let waiter = Task {
      await dataSource.idle()
      isIdle.fire()
    }
    await dataSource.gate.nextTurns()
    #expect(!isIdle.hasFired)
    view.finishAnimations()
    await waiter.value
    binding.cancel()
  }

  @Test("random snapshots reach a view that animates as long as it likes", arguments: [30, 1_000])
  func random(longList: Int) async throws {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    let dataSource = DataSource()
    dataSource.longList = longList
    let view = view(on: dataSource)
    view.animation = .manual
    let binding = dataSource.bind(to: view)
    var last = Snapshot()
    for _ in 0..<100 {
      let names = ["A", "B", "C", "D"].shuffled(using: &random).prefix(.random(in: 1...4, using: &random))
      var next = try Snapshot(sections: Array(names))
      var items = Array(0..<60).shuffled(using: &random)[...]
      for name in names {
        let some = items.prefix(.random(in: 0...25, using: &random)).sorted()
        items = items.dropFirst(some.count)
        try next.replaceItems(in: name, with: some)
      }
      dataSource.apply(next, animatingDifferences: .random(using: &random), completion: nil)
      if Bool.random(using: &random) { view.finishNextAnimation() }
      if longList == 30 { await Task.yield() }
      last = next
    }
    while view.runningAnimations > 0 || !dataSource.gate.isIdle { view.finishAnimations() }
    view.animation = .none
    await dataSource.idle()
    #expect(view.cells == last.sectionIdentifiers.map { last.list.items(in: $0).map { "\($0.id)" } })
    #expect(view.discrepancies == [] && view.overlappingBatches == 0)
    binding.cancel()
  }

  @Test(
    "it goes when its owner lets go of it, also if snapshots wait: their completions are called, and no view is told")
  func released() throws {
    let lower = PagedList<String, TestItem>(sections: ["a"]) { _, _ in Page(items: [], isLast: true) }
      .withoutTimeLimit()
    lower.edit { $0.append([TestItem(1), TestItem(2)], to: "a") }
    var upper: DataSource? = DataSource(sharing: lower)
    upper?.apply(try snapshot(["A": [1]]))
    weak let gone = upper
    let stack = StackedLists(try #require(upper), lower)
    let view = StrictListView.reporting(stack)
    let tokens = [upper?.bind(to: view), upper.map { lower.bind(to: view, below: $0) }]
    let pause = lower.gate.pause()
    var isCompleted = false
    upper?.apply(try snapshot(["A": [1, 2]])) { isCompleted = true }
    stack.lists.removeFirst()
    upper = nil
    #expect(gone == nil && !isCompleted)
    pause.release()
    lower.edit { $0.append([TestItem(3)], to: "a") }
    #expect(isCompleted && view.discrepancies == [] && view.numberOfItems(inSection: 0) == 3)
    tokens.forEach { $0?.cancel() }
  }

  @Test("a snapshot that tells nothing is not handed to a loop: it does not wait for the body")
  func nothingForALoop() async {
    let dataSource = DataSource()
    let changes = dataSource.changes.makeAsyncIterator()
    _ = await changes.next()
    var isShown = false
    dataSource.apply(Snapshot()) { isShown = true }
    #expect(isShown && dataSource.gate.isIdle)
    withExtendedLifetime(changes) {}
  }

  @Test("as many items as make a snapshot long are compared elsewhere, one less at once")
  func longBound() async throws {
    let dataSource = DataSource()
    dataSource.longList = 3
    dataSource.apply(try snapshot(["A": [1, 2]]), completion: nil)
    #expect(dataSource.numberOfItems(inSection: 0) == 2)
    dataSource.apply(try snapshot(["A": [1, 2, 3]]), completion: nil)
    #expect(dataSource.numberOfItems(inSection: 0) == 2)
    await dataSource.idle()
    #expect(dataSource.numberOfItems(inSection: 0) == 3)
  }
}
