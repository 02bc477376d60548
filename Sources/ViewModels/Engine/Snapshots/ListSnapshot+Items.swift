extension ListSnapshot {
  /// Appends items to a section, by default the last one. Items that are in the snapshot already are moved there.
  ///
  /// - Throws: ``ListSnapshotError`` if there is no section, the array contains an item twice, or the section is not in
  ///   the snapshot.
  /// - Complexity: O(*k*), where *k* is the number of items, if none of them was in the snapshot.
  @inlinable
  public mutating func appendItems(
    _ identifiers: [ItemIdentifier], toSection sectionIdentifier: SectionIdentifier? = nil
  ) throws(ListSnapshotError) {
    guard numberOfSections > 0 else { throw .noSections }
    let position = if let sectionIdentifier { list.position(of: sectionIdentifier) } else { numberOfSections - 1 }
    if let position, list.appendIfAllNew(identifiers.lazy.map(Item.init), toSectionAt: position) { return }
    try checkUnique(identifiers, .item)
    guard let position else { throw .unknownIdentifier(.section) }
    remove(identifiers)
    list.insertNew(identifiers.map(Item.init), at: list.numberOfItems(inSection: position), inSectionAt: position)
  }

  /// Inserts items before another, in its section. Items that are in the snapshot already are moved there.
  ///
  /// - Throws: ``ListSnapshotError`` if the array contains an item twice or contains the destination, or if the
  ///   destination is not in the snapshot.
  @inlinable
  public mutating func insertItems(
    _ identifiers: [ItemIdentifier], beforeItem beforeIdentifier: ItemIdentifier
  ) throws(ListSnapshotError) {
    try insertItems(identifiers, beside: beforeIdentifier, distance: 0)
  }

  /// Inserts items after another, in its section. Items that are in the snapshot already are moved there.
  ///
  /// - Throws: ``ListSnapshotError``, like ``insertItems(_:beforeItem:)``.
  @inlinable
  public mutating func insertItems(
    _ identifiers: [ItemIdentifier], afterItem afterIdentifier: ItemIdentifier
  ) throws(ListSnapshotError) {
    try insertItems(identifiers, beside: afterIdentifier, distance: 1)
  }

  /// Deletes items. Items that are not in the snapshot are ignored.
  ///
  /// - Throws: ``ListSnapshotError/repeatedIdentifiers(_:_:)`` if the array contains an item twice.
  @inlinable
  public mutating func deleteItems(_ identifiers: [ItemIdentifier]) throws(ListSnapshotError) {
    try checkUnique(identifiers, .item)
    remove(identifiers)
    reloadedItems.remove(identifiers)
    reconfiguredItems.remove(identifiers)
  }

  /// Deletes all items, all sections and all marks.
  @inlinable
  public mutating func deleteAllItems() { self = ListSnapshot() }

  /// Moves an item before another, into its section.
  ///
  /// - Throws: ``ListSnapshotError`` if both items are the same, or one of them is not in the snapshot.
  @inlinable
  public mutating func moveItem(
    _ identifier: ItemIdentifier, beforeItem toIdentifier: ItemIdentifier
  ) throws(ListSnapshotError) {
    try moveItem(identifier, beside: toIdentifier, distance: 0)
  }

  /// Moves an item after another, into its section.
  ///
  /// - Throws: ``ListSnapshotError``, like ``moveItem(_:beforeItem:)``.
  @inlinable
  public mutating func moveItem(
    _ identifier: ItemIdentifier, afterItem toIdentifier: ItemIdentifier
  ) throws(ListSnapshotError) {
    try moveItem(identifier, beside: toIdentifier, distance: 1)
  }
}

// MARK: - Workings

// The order of the checks is UIKit's: it decides which of two mistakes is reported.
extension ListSnapshot {
  @inlinable
  mutating func insertItems(
    _ identifiers: [ItemIdentifier], beside destination: ItemIdentifier, distance: Int
  ) throws(ListSnapshotError) {
    try checkUnique(identifiers, .item)
    if identifiers.contains(destination) { throw .destinationAmongInserted(.item, "\(destination)") }
    guard list.location(of: destination) != nil else { throw .unknownIdentifier(.section) }
    remove(identifiers)
    // Looked up again: removing the items may have shifted the destination.
    guard let location = list.location(of: destination) else { throw .unknownIdentifier(.section) }
    list.insertNew(identifiers.map(Item.init), at: location.offset + distance, inSectionAt: location.section)
  }

  @inlinable
  mutating func moveItem(
    _ item: ItemIdentifier, beside destination: ItemIdentifier, distance: Int
  ) throws(ListSnapshotError) {
    if item == destination { throw .destinationIsSource(.item, "\(destination)") }
    guard list.location(of: item) != nil else { throw .unknownIdentifier(.fromIndex) }
    guard list.location(of: destination) != nil else { throw .unknownIdentifier(.toIndex) }
    try insertItems([item], beside: destination, distance: distance)
  }

  /// Removes the items that are in the snapshot. Their marks stay, for items that are inserted again: a moved item
  /// keeps its marks.
  @inlinable
  mutating func remove(_ identifiers: [ItemIdentifier]) {
    var offsets: [Int: [Int]] = [:]
    for identifier in identifiers {
      if let location = list.location(of: identifier) { offsets[location.section, default: []].append(location.offset) }
    }
    for (position, offsets) in offsets { list.removeItems(at: offsets.sorted(), inSectionAt: position) }
  }
}
