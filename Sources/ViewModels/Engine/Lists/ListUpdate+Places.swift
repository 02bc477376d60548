import Foundation

extension ListUpdate {
  /// Where the item that stood at an index path stands after this update; nil if it has gone, or has been made again.
  /// - Complexity: O(*n* log *n*), where *n* is the number of entries.
  package func place(of old: IndexPath) -> IndexPath? {
    switch self {
    case .insert(let indexPaths):
      var batch = ListBatch()
      batch.insertedItems = indexPaths
      return batch.place(of: old)
    case .reload(let section): return old.section == section ? nil : old
    case .batch(let batch): return batch.place(of: old)
    }
  }

  /// Whether anything comes, goes or changes ahead of an item that stays, or it moves itself.
  /// - Parameters:
  ///   - old: Where it stood.
  ///   - new: Where it stands afterwards.
  package func isAhead(of old: IndexPath, now new: IndexPath) -> Bool {
    switch self {
    case .insert(let indexPaths): return indexPaths.contains { $0 < new }
    case .reload(let section): return section < old.section
    case .batch(let batch):
      let before = batch.deletedItems + batch.movedItems.map(\.from)
      let after = [
        batch.insertedItems, batch.movedItems.map(\.to), batch.reloadedItems, batch.reconfiguredItems,
      ].joined()
      let sectionsBefore = batch.deletedSections + batch.movedSections.map(\.from)
      let sectionsAfter = batch.insertedSections.union(batch.reloadedSections) + batch.movedSections.map(\.to)
      return before.contains { $0 <= old } || after.contains { $0 < new }
        || sectionsBefore.contains { $0 <= old.section } || sectionsAfter.contains { $0 < new.section }
    }
  }
}

extension ListBatch {
  fileprivate func place(of old: IndexPath) -> IndexPath? {
    if let move = movedItems.first(where: { $0.from == old }) {
      return reloadedSections.contains(move.to.section) ? nil : move.to
    }
    let sections = OldPlaces(
      arrivals: deletedSections + movedSections.map(\.from), departures: insertedSections + movedSections.map(\.to))
    let moved = movedSections.first { $0.from == old.section }?.to
    guard let section = moved ?? sections[old.section], !reloadedSections.contains(section) else { return nil }
    let items = OldPlaces(
      arrivals: (deletedItems + movedItems.map(\.from)).filter { $0.section == old.section }.map(\.item),
      departures: (insertedItems + movedItems.map(\.to)).filter { $0.section == section }.map(\.item))
    return items[old.item].map { IndexPath(item: $0, section: section) }
  }
}
