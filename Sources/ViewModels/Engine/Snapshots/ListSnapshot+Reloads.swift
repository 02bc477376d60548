// Marks choose what a difference reloads and reconfigures. A deleted item loses its marks, a moved item keeps them. They are
// a message of one apply: the snapshot that a data source gives out has none.
extension ListSnapshot {
  /// Marks items to reload: each gets a new cell.
  ///
  /// - Throws: ``ListSnapshotError`` if the array contains an identifier twice, or one that is not in the snapshot.
  /// - Complexity: Effectively O(*k*), where *k* is the number of identifiers in the array.
  @inlinable
  public mutating func reloadItems(_ identifiers: [ItemIdentifier]) throws(Failure) {
    if let item = try unknown(among: identifiers) { throw .reloadOfUnknownIdentifier(.item(item)) }
    reloadedItems.insert(identifiers)
  }

  /// Marks items to reconfigure: each keeps its cell. An item that is marked for both is reloaded.
  ///
  /// - Throws: ``ListSnapshotError``, like ``reloadItems(_:)``.
  /// - Complexity: Effectively O(*k*), where *k* is the number of identifiers in the array.
  @inlinable
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifier]) throws(Failure) {
    if let item = try unknown(among: identifiers) { throw .reconfigureOfUnknownItem(item) }
    reconfiguredItems.insert(identifiers)
  }

  /// Marks sections to reload, with all their items.
  ///
  /// - Throws: ``ListSnapshotError`` if the array contains an identifier twice, or one that is not in the snapshot.
  /// - Complexity: Effectively O(*k*), where *k* is the number of identifiers in the array.
  @inlinable
  public mutating func reloadSections(_ identifiers: [SectionIdentifier]) throws(Failure) {
    try checkUnique(sections: identifiers)
    for section in identifiers where list.position(of: section) == nil {
      throw .reloadOfUnknownIdentifier(.section(section))
    }
    reloadedSections.insert(identifiers)
  }

  /// The items marked by ``reloadItems(_:)``, in that order.
  @inlinable
  public var reloadedItemIdentifiers: [ItemIdentifier] { reloadedItems.inOrder }

  /// The items marked by ``reconfigureItems(_:)``, in that order.
  @inlinable
  public var reconfiguredItemIdentifiers: [ItemIdentifier] { reconfiguredItems.inOrder }

  /// The sections marked by ``reloadSections(_:)``, in that order.
  @inlinable
  public var reloadedSectionIdentifiers: [SectionIdentifier] { reloadedSections.inOrder }

  /// The same sections and items without the marks.
  ///
  /// - Complexity: O(1)
  func withoutMarks() -> ListSnapshot {
    var snapshot = ListSnapshot()
    snapshot.list = list
    return snapshot
  }

  /// The first of these identifiers that is not in the snapshot.
  /// - Throws: If one is there twice.
  @inlinable
  func unknown(among identifiers: [ItemIdentifier]) throws(Failure) -> ItemIdentifier? {
    try checkUnique(items: identifiers)
    return identifiers.first { list.location(of: $0) == nil }
  }
}

/// Identifiers to reload or reconfigure, in the order in which they were first marked.
@usableFromInline
struct ReloadMarks<Identifier: Hashable & Sendable>: Sendable {
  @usableFromInline var ranks: [Identifier: Int] = [:]
  @usableFromInline var nextRank = 0

  @inlinable init() {}

  @inlinable
  mutating func insert(_ identifiers: some Sequence<Identifier>) {
    for identifier in identifiers where ranks[identifier] == nil {
      ranks[identifier] = nextRank
      nextRank += 1
    }
  }

  @inlinable
  mutating func remove(_ identifiers: some Sequence<Identifier>) {
    if ranks.isEmpty { return }
    for identifier in identifiers { ranks[identifier] = nil }
  }

  @inlinable
  func contains(_ identifier: Identifier) -> Bool { ranks[identifier] != nil }

  @inlinable var inOrder: [Identifier] { ranks.sorted { $0.value < $1.value }.map(\.key) }
}
