extension ListSnapshot {
  /// Appends items to a section, by default the last one. Items that are in the snapshot already are moved there.
  ///
  /// - Throws: ``ListSnapshotError`` if there is no section, the array contains an item twice, or the section is not in
  ///   the snapshot.
  /// - Complexity: Effectively O(*k*), where *k* is the number of items; O(*k* log *k*) if some were in the snapshot.
  @inlinable
  public mutating func appendItems(
    _ identifiers: [ItemIdentifier], toSection sectionIdentifier: SectionIdentifier? = nil
  ) throws(Failure) {
    guard let last = list.contents.last?.section else { throw .noSections }
    let section = sectionIdentifier ?? last
    let position = list.position(of: section)
    if let position, list.appendIfAllNew(identifiers.lazy.map(Item.init), toSectionAt: position) { return }
    try checkUnique(items: identifiers)
    guard let position else { throw .unknownIdentifier(.section, .section(section)) }
    remove(identifiers)
    list.insertNew(identifiers.map(Item.init), at: list.numberOfItems(inSection: position), inSectionAt: position)
  }

  /// Makes these the items of a section, in this order. Items that are in another section are moved here.
  ///
  /// What the section held before and what it holds now are compared, so this is the call for an array that comes from
  /// elsewhere:
  ///
  /// ```swift
  /// var snapshot = shown
  /// try snapshot.replaceItems(in: .main, with: photos.map(\.id))
  /// let batch = snapshot.difference(from: shown)
  /// ```
  ///
  /// - Throws: ``ListSnapshotError`` if the section is not in the snapshot, or the array contains an item twice.
  /// - Complexity: O(*k*), where *k* is the number of items in the section and in the array. An identifier of the array is
  ///   hashed at most once, and what the section holds never.
  @inlinable
  public mutating func replaceItems(
    in sectionIdentifier: SectionIdentifier, with identifiers: [ItemIdentifier]
  ) throws(Failure) {
    guard let position = list.position(of: sectionIdentifier) else { throw .sectionNotFound(sectionIdentifier) }
    let items = ContiguousArray(identifiers.lazy.map(Item.init))
    let isMarked = !reloadedItems.ranks.isEmpty || !reconfiguredItems.ranks.isEmpty
    guard let replacement = list.replacement(of: position, with: items, mayBuild: !isMarked) else { return }
    if !replacement.repeats.isEmpty { throw .repeatedItems(repeats(in: identifiers)) }
    if isMarked {
      reloadedItems.remove(replacement.removedItems)
      reconfiguredItems.remove(replacement.removedItems)
    }
    if list.numberOfItems > list.numberOfItems(inSection: position) {
      let start = replacement.match.newRange.lowerBound
      remove(replacement.new.lazy.map { (identifiers[$0], replacement.match.hashesOfNew[$0 - start]) })
    }
    list.replaceItems(inSectionAt: position, by: replacement, items, replacesContents: false)
  }

  /// Inserts items before another, in its section. Items that are in the snapshot already are moved there.
  ///
  /// - Throws: ``ListSnapshotError`` if the array contains an item twice or contains the destination, or if the
  ///   destination is not in the snapshot.
  @inlinable
  public mutating func insertItems(
    _ identifiers: [ItemIdentifier], beforeItem beforeIdentifier: ItemIdentifier
  ) throws(Failure) {
    try insertItems(identifiers, beside: beforeIdentifier, distance: 0)
  }

  /// Inserts items after another, in its section. Items that are in the snapshot already are moved there.
  ///
  /// - Throws: ``ListSnapshotError``, like ``insertItems(_:beforeItem:)``.
  @inlinable
  public mutating func insertItems(
    _ identifiers: [ItemIdentifier], afterItem afterIdentifier: ItemIdentifier
  ) throws(Failure) {
    try insertItems(identifiers, beside: afterIdentifier, distance: 1)
  }

  /// Deletes items. Items that are not in the snapshot are ignored.
  ///
  /// - Throws: ``ListSnapshotError/repeatedItems(_:)`` if the array contains an item twice.
  @inlinable
  public mutating func deleteItems(_ identifiers: [ItemIdentifier]) throws(Failure) {
    try checkUnique(items: identifiers)
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
  ) throws(Failure) {
    try moveItem(identifier, beside: toIdentifier, distance: 0)
  }

  /// Moves an item after another, into its section.
  ///
  /// - Throws: ``ListSnapshotError``, like ``moveItem(_:beforeItem:)``.
  @inlinable
  public mutating func moveItem(
    _ identifier: ItemIdentifier, afterItem toIdentifier: ItemIdentifier
  ) throws(Failure) {
    try moveItem(identifier, beside: toIdentifier, distance: 1)
  }
}

// MARK: - Workings

// The order of the checks is UIKit's: it decides which of two mistakes is reported.
extension ListSnapshot {
  @inlinable
  mutating func insertItems(
    _ identifiers: [ItemIdentifier], beside destination: ItemIdentifier, distance: Int
  ) throws(Failure) {
    try checkUnique(items: identifiers)
    if identifiers.contains(destination) { throw .destinationAmongInserted(.item(destination)) }
    guard var location = list.location(of: destination) else {
      throw .unknownIdentifier(.section, .item(destination))
    }
    // Looked up again if that may have shifted the destination.
    if remove(identifiers), let shifted = list.location(of: destination) { location = shifted }
    list.insertNew(identifiers.map(Item.init), at: location.offset + distance, inSectionAt: location.section)
  }

  @inlinable
  mutating func moveItem(
    _ item: ItemIdentifier, beside destination: ItemIdentifier, distance: Int
  ) throws(Failure) {
    if item == destination { throw .destinationIsSource(.item(destination)) }
    guard list.location(of: item) != nil else { throw .unknownIdentifier(.fromIndex, .item(item)) }
    guard list.location(of: destination) != nil else { throw .unknownIdentifier(.toIndex, .item(destination)) }
    try insertItems([item], beside: destination, distance: distance)
  }

  /// Removes the items that are in the snapshot. Their marks stay, for items that are inserted again: a moved item
  /// keeps its marks.
  ///
  /// - Returns: Whether there were any.
  @inlinable
  @discardableResult
  mutating func remove(_ identifiers: [ItemIdentifier]) -> Bool {
    remove(identifiers.lazy.map { ($0, ItemIndex.hash($0)) })
  }

  /// - Parameter identifiers: Each with its hash.
  @inlinable
  @discardableResult
  mutating func remove(_ identifiers: some Sequence<(ItemIdentifier, UInt32)>) -> Bool {
    var found: [(section: Int, offset: Int)] = []
    for (identifier, hash) in identifiers {
      if let location = list.location(of: identifier, hash: hash) { found.append(location) }
    }
    found.sort { $0 < $1 }
    var rest = found[...]
    while let section = rest.first?.section {
      let offsets = rest.prefix { $0.section == section }.map(\.offset)
      list.removeItems(at: offsets, inSectionAt: section)
      rest = rest.dropFirst(offsets.count)
    }
    return !found.isEmpty
  }
}
