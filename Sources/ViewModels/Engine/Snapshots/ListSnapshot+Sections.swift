extension ListSnapshot {
  /// Appends sections.
  ///
  /// - Throws: ``ListSnapshotError`` if the array contains a section twice, or one that is in the snapshot already.
  @inlinable
  public mutating func appendSections(_ identifiers: [SectionIdentifier]) throws(Failure) {
    try checkUnique(sections: identifiers)
    try insertNewSections(identifiers, at: numberOfSections)
  }

  /// Inserts sections before another.
  ///
  /// - Throws: ``ListSnapshotError`` if the array contains a section twice, one that is in the snapshot already, or the
  ///   destination, or if the destination is not in the snapshot.
  @inlinable
  public mutating func insertSections(
    _ identifiers: [SectionIdentifier], beforeSection toIdentifier: SectionIdentifier
  ) throws(Failure) {
    try insertSections(identifiers, beside: toIdentifier, distance: 0)
  }

  /// Inserts sections after another.
  ///
  /// - Throws: ``ListSnapshotError``, like ``insertSections(_:beforeSection:)``.
  @inlinable
  public mutating func insertSections(
    _ identifiers: [SectionIdentifier], afterSection toIdentifier: SectionIdentifier
  ) throws(Failure) {
    try insertSections(identifiers, beside: toIdentifier, distance: 1)
  }

  /// Deletes sections with their items. Sections that are not in the snapshot are ignored.
  ///
  /// - Throws: ``ListSnapshotError/repeatedSections(_:)`` if the array contains a section twice.
  @inlinable
  public mutating func deleteSections(_ identifiers: [SectionIdentifier]) throws(Failure) {
    try checkUnique(sections: identifiers)
    for section in identifiers where list.position(of: section) != nil {
      let items = list.items(in: section).lazy.map(\.id)
      reloadedItems.remove(items)
      reconfiguredItems.remove(items)
    }
    list.removeSections(identifiers)
    reloadedSections.remove(identifiers)
  }

  /// Moves a section with its items before another.
  ///
  /// - Throws: ``ListSnapshotError`` if both sections are the same, or one of them is not in the snapshot.
  @inlinable
  public mutating func moveSection(
    _ identifier: SectionIdentifier, beforeSection toIdentifier: SectionIdentifier
  ) throws(Failure) {
    try moveSection(identifier, beside: toIdentifier, distance: 0)
  }

  /// Moves a section with its items after another.
  ///
  /// - Throws: ``ListSnapshotError``, like ``moveSection(_:beforeSection:)``.
  @inlinable
  public mutating func moveSection(
    _ identifier: SectionIdentifier, afterSection toIdentifier: SectionIdentifier
  ) throws(Failure) {
    try moveSection(identifier, beside: toIdentifier, distance: 1)
  }
}

// MARK: - Workings

// The order of the checks is UIKit's: it decides which of two mistakes is reported.
extension ListSnapshot {
  @inlinable
  mutating func insertSections(
    _ identifiers: [SectionIdentifier], beside destination: SectionIdentifier, distance: Int
  ) throws(Failure) {
    try checkUnique(sections: identifiers)
    if identifiers.contains(destination) { throw .destinationAmongInserted(.section(destination)) }
    guard let position = list.position(of: destination) else {
      throw .unknownIdentifier(.insertIndex, .section(destination))
    }
    try insertNewSections(identifiers, at: position + distance)
  }

  @inlinable
  mutating func insertNewSections(_ identifiers: [SectionIdentifier], at position: Int) throws(Failure) {
    let present = identifiers.filter { list.position(of: $0) != nil }
    if !present.isEmpty { throw .sectionsAlreadyPresent(present) }
    list.insertSections(identifiers, at: position)
  }

  @inlinable
  mutating func moveSection(
    _ section: SectionIdentifier, beside destination: SectionIdentifier, distance: Int
  ) throws(Failure) {
    if section == destination { throw .destinationIsSource(.section(destination)) }
    guard let from = list.position(of: section) else { throw .unknownIdentifier(.fromSection, .section(section)) }
    guard let to = list.position(of: destination) else { throw .unknownIdentifier(.toSection, .section(destination)) }
    // Removing the section lowers the position of a destination behind it by one.
    list.moveSection(section, to: to + distance - (from < to ? 1 : 0))
  }

  @inlinable
  func checkUnique(items: [ItemIdentifier]) throws(Failure) {
    let repeats = repeats(in: items)
    if !repeats.isEmpty { throw .repeatedItems(repeats) }
  }

  @inlinable
  func checkUnique(sections: [SectionIdentifier]) throws(Failure) {
    let repeats = repeats(in: sections)
    if !repeats.isEmpty { throw .repeatedSections(repeats) }
  }

  /// Returns what an array contains more than once, in the order of the second occurrences.
  @inlinable
  func repeats<Identifier: Hashable>(in identifiers: [Identifier]) -> [Identifier] {
    guard identifiers.count > 1 else { return [] }
    var seen = Set<Identifier>(minimumCapacity: identifiers.count)
    let repeats = identifiers.filter { !seen.insert($0).inserted }
    seen.removeAll()
    return repeats.filter { seen.insert($0).inserted }
  }
}
