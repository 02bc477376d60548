import Foundation

/// The sections and items of a list at one moment, by identity: `NSDiffableDataSourceSnapshot` as a value, on every
/// platform.
///
/// Methods, their names and what they do are Apple's, including what happens to an item that is appended although it is
/// there (it is moved). What raises an exception there throws a ``ListSnapshotError`` here, and changes nothing.
///
/// ```swift
/// var snapshot = ListSnapshot<Album, Photo.ID>()
/// try snapshot.appendSections([.recent, .favourites])
/// try snapshot.appendItems(page.map(\.id), toSection: .recent)
///
/// var next = snapshot                                  // shares everything
/// try next.moveItem(photo.id, beforeItem: first.id)
/// try next.reconfigureItems([other.id])
/// let batch = next.difference(from: snapshot)          // off the main actor if it is big
/// ```
///
/// A snapshot that was made from another shares what they have in common. Making one by appending 20 items to 100,000,
/// and their difference, cost what 20 cost.
///
/// Complexity: finding an item or a section is constant, appending follows what is appended, other edits what stands
/// behind the edited place. ``indexOfItem(_:)`` also adds up the sections before.
public struct ListSnapshot<SectionIdentifier: Hashable & Sendable, ItemIdentifier: Hashable & Sendable>: Sendable {
  /// An identifier standing for its item.
  @usableFromInline
  struct Item: Identifiable, Hashable, Sendable {
    @usableFromInline let id: ItemIdentifier

    @inlinable
    init(id: ItemIdentifier) { self.id = id }
  }

  @usableFromInline var list = SectionedList<SectionIdentifier, Item>(sections: [])
  @usableFromInline var reloadedSections = ReloadMarks<SectionIdentifier>()
  @usableFromInline var reloadedItems = ReloadMarks<ItemIdentifier>()
  @usableFromInline var reconfiguredItems = ReloadMarks<ItemIdentifier>()

  /// A snapshot without sections.
  @inlinable
  public init() {}
}

// MARK: - Reading

extension ListSnapshot {
  /// How many items all sections hold.
  @inlinable
  public var numberOfItems: Int { list.numberOfItems }

  /// How many sections there are.
  @inlinable
  public var numberOfSections: Int { list.numberOfSections }

  /// The sections in order.
  @inlinable
  public var sectionIdentifiers: [SectionIdentifier] { list.sections }

  /// The items of all sections in order, as a new array.
  @inlinable
  public var itemIdentifiers: [ItemIdentifier] {
    var identifiers: [ItemIdentifier] = []
    identifiers.reserveCapacity(numberOfItems)
    for position in 0..<numberOfSections { identifiers += list.items(inSectionAt: position).lazy.map(\.id) }
    return identifiers
  }

  /// How many items the section holds.
  ///
  /// - Throws: ``ListSnapshotError/sectionNotFound(_:)``.
  @inlinable
  public func numberOfItems(inSection identifier: SectionIdentifier) throws(ListSnapshotError) -> Int {
    guard let position = list.position(of: identifier) else { throw .sectionNotFound("\(identifier)") }
    return list.numberOfItems(inSection: position)
  }

  /// The section's items in order, as a new array.
  ///
  /// - Throws: ``ListSnapshotError/sectionNotFound(_:)``.
  @inlinable
  public func itemIdentifiers(inSection identifier: SectionIdentifier) throws(ListSnapshotError) -> [ItemIdentifier] {
    guard list.position(of: identifier) != nil else { throw .sectionNotFound("\(identifier)") }
    return list.items(in: identifier).map(\.id)
  }

  /// The section that the item stands in, nil if it is not in the snapshot.
  @inlinable
  public func sectionIdentifier(containingItem identifier: ItemIdentifier) -> SectionIdentifier? {
    list.place(of: identifier).map { list.contents[$0.section].section }
  }

  /// The item's position, counted through all sections; nil if it is not in the snapshot.
  @inlinable
  public func indexOfItem(_ identifier: ItemIdentifier) -> Int? {
    guard let place = list.place(of: identifier) else { return nil }
    return list.contents[..<place.section].reduce(place.offset) { $0 + $1.items.count }
  }

  /// The section's position, nil if it is not in the snapshot.
  @inlinable
  public func indexOfSection(_ identifier: SectionIdentifier) -> Int? { list.position(of: identifier) }

  /// The item at an index path, nil if there is none.
  @inlinable
  public func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifier? {
    guard list.contents.indices.contains(indexPath[0]) else { return nil }
    let items = list.items(inSectionAt: indexPath[0])
    return items.indices.contains(indexPath[1]) ? items[indexPath[1]].id : nil
  }

  /// Where the item stands, nil if it is not in the snapshot.
  @inlinable
  public func indexPath(for identifier: ItemIdentifier) -> IndexPath? {
    list.place(of: identifier).map { [$0.section, $0.offset] as IndexPath }
  }
}

extension ListSnapshot: Equatable {
  /// Whether both have the same sections with the same items in the same order. Reload marks are ignored.
  ///
  /// Complexity: what the two share is skipped.
  @inlinable
  public static func == (first: ListSnapshot, second: ListSnapshot) -> Bool {
    first.list.contents.elementsEqual(second.list.contents) { $0.section == $1.section && $0.items == $1.items }
  }
}
