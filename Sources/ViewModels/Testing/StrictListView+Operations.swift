import Foundation
import ListEngine

// Each of these, outside of a batch, is a batch of one.
extension StrictListView {
  /// Takes sections out.
  /// - Parameter sections: Positions before the batch.
  public func deleteSections(_ sections: IndexSet) { perform(.deleteSections(sections)) }

  /// Puts sections in.
  /// - Parameter sections: Positions after the batch.
  public func insertSections(_ sections: IndexSet) { perform(.insertSections(sections)) }

  /// Moves a section.
  /// - Parameters:
  ///   - section: Its position before the batch.
  ///   - newSection: Its position after the batch.
  public func moveSection(_ section: Int, toSection newSection: Int) {
    perform(.moveSection(from: section, to: newSection))
  }

  /// Counts and draws sections again: a delete and an insert.
  /// - Parameter sections: Positions before the batch.
  public func reloadSections(_ sections: IndexSet) { perform(.reloadSections(sections)) }

  /// Takes items out.
  /// - Parameter indexPaths: Where they were before the batch.
  public func deleteItems(at indexPaths: [IndexPath]) { perform(.deleteItems(indexPaths)) }

  /// Puts items in.
  /// - Parameter indexPaths: Where they are after the batch.
  public func insertItems(at indexPaths: [IndexPath]) { perform(.insertItems(indexPaths)) }

  /// Moves an item, which keeps its cell.
  /// - Parameters:
  ///   - indexPath: Where it was before the batch.
  ///   - newIndexPath: Where it is after the batch.
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    perform(.moveItem(from: indexPath, to: newIndexPath))
  }

  /// Replaces the cells of items: a delete and an insert.
  /// - Parameter indexPaths: Where they were before the batch.
  public func reloadItems(at indexPaths: [IndexPath]) { perform(.reloadItems(indexPaths)) }

  /// Configures the cells of items again; they stay where they are. No count is read; an item without a cell on screen is
  /// left alone.
  /// - Parameter indexPaths: Where they were before the batch.
  public func reconfigureItems(at indexPaths: [IndexPath]) {
    if openBatch != nil {
      perform(.reconfigureItems(indexPaths))
    } else {
      updateCells { cells, cell in cells.reconfigure(indexPaths, cell: cell) }
    }
  }

  /// Lets a user drag an item. The view moves it itself, as a list view does that reorders, and says so. It counts when the call
  /// has returned: the move and nothing else has to be in the model then, unless the view has reloaded meanwhile.
  ///
  /// ```swift
  /// view.drag(from: [0, 0], to: [0, 3]) { viewModel.pages.moveItem(at: $0, to: $1, madeBy: view) }
  /// #expect(view.discrepancies == [])
  /// ```
  /// - Parameters:
  ///   - indexPath: Where the item stands in the view.
  ///   - newIndexPath: Where it stands after the drag.
  ///   - moveItem: What the data source does in `collectionView(_:moveItemAt:to:)`.
  /// - Precondition: The view has an item there, and the new place.
  public func drag(
    from indexPath: IndexPath, to newIndexPath: IndexPath, _ moveItem: (IndexPath, IndexPath) -> Void
  ) {
    layoutIfNeeded()
    let before = countsReadIfStale()
    counts?[indexPath.section] -= 1
    counts?[newIndexPath.section] += 1
    shown?.move(from: indexPath, to: newIndexPath)
    moveItem(indexPath, newIndexPath)
    let after = modelCounts()
    guard let counts, counts != after else { return }
    self.counts = after
    var record = RecordedBatch()
    record.movedItems = [.init(from: indexPath, to: newIndexPath)]
    carryOut(record, before: before, after: after)
  }
}
