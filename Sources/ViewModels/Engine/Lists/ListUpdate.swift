import Foundation

/// What a list view is told of one change of its list.
///
/// Sections are given by position. Each property of a ``ListBatch`` says whether its index paths refer to the list
/// before the update or after it. ``description`` is for logs: `insert 1-0...1-19`.
public enum ListUpdate: Hashable, Sendable {
  /// Inserts items at these index paths (after the update), ascending, all in one section.
  case insert([IndexPath])
  /// Counts and shows this section again (`reloadSections`, never `reloadData`).
  case reload(section: Int)
  /// Performs any mixture in one batch update.
  case batch(ListBatch)
}

extension ListUpdate: CustomStringConvertible {
  /// The update on one line, with runs of index paths shortened: `insert 1-0...1-19`, `reload section 2`.
  public var description: String {
    switch self {
    case .insert(let indexPaths): "insert \(indexPaths.runs)"
    case .reload(let section): "reload section \(section)"
    case .batch(let batch): "batch: \(batch)"
    }
  }
}

extension ListUpdate {
  /// The calls that carry this update out in a list view.
  /// - Parameter reconfigures: Whether the view can configure a cell again; else it reloads the item.
  /// - Returns: Those to be made in the batch in which the model changes, and the items to be reconfigured after it.
  package func calls(reconfigures: Bool = true) -> (inBatch: [ListOperation], reconfigured: [IndexPath]) {
    switch self {
    case .insert(let indexPaths): return (indexPaths.isEmpty ? [] : [.insertItems(indexPaths)], [])
    case .reload(let section): return ([.reloadSections([section])], [])
    case .batch(var batch):
      if !reconfigures {
        batch.reloadedItems += batch.reconfiguredItems
        batch.reconfiguredItems = []
      }
      batch = batch.inOneBatch
      let reconfigured = batch.reconfiguredItems
      batch.reconfiguredItems = []
      return (batch.operations, reconfigured)
    }
  }

  /// The positions after the update of the sections in which items have come or gone; nil if sections have.
  var sections: Set<Int>? {
    switch self {
    case .insert(let indexPaths): Set(indexPaths.first.map { [$0.section] } ?? [])
    case .reload(let section): [section]
    case .batch(let batch):
      batch.deletedSections.isEmpty && batch.insertedSections.isEmpty && batch.movedSections.isEmpty
        ? batch.sectionsOfItems : nil
    }
  }

  /// Whether there is nothing to tell a list view.
  var isEmpty: Bool {
    switch self {
    case .insert(let indexPaths): indexPaths.isEmpty
    case .reload: false
    case .batch(let batch): batch == ListBatch()
    }
  }

  /// Returns the same update for a list view that has `offset` sections of its own before the list's.
  ///
  /// - Complexity: O(*n*), where *n* is the number of positions and index paths in the update; O(1) if `offset` is 0.
  func offset(bySections offset: Int) -> ListUpdate {
    if offset == 0 { return self }
    switch self {
    case .insert(let indexPaths): return .insert(indexPaths.map { $0.offset(bySections: offset) })
    case .reload(let section): return .reload(section: section + offset)
    case .batch(let batch): return .batch(ListBatch(batch.operations.map { $0.offset(bySections: offset) }))
    }
  }
}
