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
///   or 32, where *n* is the number of items. Editing *k* items anywhere in a section is effectively O(*k*). The first
///   change after a copy is O(*s*), where *s* is the number of sections.
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
    @usableFromInline var items = ItemTree<Item>()
    @usableFromInline var repeats = 0

    @inlinable
    init(section: SectionID, key: UInt32, birth: Int) {
      self.section = section
      self.key = key
      self.birth = birth
    }

    /// Returns the offset of the item with this id if it is at this location; nil otherwise.
    @inlinable
    @inline(__always)
    func offset(of id: Item.ID, at location: ItemLocation, _ names: LeafNames) -> Int? {
      let place = names[location.leaf]
      guard place.section == key else { return nil }
      return items.offset(of: id, in: .init(branch: place.branch, leaf: place.leaf), near: location.hint)
    }
  }

  @usableFromInline var contents = SectionTable<Content>()
  /// The keys of the sections.
  @usableFromInline var keys: [SectionID: UInt32] = [:]
  @usableFromInline var index = ItemIndex()
  @usableFromInline var names = LeafNames()
  /// Whether an id is in at most one section, which is then found without naming it: the list of a snapshot.
  @usableFromInline let hasUniqueIDs: Bool
  @usableFromInline var births = 0
  /// The ids passed to ``update(_:in:)`` since ``forgetUpdates()``, each with the number of the last time; nil if there are
  /// none. A copy of the list has the same, so a difference from it is about what has happened since.
  @usableFromInline var updatedItems: [SectionID: [Item.ID: Int]]?
  /// The calls made since an edit began; nil outside of one.
  @usableFromInline var recording: Recording<SectionID, Item>?

  /// Creates a list of empty sections, in this order. A section that is named again is left out.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  public init(sections: [SectionID]) { self.init(sections: sections, hasUniqueIDs: false) }

  @inlinable
  init(sections: [SectionID], hasUniqueIDs: Bool) {
    self.hasUniqueIDs = hasUniqueIDs
    insertSections(sections)
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
  public func section(at position: Int) -> SectionID {
    precondition(contents.indices.contains(position), "there is no section at this position")
    return contents[position].section
  }

  /// Returns the section's position; nil if it is not in the list.
  ///
  /// - Complexity: O(1)
  @inlinable
  @inline(__always)  // as a call on a list view's way, it would retain all parts of a list
  public func position(of section: SectionID) -> Int? {
    // Among a few it takes less time to compare than to hash.
    if contents.count <= Self.fewSections {
      for position in contents.indices where contents[position].section == section { return position }
      return nil
    }
    guard let key = keys[section] else { return nil }
    return contents.position(of: key)
  }

  @usableFromInline static var fewSections: Int { 4 }

  /// The number that tells a section from one of the same name that has gone; nil if it is not in the list.
  func birth(of section: SectionID) -> Int? { position(of: section).map { contents[$0].birth } }

  /// Whether the other list has the same sections in the same order, none of which has gone and come back.
  func hasSameSections(as other: SectionedList) -> Bool {
    contents.count == other.contents.count && zip(contents, other.contents).allSatisfy { $0.birth == $1.birth }
  }

  /// Whether both lists share the storage of a section's items. False says nothing: equal items may be stored apart.
  func sharesItems(with other: SectionedList, in section: SectionID) -> Bool {
    guard let position = position(of: section), let there = other.position(of: section) else { return false }
    return ItemTree<Item>.isSameStorage(contents[position].items.branches, other.contents[there].items.branches)
  }

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
    position(of: section).map { contents[$0].items.count } ?? 0
  }

  /// Returns the number of items in the section at this position, which must be in range.
  @inlinable
  public func numberOfItems(inSection position: Int) -> Int {
    precondition(contents.indices.contains(position), "there is no section at this position")
    return contents[position].items.count
  }

  /// Returns the section's items as a value that shares its storage with the list; empty if the section is not in the
  /// list.
  ///
  /// - Complexity: O(1)
  @inlinable
  public func items(in section: SectionID) -> Items {
    Items(position(of: section).map { contents[$0].items } ?? ItemTree())
  }

  @inlinable
  func items(inSectionAt position: Int) -> Items { Items(contents[position].items) }

  /// The item at an offset of the section at this position; nil if none stands there.
  @inlinable
  func item(at offset: Int, inSectionAt position: Int) -> Item? {
    offset >= 0 && offset < contents[position].items.count ? contents[position].items[offset] : nil
  }

  /// Accesses the item at an index path, which must be in range.
  ///
  /// - Complexity: Effectively O(1)
  @inlinable
  public subscript(indexPath: IndexPath) -> Item {
    // `section` and `item` are UIKit's, which inlinable code may not use.
    precondition(
      indexPath.count == 2 && contents.indices.contains(indexPath[0]), "there is no section at this index path")
    return contents[indexPath[0]].items[indexPath[1]]
  }

  /// Accesses the item with this id in this section; nil if there is none.
  ///
  /// - Complexity: Effectively O(1); it does not walk the list.
  @inlinable
  public subscript(section: SectionID, id: Item.ID) -> Item? {
    guard let position = position(of: section), let offset = offset(of: id, inSection: position) else { return nil }
    return contents[position].items[offset]
  }

  /// Returns the index path of the item with this id in this section; nil if there is none.
  ///
  /// - Complexity: Effectively O(1); it does not walk the list.
  @inlinable
  public func indexPath(of id: Item.ID, in section: SectionID) -> IndexPath? {
    guard let position = position(of: section), let offset = offset(of: id, inSection: position) else { return nil }
    return IndexPath(position, offset)
  }

  /// Returns how many repeats this section has dropped since its items were last replaced.
  @inlinable
  public func numberOfRepeatsDropped(in section: SectionID) -> Int {
    position(of: section).map { contents[$0].repeats } ?? 0
  }

  @inlinable
  @inline(__always)
  func offset(of id: Item.ID, inSection position: Int) -> Int? { Self.offset(of: id, inSection: position, of: self) }

  /// Returns the offset of the item with this id.
  ///
  /// - Parameter list: Evaluated for each part of the list that is asked. Of a list that an object holds, these parts alone are
  ///   retained meanwhile, and not all dozen; that is half the time of a list view's question.
  @inlinable
  @inline(__always)
  static func offset(of id: Item.ID, inSection position: Int, of list: @autoclosure () -> SectionedList) -> Int? {
    let key = list().contents[position].key
    let hash = ItemIndex.hash(id) &+ (list().hasUniqueIDs ? 0 : salt(of: key))
    var start = 0
    while let found = list().index.location(hash: hash, from: start) {
      let place = list().names.places[Int(found.location.leaf)]
      if place.section == key,
        let offset = list().contents[position].items
          .offset(of: id, in: .init(branch: place.branch, leaf: place.leaf), near: found.location.hint)
      {
        return offset
      }
      start = found.next
    }
    return nil
  }

  /// Returns the section's position and the item's offset of the item with this id.
  ///
  /// - Precondition: ``hasUniqueIDs``
  @inlinable
  func location(of id: Item.ID) -> (section: Int, offset: Int)? { location(of: id, hash: ItemIndex.hash(id)) }

  @inlinable
  func location(of id: Item.ID, hash: UInt32) -> (section: Int, offset: Int)? {
    assert(hasUniqueIDs)
    var start = 0
    while let found = index.location(hash: hash, from: start) {
      let position = contents.position(of: names[found.location.leaf].section)
      if let offset = contents[position].offset(of: id, at: found.location, names) { return (position, offset) }
      start = found.next
    }
    return nil
  }

  /// The hash by which the index knows an item.
  @inlinable
  func hash(of id: Item.ID, in key: UInt32) -> UInt32 { ItemIndex.hash(id) &+ salt(of: key) }

  /// What is added to the hashes of a section's ids. It differs from section to section, so that an id that stands in many
  /// is found in each as fast as others.
  @inlinable
  func salt(of key: UInt32) -> UInt32 { hasUniqueIDs ? 0 : Self.salt(of: key) }

  @inlinable
  static func salt(of key: UInt32) -> UInt32 { key &* 0x9E37_79B1 }

  /// What finds items of one section without the rest of the list.
  @inlinable
  func finder(ofSectionAt position: Int) -> ItemFinder<Item> {
    let content = contents[position]
    return ItemFinder(items: content.items, key: content.key, salt: salt(of: content.key), index: index, names: names)
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
    guard let position = position(of: section) else { return 0..<0 }
    if recording != nil { return insert(items, .last, in: section) }
    let start = contents[position].items.count
    let salt = salt(of: contents[position].key)
    let isFirst = index.count == 0 && items.underestimatedCount >= Self.buildThreshold
    if !isFirst, index.count < ItemIndex.prefetchThreshold {
      for item in items {
        Self.append(item, hash: ItemIndex.hash(item.id), salt, to: &contents[position], &index, &names)
      }
    } else {
      let items = ContiguousArray(items)
      let hashes = Self.hashes(of: items)
      if isFirst, build(ItemTree(unnamed: items), hashes: hashes, inSectionAt: position) { return 0..<items.count }
      index.prefetch(hashes, salt: salt)
      for offset in items.indices {
        Self.append(items[offset], hash: hashes[offset], salt, to: &contents[position], &index, &names)
      }
    }
    checkInvariants(touching: position)
    return start..<contents[position].items.count
  }

  /// Appends these items if the whole list holds none of their ids and none is repeated; changes nothing otherwise.
  ///
  /// - Returns: Whether the items were appended.
  /// - Precondition: ``hasUniqueIDs``
  @inlinable
  mutating func appendIfAllNew(_ items: some Sequence<Item>, toSectionAt position: Int) -> Bool {
    if index.count == 0, items.underestimatedCount >= Self.buildThreshold {
      let items = ContiguousArray(items)
      return build(ItemTree(unnamed: items), hashes: Self.hashes(of: items), inSectionAt: position)
    }
    let start = contents[position].items.count
    let salt = salt(of: contents[position].key)
    for item in items {
      let id = item.id
      let hash = ItemIndex.hash(id)
      let location = Self.nextLocation(in: contents[position].items, names)
      let isNew = index.insert(hash: hash &+ salt, at: location) { location in
        contents[contents.position(of: names[location.leaf].section)].offset(of: id, at: location, names) != nil
      }
      if !isNew {
        // Removes what has been appended so far, from the index too.
        rewrite(sectionAt: position, start..<contents[position].items.count) { _ in }
        return false
      }
      Self.append(item, hash: hash, to: &contents[position], &names)
    }
    checkInvariants(touching: position)
    return true
  }

  /// Returns the location of the next item to be appended.
  @inlinable
  static func nextLocation(in items: ItemTree<Item>, _ names: LeafNames) -> ItemLocation {
    if items.isLastLeafFull { return ItemLocation(leaf: names.next, hint: 0) }
    let last = items.lastLeaf
    return ItemLocation(leaf: last.name, hint: last.count)
  }

  @inlinable
  static func append(
    _ item: Item, hash: UInt32, _ salt: UInt32, to content: inout Content, _ index: inout ItemIndex,
    _ names: inout LeafNames
  ) {
    let id = item.id
    let location = nextLocation(in: content.items, names)
    if index.insert(hash: hash &+ salt, at: location, unlessThere: { content.offset(of: id, at: $0, names) != nil }) {
      append(item, hash: hash, to: &content, &names)
    } else {
      content.repeats += 1
    }
  }

  @inlinable
  static func append(_ item: Item, hash: UInt32, to content: inout Content, _ names: inout LeafNames) {
    let key = content.key
    content.items.append(item, hash: hash) { position in
      names.assign(to: LeafNames.Place(section: key, branch: position.branch, leaf: position.leaf))
    }
  }
}
