// Marks say what a difference is to draw anew. An item that is deleted loses its marks, one that is moved keeps them.
extension ListSnapshot {
  /// Marks items whose cells are to be made anew.
  ///
  /// - Throws: ``ListSnapshotError`` if one is named twice or is not in the snapshot.
  @inlinable
  public mutating func reloadItems(_ identifiers: [ItemIdentifier]) throws(ListSnapshotError) {
    try checkReload(ofItems: identifiers)
    reloadedItems.insert(identifiers)
  }

  /// Marks items whose cells are to be configured anew and kept. If an item is marked for both, it is reloaded.
  ///
  /// - Throws: as ``reloadItems(_:)`` does.
  @inlinable
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifier]) throws(ListSnapshotError) {
    try checkReload(ofItems: identifiers)
    reconfiguredItems.insert(identifiers)
  }

  /// Marks sections to be drawn anew with all their items.
  ///
  /// - Throws: ``ListSnapshotError`` if one is named twice or is not in the snapshot.
  @inlinable
  public mutating func reloadSections(_ identifiers: [SectionIdentifier]) throws(ListSnapshotError) {
    try checkUnique(identifiers, .section)
    for section in identifiers where list.position(of: section) == nil {
      throw .reloadOfUnknownIdentifier(.section, "\(section)")
    }
    reloadedSections.insert(identifiers)
  }

  /// The items marked by ``reloadItems(_:)``, in the order of marking.
  @inlinable
  public var reloadedItemIdentifiers: [ItemIdentifier] { reloadedItems.inOrder }

  /// The items marked by ``reconfigureItems(_:)``, in the order of marking.
  @inlinable
  public var reconfiguredItemIdentifiers: [ItemIdentifier] { reconfiguredItems.inOrder }

  /// The sections marked by ``reloadSections(_:)``, in the order of marking.
  @inlinable
  public var reloadedSectionIdentifiers: [SectionIdentifier] { reloadedSections.inOrder }

  @inlinable
  func checkReload(ofItems identifiers: [ItemIdentifier]) throws(ListSnapshotError) {
    try checkUnique(identifiers, .item)
    for item in identifiers where list.place(of: item) == nil {
      throw .reloadOfUnknownIdentifier(.item, "\(item)")
    }
  }
}
