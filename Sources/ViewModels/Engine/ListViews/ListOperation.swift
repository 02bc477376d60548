import Foundation

/// One call that tells a list view of a change; the names are UICollectionView's.
package enum ListOperation: Hashable, Sendable {
  case deleteSections(IndexSet)
  case insertSections(IndexSet)
  case moveSection(from: Int, to: Int)
  case reloadSections(IndexSet)
  case deleteItems([IndexPath])
  case insertItems([IndexPath])
  case moveItem(from: IndexPath, to: IndexPath)
  case reloadItems([IndexPath])
  case reconfigureItems([IndexPath])
}

extension ListUpdate {
  /// The calls that carry this update out, to be made in the batch in which the model changes.
  package var operations: [ListOperation] {
    switch self {
    case .insert(let indexPaths): indexPaths.isEmpty ? [] : [.insertItems(indexPaths)]
    case .reload(let section): [.reloadSections([section])]
    case .batch(let batch): batch.operations
    }
  }

  /// The calls for a second batch, opened when the first has closed: a list view reads the index paths of a reload
  /// as those before its batch, while ``ListBatch`` gives them as they are after the change.
  package var laterOperations: [ListOperation] {
    if case .batch(let batch) = self { batch.laterOperations } else { [] }
  }
}

extension ListBatch {
  fileprivate var operations: [ListOperation] {
    var calls: [ListOperation] = []
    if !deletedSections.isEmpty { calls.append(.deleteSections(deletedSections)) }
    if !deletedItems.isEmpty { calls.append(.deleteItems(deletedItems)) }
    if !insertedSections.isEmpty { calls.append(.insertSections(insertedSections)) }
    if !insertedItems.isEmpty { calls.append(.insertItems(insertedItems)) }
    calls += movedSections.map { .moveSection(from: $0.from, to: $0.to) }
    calls += movedItems.map { .moveItem(from: $0.from, to: $0.to) }
    return calls
  }

  fileprivate var laterOperations: [ListOperation] {
    var calls: [ListOperation] = []
    if !reloadedSections.isEmpty { calls.append(.reloadSections(reloadedSections)) }
    if !reloadedItems.isEmpty { calls.append(.reloadItems(reloadedItems)) }
    if !reconfiguredItems.isEmpty { calls.append(.reconfigureItems(reconfiguredItems)) }
    return calls
  }
}
