import Foundation
import ListTesting
import ListViewModelsTestSupport
import Observation
import Reactive
import Testing

@testable import ListEngine

@Suite("What applying a snapshot tells", .leavesNothing, .timeLimit(.minutes(10)))
@MainActor
struct SnapshotApplyTests {
  typealias DataSource = SnapshotDataSource<String, Int>
  typealias Snapshot = ListSnapshot<String, Int>

  /// A data source that shows one section, and what its observers hear from then on.
  @MainActor
  private final class World {
    let dataSource = DataSource()
    let view: StrictListView
    private(set) var heard: [String] = []
    private var tokens: Set<AnyCancellable> = []

    init(_ items: [Int], animation: StrictListView.Animation = .none) throws {
      view = StrictListView.reporting(dataSource) { [dataSource] in "\(dataSource.itemIdentifier(for: $0) ?? -1)" }
      view.animation = animation
      dataSource.bind(to: view).store(in: &tokens)
      try show(items)
      view.finishAnimations()
      dataSource.updates.sink { [weak self] in self?.heard.append("\($0)") }.store(in: &tokens)
    }

    func show(_ items: [Int]) throws {
      var snapshot = try Snapshot(sections: ["A"])
      try snapshot.appendItems(items)
      dataSource.apply(snapshot)
    }

    func apply(_ edit: (inout Snapshot) throws -> Void) throws {
      var snapshot = dataSource.snapshot()
      try edit(&snapshot)
      dataSource.apply(snapshot)
    }

    func heardSince() -> [String] {
      defer { heard = [] }
      return heard
    }
  }

  @Test("marks are a message of one apply: the next one does not say them again")
  func marks() throws {
    let world = try World([1, 2, 3])
    try world.apply { try $0.reloadItems([2]) }
    #expect(world.heardSince() == ["batch: then reload 0-1"])
    #expect(world.dataSource.snapshot().reloadedItemIdentifiers == [])
    try world.apply { try $0.reconfigureItems([3]) }
    try world.apply { try $0.reloadSections(["A"]) }
    #expect(world.heardSince() == ["batch: then reconfigure 0-2", "batch: then reload sections 0"])
    try world.apply { try $0.appendItems([4]) }
    #expect(world.heardSince() == ["batch: insert 0-3"])
  }

  @Test("an equal snapshot tells nobody: no view, no observer, no tracker; its completion comes all the same")
  func equal() throws {
    let world = try World([1, 2])
    let (batches, completed, tracked) = (world.view.batches, Box(false), Box(false))
    withObservationTracking {
      _ = world.dataSource.numberOfSections
    } onChange: {
      tracked.value = true
    }
    world.dataSource.apply(world.dataSource.snapshot()) { completed.value = true }
    try world.show([1, 2])
    #expect(completed.value && !tracked.value && world.heardSince() == [])
    #expect(world.view.cells == [["1", "2"]] && world.view.discrepancies == [] && world.view.batches == batches)
    try world.show([1])
    #expect(tracked.value)
  }

  @Test("of identifiers that are equal and not the same those are given out that were applied last")
  func equalNotSame() throws {
    struct Named: Hashable, Sendable {
      let id: Int, name: String
      static func == (first: Self, second: Self) -> Bool { first.id == second.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
    let dataSource = SnapshotDataSource<String, Named>()
    for name in ["a", "b"] {
      var snapshot = try ListSnapshot<String, Named>(sections: ["A"])
      try snapshot.appendItems([Named(id: 1, name: name)])
      dataSource.apply(snapshot)
      #expect(dataSource.itemIdentifier(for: [0, 0])?.name == name)
    }
  }

  @Test("a snapshot that is to be reloaded makes the view count anew, and observers hear of all sections")
  func reloadData() async throws {
    let world = try World([1, 2], animation: .manual)
    let batches = world.view.batches
    var snapshot = try Snapshot(sections: ["B", "A"])
    try snapshot.appendItems([2, 3])
    world.dataSource.applySnapshotUsingReloadData(snapshot, completion: nil)
    #expect(world.view.cells == [[], ["2", "3"]] && world.view.batches == batches)
    #expect(world.heardSince() == ["batch: delete sections 0; insert sections 0...1"])
    await world.dataSource.applySnapshotUsingReloadData(snapshot)
    #expect(world.view.batches == batches && world.view.runningAnimations == 0)
    #expect(world.heardSince() == ["batch: delete sections 0...1; insert sections 0...1"])
  }

  @Test("a snapshot of more moves than anyone can follow is reloaded", arguments: [0, 1])
  func manyMoves(more: Int) throws {
    let count = DifferenceLimits.maximumMoves + 1 + more
    let world = try World(Array(0..<count))
    let batches = world.view.batches
    try world.show((0..<count).reversed())
    #expect(world.view.cells == [(0..<count).reversed().map(String.init)] && world.view.discrepancies == [])
    #expect(world.view.batches == batches + 1 - more)
  }

  @Test("a reload keeps its place among snapshots that are compared elsewhere")
  func order() async throws {
    let world = try World([1])
    world.dataSource.longList = 3
    try world.show([1, 2, 3])
    var snapshot = try Snapshot(sections: ["A"])
    try snapshot.appendItems([4])
    await world.dataSource.applySnapshotUsingReloadData(snapshot)
    #expect(world.heardSince() == ["batch: insert 0-1...0-2", "batch: delete sections 0; insert sections 0"])
    #expect(world.view.cells == [["4"]])
  }

  @Test("a task that is cancelled does not wait for its snapshot to be shown, which it is all the same")
  func cancelled() async throws {
    let world = try World([1], animation: .manual)
    try world.show([1, 2])
    #expect(world.view.runningAnimations == 1)
    var next = world.dataSource.snapshot()
    try next.appendItems([3])
    for usesReload in [false, true] {
      let waiting = Task { [next] in
        if usesReload {
          await world.dataSource.applySnapshotUsingReloadData(next)
        } else {
          await world.dataSource.apply(next)
        }
      }
      await world.dataSource.gate.nextTurns()
      waiting.cancel()
      await waiting.value
    }
    #expect(world.view.cells == [["1", "2"]])
    while world.view.runningAnimations > 0 { world.view.finishAnimations() }
    #expect(world.view.cells == [["1", "2", "3"]] && world.view.discrepancies == [])
  }

  @Test("one loop makes a reload, and its view is counted")
  func loop() async throws {
    let world = try World([1])
    let dataSource = DataSource()
    let view = StrictListView(dataSource: dataSource)
    let looping = Task {
      for await change in dataSource.changes { await change.perform(in: view) }
    }
    await dataSource.gate.nextTurns()
    var snapshot = try Snapshot(sections: ["A"])
    try snapshot.appendItems([4])
    await dataSource.applySnapshotUsingReloadData(snapshot)
    #expect(view.discrepancies == [] && view.batches == 0 && dataSource.numberOfItems(inSection: 0) == 1)
    looping.cancel()
    await looping.value
    withExtendedLifetime(world) {}
  }
}
