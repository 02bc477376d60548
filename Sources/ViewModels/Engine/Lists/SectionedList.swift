import Foundation

/// Ordered sections of identified items: what a list screen holds.
///
/// A value, made for lists that grow a page at a time while they are read. Appending costs the page, not the list, also
/// while ``items(in:)`` or a whole copy of the list is held elsewhere; there is no moment at which everything is copied
/// or rehashed. Ids are unique within a section: a repeat is dropped on the way in and counted. Two sections may hold
/// the same id (see ``ItemID``).
///
/// ```swift
/// var list = SectionedList<MovieSection, Movie>(sections: [.nowPlaying, .popular])
/// let shown = list.items(in: .popular)                   // keeps its contents when `list` changes
/// let added = list.append(page.items, to: .popular)      // 0..<20, less if ids were repeated
/// let paths = added.map { IndexPath(item: $0, section: 1) }
/// let path = list.indexPath(of: movie.id, in: .popular)  // does not walk the list
/// ```
///
/// - Complexity: Reading an item, finding an id and appending an item are effectively O(1): O(log *n*) to the base 16
///   or 32, where *n* is the number of items. Finding an id that several sections hold is O(*s*), where *s* is the
///   number of these sections. The first change after a copy is O(*s*) in the number of all sections.
public struct SectionedList<SectionID: Hashable & Sendable, Item: Identifiable & Sendable>: Sendable
where Item.ID: Sendable {
  /// One section and its items.
  ///
  /// The index knows the section by its `key`, which stays the same when the section moves.
  @usableFromInline
  struct Content: Sendable {
    @usableFromInline let section: SectionID
    @usableFromInline let key: UInt32
    /// Tells this section from a removed one with the same id. Unlike `key`, it is never used twice in a list.
    @usableFromInline let birth: Int
    @usableFromInline var items = PersistentVector<Item>()
    @usableFromInline var repeats = 0

    @inlinable
    init(section: SectionID, key: UInt32, birth: Int) {
      self.section = section
      self.key = key
      self.birth = birth
    }

    /// Returns whether the item with this id is at this location. The item is read in its leaf: fetching it would
    /// retain what it refers to.
    @inlinable
    func holds(_ id: Item.ID, at location: ItemLocation) -> Bool {
      guard location.section == key else { return false }
      let leaf = items.leaf(containing: Int(location.offset))
      return leaf.elements[Int(location.offset) - leaf.start].id == id
    }
  }

  @usableFromInline var contents: [Content]
  @usableFromInline var positions: [SectionID: Int]
  @usableFromInline var index = ItemIndex()
  /// The positions of the sections by their keys; -1 for a key that is free.
  @usableFromInline var positionsByKey: [Int]
  /// The keys of removed sections, to be used again, so that `positionsByKey` stays as short as the list ever was.
  @usableFromInline var freeKeys: [UInt32] = []
  @usableFromInline var births: Int
  /// The ids passed to ``update(_:in:)`` since ``forgetUpdates()``; nil if there are none.
  @usableFromInline var updatedItems: [SectionID: Set<Item.ID>]?

  /// Creates a list of empty sections, in this order.
  ///
  /// - Precondition: `sections` contains no section twice.
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  public init(sections: [SectionID]) {
    contents = sections.enumerated().map { Content(section: $1, key: UInt32($0), birth: $0) }
    births = sections.count
    positions = Dictionary(sections.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    precondition(positions.count == sections.count, "a section is named twice")
    positionsByKey = Array(sections.indices)
  }
}

// MARK: - Sections

extension SectionedList {
  /// The sections, in order, as a new array.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  public var sections: [SectionID] { contents.map(\.section) }

  /// The number of sections.
  @inlinable
  public var numberOfSections: Int { contents.count }

  /// Returns the section at a position, which must be in range.
  ///
  /// - Complexity: O(1)
  @inlinable
  public func section(at position: Int) -> SectionID { contents[position].section }

  /// Returns the section's position; nil if it is not in the list.
  ///
  /// - Complexity: O(1)
  @inlinable
  public func position(of section: SectionID) -> Int? { positions[section] }

  /// The number that tells a section from one of the same name that has gone; nil if it is not in the list.
  func birth(of section: SectionID) -> Int? { positions[section].map { contents[$0].birth } }

  /// The sections, in order, each with a number that tells it from a removed section with the same id.
  var sectionsWithBirths: [(id: SectionID, birth: Int)] { contents.map { ($0.section, $0.birth) } }
}

// MARK: - Reading

extension SectionedList {
  /// The number of items in all sections.
  @inlinable
  public var numberOfItems: Int { index.count }

  /// Returns the number of items in the section; 0 if the section is not in the list.
  @inlinable
  public func numberOfItems(in section: SectionID) -> Int {
    positions[section].map { contents[$0].items.count } ?? 0
  }

  /// Returns the number of items in the section at this position, which must be in range.
  @inlinable
  public func numberOfItems(inSection position: Int) -> Int { contents[position].items.count }

  /// Returns the section's items as a value that shares its storage with the list; empty if the section is not in the
  /// list.
  ///
  /// - Complexity: O(1)
  @inlinable
  public func items(in section: SectionID) -> Items {
    Items(positions[section].map { contents[$0].items } ?? PersistentVector())
  }

  @inlinable
  func items(inSectionAt position: Int) -> Items { Items(contents[position].items) }

  /// Accesses the item at an index path, which must be in range.
  ///
  /// - Complexity: Effectively O(1)
  @inlinable
  public subscript(indexPath: IndexPath) -> Item {
    contents[indexPath[0]].items[indexPath[1]]  // `section` and `item` are UIKit's, which inlinable code may not use
  }

  /// Accesses the item with this id in this section; nil if there is none.
  ///
  /// - Complexity: Effectively O(1); it does not walk the list.
  @inlinable
  public subscript(section: SectionID, id: Item.ID) -> Item? {
    guard let position = positions[section], let offset = offset(of: id, inSection: position) else { return nil }
    return contents[position].items[offset]
  }

  /// Returns the index path of the item with this id in this section; nil if there is none.
  ///
  /// - Complexity: Effectively O(1); it does not walk the list.
  @inlinable
  public func indexPath(of id: Item.ID, in section: SectionID) -> IndexPath? {
    guard let position = positions[section], let offset = offset(of: id, inSection: position) else { return nil }
    return [position, offset]
  }

  /// Returns how many repeats this section has dropped since its items were last replaced.
  @inlinable
  public func numberOfRepeatsDropped(in section: SectionID) -> Int {
    positions[section].map { contents[$0].repeats } ?? 0
  }

  @inlinable
  func offset(of id: Item.ID, inSection position: Int) -> Int? {
    Self.offset(of: id, hash: ItemIndex.hash(id), in: contents[position], index)
  }

  /// Returns the section's position and the item's offset of an item with this id in any section: the first one in the
  /// index.
  @inlinable
  func location(of id: Item.ID) -> (section: Int, offset: Int)? {
    let location = index.location(hash: ItemIndex.hash(id)) { location in
      contents[positionsByKey[Int(location.section)]].holds(id, at: location)
    }
    return location.map { (positionsByKey[Int($0.section)], Int($0.offset)) }
  }

  @inlinable
  static func offset(of id: Item.ID, hash: UInt32, in content: Content, _ index: ItemIndex) -> Int? {
    index.location(hash: hash) { content.holds(id, at: $0) }.map { Int($0.offset) }
  }
}

// MARK: - Changing a section's items

extension SectionedList {
  /// Appends the items whose ids the section does not hold yet; a repeat within the argument counts as held.
  ///
  /// - Returns: The offsets of the appended items. The others are added to ``numberOfRepeatsDropped(in:)``.
  /// - Complexity: O(*k*), where *k* is the number of items in the argument, whatever the length of the list.
  @inlinable
  @discardableResult
  public mutating func append(_ items: some Sequence<Item>, to section: SectionID) -> Range<Int> {
    guard let position = positions[section] else { return 0..<0 }
    let start = contents[position].items.count
    if index.count < ItemIndex.prefetchThreshold {
      for item in items { Self.append(item, hash: ItemIndex.hash(item.id), to: &contents[position], &index) }
    } else {
      let items = ContiguousArray(items)
      var hashes: ContiguousArray<UInt32> = []
      hashes.reserveCapacity(items.count)
      for offset in items.indices { hashes.append(ItemIndex.hash(items[offset].id)) }
      index.prefetch(hashes)
      for offset in items.indices {
        Self.append(items[offset], hash: hashes[offset], to: &contents[position], &index)
      }
    }
    checkInvariants(touching: position)
    return start..<contents[position].items.count
  }

  /// Replaces all items of the section with these, dropping repeats within the argument.
  ///
  /// - Complexity: O(*k*), where *k* is the number of items in the section and in the argument.
  @inlinable
  public mutating func replaceItems(in section: SectionID, with items: some Sequence<Item>) {
    guard let position = positions[section] else { return }
    removeAllItems(inSectionAt: position)
    contents[position].repeats = 0
    append(items, to: section)
  }

  /// Appends these items if the whole list holds none of their ids and none is repeated; changes nothing otherwise.
  ///
  /// - Returns: Whether the items were appended.
  @inlinable
  mutating func appendIfAllNew(_ items: some Sequence<Item>, toSectionAt position: Int) -> Bool {
    let start = contents[position].items.count
    for item in items {
      let (id, location) = (
        item.id, ItemLocation(section: contents[position].key, offset: contents[position].items.count)
      )
      let isNew = index.insert(hash: ItemIndex.hash(id), at: location) { location in
        contents[positionsByKey[Int(location.section)]].holds(id, at: location)
      }
      if !isNew {
        // Removes what has been appended so far, from the index too.
        rewrite(sectionAt: position, from: start) { _ in }
        return false
      }
      contents[position].items.append(item)
    }
    checkInvariants(touching: position)
    return true
  }

  @inlinable
  static func append(_ item: Item, hash: UInt32, to content: inout Content, _ index: inout ItemIndex) {
    let id = item.id
    let location = ItemLocation(section: content.key, offset: content.items.count)
    if index.insert(hash: hash, at: location, unlessThere: { content.holds(id, at: $0) }) {
      content.items.append(item)
    } else {
      content.repeats += 1
    }
  }
}
