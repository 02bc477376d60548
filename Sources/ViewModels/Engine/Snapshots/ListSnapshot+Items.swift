extension ListSnapshot {
  /// Puts items at the end of a section, the last one by default. Items that are in the snapshot are moved there.
  ///
  /// - Throws: ``ListSnapshotError`` if there is no section, an item is named twice, or the section is not in the
  ///   snapshot.
  /// - Complexity: follows the number of items appended, if none of them was there.
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

  /// Puts items before another, in its section. Items that are in the snapshot are moved there.
  ///
  /// - Throws: ``ListSnapshotError`` if an item is named twice or is the destination, or if the destination is not in
  ///   the snapshot.
  @inlinable
  public mutating func insertItems(
    _ identifiers: [ItemIdentifier], beforeItem beforeIdentifier: ItemIdentifier
  ) throws(ListSnapshotError) {
    try insertItems(identifiers, beside: beforeIdentifier, distance: 0)
  }

  /// Puts items after another, in its section. Items that are in the snapshot are moved there.
  ///
  /// - Throws: as ``insertItems(_:beforeItem:)`` does.
  @inlinable
  public mutating func insertItems(
    _ identifiers: [ItemIdentifier], afterItem afterIdentifier: ItemIdentifier
  ) throws(ListSnapshotError) {
    try insertItems(identifiers, beside: afterIdentifier, distance: 1)
  }

  /// Takes items out. Those that are not in the snapshot are ignored.
  ///
  /// - Throws: ``ListSnapshotError/repeatedIdentifiers(_:_:)``.
  @inlinable
  public mutating func deleteItems(_ identifiers: [ItemIdentifier]) throws(ListSnapshotError) {
    try checkUnique(identifiers, .item)
    remove(identifiers)
    reloadedItems.remove(identifiers)
    reconfiguredItems.remove(identifiers)
  }

  /// Takes everything out, the sections too.
  @inlinable
  public mutating func deleteAllItems() { self = ListSnapshot() }

  /// Moves an item before another, into its section.
  ///
  /// - Throws: ``ListSnapshotError`` if both are the same, or one is not in the snapshot.
  @inlinable
  public mutating func moveItem(
    _ identifier: ItemIdentifier, beforeItem toIdentifier: ItemIdentifier
  ) throws(ListSnapshotError) {
    try moveItem(identifier, beside: toIdentifier, distance: 0)
  }

  /// Moves an item after another, into its section.
  ///
  /// - Throws: as ``moveItem(_:beforeItem:)`` does.
  @inlinable
  public mutating func moveItem(
    _ identifier: ItemIdentifier, afterItem toIdentifier: ItemIdentifier
  ) throws(ListSnapshotError) {
    try moveItem(identifier, beside: toIdentifier, distance: 1)
  }
}

// MARK: - Workings

// The order of the checks is UIKit's: it decides which of two faults is reported.
extension ListSnapshot {
  @inlinable
  mutating func insertItems(
    _ identifiers: [ItemIdentifier], beside destination: ItemIdentifier, distance: Int
  ) throws(ListSnapshotError) {
    try checkUnique(identifiers, .item)
    if identifiers.contains(destination) { throw .destinationAmongInserted(.item, "\(destination)") }
    guard list.place(of: destination) != nil else { throw .unknownIdentifier(.section) }
    remove(identifiers)
    // Asked again: taking out what is there already may have shifted the destination.
    guard let place = list.place(of: destination) else { throw .unknownIdentifier(.section) }
    list.insertNew(identifiers.map(Item.init), at: place.offset + distance, inSectionAt: place.section)
  }

  @inlinable
  mutating func moveItem(
    _ item: ItemIdentifier, beside destination: ItemIdentifier, distance: Int
  ) throws(ListSnapshotError) {
    if item == destination { throw .destinationIsSource(.item, "\(destination)") }
    guard list.place(of: item) != nil else { throw .unknownIdentifier(.fromIndex) }
    guard list.place(of: destination) != nil else { throw .unknownIdentifier(.toIndex) }
    try insertItems([item], beside: destination, distance: distance)
  }

  /// Takes out those that are there. Their reload marks stay: a moved item keeps them.
  @inlinable
  mutating func remove(_ identifiers: [ItemIdentifier]) {
    var offsets: [Int: [Int]] = [:]
    for identifier in identifiers {
      if let place = list.place(of: identifier) { offsets[place.section, default: []].append(place.offset) }
    }
    for (position, offsets) in offsets { list.removeItems(at: offsets.sorted(), inSectionAt: position) }
  }
}
