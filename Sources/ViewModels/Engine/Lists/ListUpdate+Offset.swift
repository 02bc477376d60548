import Foundation

extension ListUpdate {
  /// Returns the same update for a list view that has `offset` sections of its own before the list's.
  ///
  /// - Complexity: O(*n*), where *n* is the number of positions and index paths in the update; O(1) if `offset` is 0.
  func offset(bySections offset: Int) -> ListUpdate {
    if offset == 0 { return self }
    switch self {
    case .insert(let indexPaths): return .insert(indexPaths.map { $0.offset(bySections: offset) })
    case .reload(let section): return .reload(section: section + offset)
    case .batch(let batch): return .batch(batch.offset(bySections: offset))
    }
  }
}

extension ListBatch {
  fileprivate func offset(bySections offset: Int) -> ListBatch {
    var result = self
    for sections in [\ListBatch.deletedSections, \.insertedSections, \.reloadedSections] {
      result[keyPath: sections].shift(startingAt: 0, by: offset)
    }
    for items in [\ListBatch.deletedItems, \.insertedItems, \.reloadedItems, \.reconfiguredItems] {
      result[keyPath: items] = result[keyPath: items].map { $0.offset(bySections: offset) }
    }
    result.movedSections = movedSections.map { Move(from: $0.from + offset, to: $0.to + offset) }
    result.movedItems = movedItems.map {
      Move(from: $0.from.offset(bySections: offset), to: $0.to.offset(bySections: offset))
    }
    return result
  }
}

extension IndexPath {
  fileprivate func offset(bySections offset: Int) -> IndexPath {
    IndexPath(item: item, section: section + offset)
  }
}
