import Foundation
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

@testable import ListEngine

/// A body that awaits its list would wait for itself, and for what comes meanwhile: that is offered to the loop whose body
/// waits. So it lets go.
@MainActor
@Suite("A loop's body that awaits its list", .leavesNothing, .timeLimit(.minutes(10)))
struct ChangesLoopWaitTests {
  private typealias Pages = PagedList<String, TestItem>
  private typealias Snapshots = SnapshotDataSource<String, Int>

  /// What a body can wait for, with changes that come while it does.
  enum Wait: CaseIterable {
    case idle, settled, summary, snapshot, reloadedSnapshot, snapshotsIdle, otherList
  }

  private let service = ManualPages()
  private let list: Pages
  private let view: StrictListView
  private let snapshots: Snapshots

  init() {
    list = Pages(sections: ["a"], loadPage: service.load).withoutTimeLimit()
    view = StrictListView.manual(list)
    snapshots = Snapshots(sharing: list)
  }

  private func add(_ ids: Int...) { for id in ids { list.edit { $0.append([TestItem(id)], to: "a") } } }

  /// Performs every change; the body of the one with this number waits, once.
  private func loop(waitingIn number: Int, _ wait: @escaping @MainActor () async -> Void) async -> Run {
    let run = Run()
    run.task = Task { [changes = list.changes, view] in
      for await change in changes {
        await change.perform(in: view)
        run.bodies += 1
        guard run.bodies == number else { continue }
        run.isWaiting = true
        await wait()
        run.isWaiting = false
      }
    }
    await list.gate.nextTurns()
    return run
  }

  @MainActor private final class Run {
    var task: Task<Void, Never>?
    var bodies = 0
    var isWaiting = false
  }

  private func run(_ wait: Wait) -> @MainActor () async -> Void {
    { [list, snapshots] in
      switch wait {
      case .idle: await list.idle()
      case .settled: await list.settled()
      case .summary: _ = await list.refresh("a").summary
      case .snapshot: try? await snapshots.apply(Snapshots.Snapshot(sections: ["s"]))
      case .reloadedSnapshot: try? await snapshots.applySnapshotUsingReloadData(Snapshots.Snapshot(sections: ["s"]))
      case .snapshotsIdle: await snapshots.idle()
      case .otherList: await snapshots.gate.idle()
      }
    }
  }

  @Test("ends, with a change in its hands and others behind it; the view shows them all", arguments: Wait.allCases)
  func changesBehind(_ wait: Wait) async throws {
    let loop = await loop(waitingIn: 2, run(wait))
    add(1, 2, 3)
    await list.gate.nextTurns()
    view.finishAnimations()
    await list.gate.nextTurns()
    if wait == .summary {
      #expect(loop.isWaiting)
      await service.arrived(in: list)
      try service.answer("a", 1, [1, 2, 3, 4])
      await list.gate.nextTurns()
    }
    #expect(!loop.isWaiting && list.gate.isIdle)
    #expect(view.cells == [list.items(in: "a").map { "\($0.id)" }] && view.cells[0].count >= 3)
    add(9)
    await list.gate.nextTurns()
    #expect(view.runningAnimations == 1, "the loop makes the changes again")
    view.finishAnimations()
    #expect(view.violations == [] && view.cells[0].last == "9" && view.overlappingBatches == 0)
    loop.task?.cancel()
  }

  @Test(
    "ends without a change in its hands: after edits of its own, in the first element's body", arguments: Wait.allCases)
  func ownEdits(_ wait: Wait) async throws {
    let run = run(wait)
    let loop = await loop(waitingIn: 1) { [list] in
      for id in [1, 2] { list.edit { $0.append([TestItem(id)], to: "a") } }
      await run()
    }
    if wait == .summary {
      await service.arrived(in: list)
      try service.answer("a", 1, [1, 2, 3])
      await list.gate.nextTurns()
    }
    #expect(!loop.isWaiting && list.gate.isIdle)
    #expect(view.cells == [list.items(in: "a").map { "\($0.id)" }] && view.cells[0].count >= 2)
    loop.task?.cancel()
  }

