import Foundation
import ListEngine
import ListTesting
import ListViewModelsTestSupport
import Reactive
import Testing

/// The code of "UIKit, by hand" in BindingAFrontEnd.md; only the types of view and view model differ.
@MainActor
private final class HandMadeScreen {
  let viewModel: SnapshotDataSource<String, Int>
  let collectionView: StrictListView
  private var cancellables: Set<AnyCancellable> = []

  init(_ viewModel: SnapshotDataSource<String, Int>, _ view: StrictListView) {
    (self.viewModel, collectionView) = (viewModel, view)
  }

  func follow() {
    collectionView.reloadData()
    collectionView.layoutIfNeeded()  // the view has counted before the first event
    viewModel.updates
      .sink { [weak self] update in self?.carryOut(update) }
      .store(in: &cancellables)
  }

  private func carryOut(_ update: ListUpdate) {
    let hold = viewModel.holdCurrentChange()  // the next change waits for it
    var reconfigured: [IndexPath] = []
    collectionView.performBatchUpdates { [self] in
      switch update {
      case .insert(let indexPaths): collectionView.insertItems(at: indexPaths)
      case .reload(let section): collectionView.reloadSections([section])
      case .batch(let batch):
        let batch = batch.inOneBatch  // what is reloaded beside other changes is deleted and inserted
        carryOut(batch)
        reconfigured = batch.reconfiguredItems
      }
    } completion: { _ in
      hold?.release()
    }
    if !reconfigured.isEmpty { collectionView.reconfigureItems(at: reconfigured) }
  }

  private func carryOut(_ batch: ListBatch) {
    collectionView.deleteSections(batch.deletedSections)
    collectionView.deleteItems(at: batch.deletedItems)
    collectionView.insertSections(batch.insertedSections)
    collectionView.insertItems(at: batch.insertedItems)
    for move in batch.movedSections {
      collectionView.moveSection(move.from, toSection: move.to)
    }
    for move in batch.movedItems {
      collectionView.moveItem(at: move.from, to: move.to)
    }
    collectionView.reloadSections(batch.reloadedSections)
    collectionView.reloadItems(at: batch.reloadedItems)
  }
}

@MainActor
@Suite("The screen that is written by hand", .leavesNothing)
struct ByHandTests {
  private typealias Snapshot = ListSnapshot<String, Int>

  /// What the cells show of each id; a cell shows it as of when it was made or configured last.
  private final class Texts { var texts: [Int: String] = [:] }

  private let list = SnapshotDataSource<String, Int>()
  private let texts = Texts()
  private let view: StrictListView
  private let screen: HandMadeScreen

  init() {
    view = StrictListView.reporting(list) { [list, texts] path in
      list.itemIdentifier(for: path).map { "\($0)\(texts.texts[$0] ?? "")" } ?? "nothing"
    }
    view.animation = .manual
    screen = HandMadeScreen(list, view)
    screen.follow()
  }

  @Test("opens one batch a change, and the next one when its animation is over")
  func oneBatch() throws {
    var snapshot = try Snapshot(sections: ["a"])
    list.apply(snapshot)
    for id in 1...3 {
      try snapshot.appendItems([id])
      list.apply(snapshot)
    }
    for number in 1...4 {
      #expect(view.runningAnimations == 1 && view.batches == number && !list.gate.isIdle)
      view.finishNextAnimation()
    }
    #expect(list.gate.isIdle && view.cells == [["1", "2", "3"]] && view.overlappingBatches == 0)
  }

  @Test("makes cells again and configures them again beside insertions, deletions and moves, of sections too")
  func allAtOnce() throws {
    var snapshot = try Snapshot(sections: ["a", "b"])
    try snapshot.appendItems([1, 2, 3, 4, 5], toSection: "a")
    try snapshot.appendItems([6, 7], toSection: "b")
    list.apply(snapshot)
    view.finishAnimations()
    var random = SeededGenerator(seed: SeededGenerator.seed(for: "by hand"))
    for change in 1...300 {
      var new = list.snapshot()
      for id in 1...12 where Int.random(in: 0..<3, using: &random) == 0 {
        let isThere = new.itemIdentifiers.contains(id)
        let section = new.sectionIdentifiers.randomElement(using: &random) ?? "a"
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where isThere: try new.deleteItems([id])
        case 1 where isThere: try new.reloadItems([id])
        case 2 where isThere: try new.reconfigureItems([id])
        case 3 where id == 1: try new.reloadSections([section])
        case 4 where id == 1: try new.moveSection(section, afterSection: section == "a" ? "b" : "a")
        default: try new.appendItems([id], toSection: section)
        }
      }
      let reloaded = try new.reloadedSectionIdentifiers.flatMap { try new.itemIdentifiers(inSection: $0) }
      for id in reloaded + new.reloadedItemIdentifiers + new.reconfiguredItemIdentifiers {
        texts.texts[id] = " of \(change)"
      }
      list.apply(new)
      #expect(view.runningAnimations <= 1)
      view.finishAnimations()
      #expect(view.discrepancies == [] && view.overlappingBatches == 0 && list.gate.isIdle, "change \(change)")
    }
  }
}
