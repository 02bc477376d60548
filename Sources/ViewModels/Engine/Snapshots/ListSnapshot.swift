import Foundation

/// The sections and items of a list at one moment, by identity: `NSDiffableDataSourceSnapshot` as a value, on every
/// platform.
///
/// The methods have Apple's names and Apple's behaviour, down to moving an item that is appended a second time. Where
/// Apple's raise an exception, these throw a ``ListSnapshotError`` and change nothing.
///
/// ```swift
/// var snapshot = ListSnapshot<Album, Photo.ID>()
/// try snapshot.appendSections([.recent, .favourites])
/// try snapshot.appendItems(page.map(\.id), toSection: .recent)
///
/// var next = snapshot                                  // shares everything
/// try next.moveItem(photo.id, beforeItem: first.id)
/// try next.reconfigureItems([other.id])
/// let batch = next.difference(from: snapshot)          // for long lists, off the main actor
/// ```
///
/// A snapshot shares with its copies what they have in common. Appending 20 items to a snapshot of 100,000 costs as
/// much as appending them to a short one, and so does the difference of the two.
///
/// - Complexity: Finding an item or a section is effectively O(1). Appending *k* items or sections is effectively O(*k*),
///   and so are other edits of *k* items, but for sorting their offsets in O(*k* log *k*). Inserting, deleting and
///   moving sections, and ``indexOfItem(_:)``, are O(*s*), where *s* is the number of sections. The first change after
///   a copy is O(*s*), too.
public struct ListSnapshot<SectionIdentifier: Hashable & Sendable, ItemIdentifier: Hashable & Sendable>: Sendable {
  /// An identifier, as an item of the list that stores it.
  @usableFromInline
  struct Item: Identifiable, Hashable, Sendable {
    @usableFromInline let id: ItemIdentifier

    @inlinable
    init(id: ItemIdentifier) { self.id = id }
  }

  /// What the methods throw.
  public typealias Failure = ListSnapshotError<SectionIdentifier, ItemIdentifier>

  @usableFromInline var list = SectionedList<SectionIdentifier, Item>(sections: [], hasUniqueIDs: true)
  @usableFromInline var reloadedSections = ReloadMarks<SectionIdentifier>()
  @usableFromInline var reloadedItems = ReloadMarks<ItemIdentifier>()
  @usableFromInline var reconfiguredItems = ReloadMarks<ItemIdentifier>()

  /// Creates a snapshot without sections.
  @inlinable
  public init() {}

  /// Creates a snapshot of empty sections, in this order.
  ///
  /// - Throws: ``ListSnapshotError/repeatedSections(_:)`` if the array contains a section twice.
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  public init(sections: [SectionIdentifier]) throws(Failure) { try appendSections(sections) }
}

// MARK: - Reading

extension ListSnapshot {
  /// The number of items in all sections.
  @inlinable
  public var numberOfItems: Int { list.numberOfItems }

  /// The number of sections.
  @inlinable
  public var numberOfSections: Int { list.numberOfSections }

  /// Whether there are no items. There may be sections.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var isEmpty: Bool { numberOfItems == 0 }

  /// The sections, in order, as a new array.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  public var sectionIdentifiers: [SectionIdentifier] { list.sections }

  /// The items of all sections, in order, as a new array.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items.
  @inlinable
  public var itemIdentifiers: [ItemIdentifier] {
    var identifiers: [ItemIdentifier] = []
    identifiers.reserveCapacity(numberOfItems)
    for position in 0..<numberOfSections { identifiers += list.items(inSectionAt: position).lazy.map(\.id) }
    return identifiers
  }

  /// Returns the number of items in the section.
  ///
  /// - Throws: ``ListSnapshotError/sectionNotFound(_:)`` if the section is not in the snapshot.
  @inlinable
  public func numberOfItems(inSection identifier: SectionIdentifier) throws(Failure) -> Int {
    guard let position = list.position(of: identifier) else { throw .sectionNotFound(identifier) }
    return list.numberOfItems(inSection: position)
  }

  /// Returns the section's items, in order, as a new array.
  ///
  /// - Throws: ``ListSnapshotError/sectionNotFound(_:)`` if the section is not in the snapshot.
  /// - Complexity: O(*k*), where *k* is the number of items in the section.
  @inlinable
  public func itemIdentifiers(inSection identifier: SectionIdentifier) throws(Failure) -> [ItemIdentifier] {
    guard list.position(of: identifier) != nil else { throw .sectionNotFound(identifier) }
    return list.items(in: identifier).map(\.id)
  }

  /// Returns the section that holds the item; nil if the item is not in the snapshot.
  @inlinable
  public func sectionIdentifier(containingItem identifier: ItemIdentifier) -> SectionIdentifier? {
    list.location(of: identifier).map { list.contents[$0.section].section }
  }

  /// Returns the item's index, counted through all sections; nil if the item is not in the snapshot.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  public func indexOfItem(_ identifier: ItemIdentifier) -> Int? {
    guard let location = list.location(of: identifier) else { return nil }
    return list.contents[..<location.section].reduce(location.offset) { $0 + $1.items.count }
  }

  /// Returns the section's position; nil if the section is not in the snapshot.
  @inlinable
  public func indexOfSection(_ identifier: SectionIdentifier) -> Int? { list.position(of: identifier) }

  /// Returns the section at a position; nil if there is none.
  @inlinable
  public func sectionIdentifier(at position: Int) -> SectionIdentifier? {
    list.contents.indices.contains(position) ? list.contents[position].section : nil
  }

  /// Returns the item at an index path; nil if there is none.
  @inlinable
  public func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifier? {
    guard indexPath.count == 2, list.contents.indices.contains(indexPath[0]) else { return nil }
    let items = list.items(inSectionAt: indexPath[0])
    return items.indices.contains(indexPath[1]) ? items[indexPath[1]].id : nil
  }

  /// Returns the item's index path; nil if the item is not in the snapshot.
  @inlinable
  public func indexPath(for identifier: ItemIdentifier) -> IndexPath? {
    list.location(of: identifier).map { IndexPath($0.section, $0.offset) }
  }
}

extension ListSnapshot: Equatable {
  /// Returns whether both have the same sections with the same items in the same order. Marks are ignored.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items. What the two share is skipped.
  @inlinable
  public static func == (first: ListSnapshot, second: ListSnapshot) -> Bool {
    first.list.contents.elementsEqual(second.list.contents) { $0.section == $1.section && $0.items == $1.items }
  }
}

extension ListSnapshot: Hashable {
  /// Hashes what ``==(_:_:)`` compares.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items and sections.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    for content in list.contents {
      hasher.combine(content.section)
      hasher.combine(content.items.count)
      for item in SectionedList<SectionIdentifier, Item>.Items(content.items) { hasher.combine(item.id) }
    }
  }
}

extension ListSnapshot: CustomStringConvertible {
  /// The sections, a line each, with their numbers of items and their first items.
  public var description: String {
    if numberOfSections == 0 { return "no sections" }
    return sectionIdentifiers.map { section in
      let items = list.items(in: section)
      let first = items.prefix(10).map { "\($0.id)" }.joined(separator: ", ")
      let rest = items.count > 10 ? ", … \(items.count - 10) more" : ""
      return "\(section): \(items.count) item\(items.count == 1 ? "" : "s")\(first.isEmpty ? "" : ": ")\(first)\(rest)"
    }
    .joined(separator: "\n")
  }
}