  @Test("ends when the page that it has asked for is in the list")
  func pages() async throws {
    let loop = await loop(waitingIn: 2) { [list] in
      list.loadNextPage(in: "a")
      await list.settled()
    }
    list.refresh("a")
    for page in 1...2 {
      await service.arrived(in: list)
      try service.answer("a", page, [page * 2, page * 2 + 1])
      await list.gate.nextTurns()
      view.finishAnimations()
      await list.gate.nextTurns()
    }
    #expect(!loop.isWaiting && list.gate.isIdle && list.loadsInFlight == 0)
    #expect(view.cells == [["2", "3", "4", "5"]] && view.violations == [])
    loop.task?.cancel()
  }

  ///     loop's body                  list                        view
  ///     performs change 1            makes it                    animates 1, ends
  ///     waits for a refresh          makes 2 and 3 at once       counts in that turn
  ///     goes on                      the page comes in           counts in that turn
  ///     ·                            change 4 waits              ·
  ///     ends                         makes change 4              animates 4
  @Test(
    "what comes while it waits is made at once, and its views count in that turn; what comes afterwards waits for the body"
  )
  func meanwhile() async throws {
    let body = Signal()
    let loop = await loop(waitingIn: 2) { [list] in
      _ = await list.refresh("a").summary
      await body.wait()
    }
    add(1)
    await list.gate.nextTurns()
    view.finishAnimations()
    await service.arrived(in: list)
    for id in 2...3 {
      add(id)
      #expect(list.gate.isIdle && view.cells == [list.items(in: "a").map { "\($0.id)" }])
    }
    try service.answer("a", 1, [1, 2, 3])
    await list.gate.nextTurns()
    add(4)
    #expect(list.gate.waiting == 1 && view.batches == 1, "the body goes on, and the change waits for its end")
    body.fire()
    await list.gate.nextTurns()
    view.finishAnimations()
    await list.gate.nextTurns()
    #expect(view.cells == [["1", "2", "3", "4"]] && view.batches == 2 && view.violations == [] && !loop.isWaiting)
    loop.task?.cancel()
  }

  @Test("ends before it has performed its change: the gate makes it, and the view counts")
  func beforePerforming() async {
    let task = Task { [changes = list.changes, list, view] in
      for await change in changes {
        await list.idle()
        await change.perform(in: view)
      }
    }
    await list.gate.nextTurns()
    add(1, 2)
    await list.gate.nextTurns()
    #expect(list.gate.isIdle && view.cells == [["1", "2"]] && view.violations == [])
    task.cancel()
  }

  @Test("a view that moves an item itself while the body waits is in step, and is not asked to count")
  func ownMove() async throws {
    let loop = await loop(waitingIn: 3) { [list] in _ = await list.refresh("a").summary }
    add(1, 2)
    for _ in 0..<2 {
      await list.gate.nextTurns()
      view.finishAnimations()
    }
    await service.arrived(in: list)
    let counts = view.batches
    view.drag(from: [0, 0], to: [0, 1]) { list.moveItem(at: $0, to: $1, madeBy: view) }
    #expect(view.cells == [["2", "1"]] && view.discrepancies == [] && view.batches == counts)
    try service.answer("a", 1, [2, 1])
    await list.gate.nextTurns()
    #expect(!loop.isWaiting && view.violations == [])
    loop.task?.cancel()
  }

  @Test("two loops in one task, over lists of one queue, both let go")
  func twoLoops() async {
    let task = Task { [changes = list.changes, inner = snapshots.gate.changes, list, view] in
      var bodies = 0
      for await change in changes {
        await change.perform(in: view)
        bodies += 1
        guard bodies == 2 else { continue }
        for await _ in inner {
          await list.idle()
          break
        }
      }
    }
    await list.gate.nextTurns()
    add(1, 2)
    await list.gate.nextTurns()
    view.finishAnimations()
    await list.gate.nextTurns()
    #expect(list.gate.isIdle && view.cells == [["1", "2"]])
    task.cancel()
  }

  @Test("a cancelled task waits no longer, and the gate goes on")
  func cancelled() async {
    let loop = await loop(waitingIn: 1) { [list] in _ = await list.refresh("a").summary }
    #expect(loop.isWaiting)
    loop.task?.cancel()
    await list.gate.nextTurns()
    add(1, 2)
    #expect(!loop.isWaiting && list.gate.isIdle && list.items(in: "a").count == 2)
  }
}
