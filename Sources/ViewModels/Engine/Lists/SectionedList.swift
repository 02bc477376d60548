import Foundation

/// Ordered sections of identified items: what a list screen holds.
///
/// A value, made for lists that grow a page at a time while somebody reads them. Appending costs the page, not the
/// list, also while ``items(in:)`` or a whole copy of the list is held elsewhere; there is no moment at which
/// everything is copied or rehashed. Ids are unique within a section: a repeat is dropped on the way in and counted.
/// The same id may stand in two sections (see ``ItemID``).
///
/// ```swift
/// var list = SectionedList<MovieSection, Movie>(sections: [.nowPlaying, .popular])
/// let shown = list.items(in: .popular)                   // stays as it is, whatever happens to `list`
/// let added = list.append(page.items, to: .popular)      // 0..<20, less if ids were repeated
/// let paths = added.map { IndexPath(item: $0, section: 1) }
/// let path = list.indexPath(of: movie.id, in: .popular)  // does not walk the list
/// ```
///
/// Complexity: reading an item, finding an id and appending an item are effectively constant (they follow the depth of
/// a wide tree), as long as an id stands in few sections: one that stands in many costs as much as there are. A list that
/// has been copied pays for its number of sections with its next change.
public struct SectionedList<SectionID: Hashable & Sendable, Item: Identifiable & Sendable>: Sendable
where Item.ID: Sendable {
  /// One section: its items, and its number in the index, which stays with it wherever it moves.
  @usableFromInline
  struct Content: Sendable {
    @usableFromInline let section: SectionID
    @usableFromInline let number: UInt32
    /// Never used twice in a list and its copies' edits, unlike `number`.
    @usableFromInline let birth: Int
    @usableFromInline var items = PersistentVector<Item>()
    @usableFromInline var repeats = 0

    @inlinable
    init(section: SectionID, number: UInt32, birth: Int) {
      self.section = section
      self.number = number
      self.birth = birth
    }

    /// Whether the item with this id stands at this place. It is looked at in its leaf: fetching it would retain
    /// everything in it.
    @inlinable
    func holds(_ id: Item.ID, at place: ItemLocation) -> Bool {
      guard place.section == number else { return false }
      let leaf = items.leaf(containing: Int(place.offset))
      return leaf.elements[Int(place.offset) - leaf.start].id == id
    }
  }

  @usableFromInline var contents: [Content]
  @usableFromInline var positions: [SectionID: Int]
  @usableFromInline var index = ItemIndex()
  /// The position of the section with each number; of a number that is free, -1.
  @usableFromInline var positionsByNumber: [Int]
  @usableFromInline var freeNumbers: [UInt32] = []
  @usableFromInline var births: Int
  /// The items that ``update(_:in:)`` has named since ``forgetUpdates()``; nil if there are none.
  @usableFromInline var updatedItems: [SectionID: Set<Item.ID>]?

  /// Empty sections in this order.
  ///
  /// - Precondition: no section is named twice.
  @inlinable
  public init(sections: [SectionID]) {
    contents = sections.enumerated().map { Content(section: $1, number: UInt32($0), birth: $0) }
    births = sections.count
    positions = Dictionary(sections.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    precondition(positions.count == sections.count, "a section is named twice")
    positionsByNumber = Array(sections.indices)
  }
}

// MARK: - Sections

extension SectionedList {
  /// The sections in order.
  @inlinable
  public var sections: [SectionID] { contents.map(\.section) }

  /// How many sections there are.
  @inlinable
  public var numberOfSections: Int { contents.count }

  /// The section at a position, which must be in range. Constant.
  @inlinable
  public func section(at position: Int) -> SectionID { contents[position].section }

  /// The section's position, nil if it is not in the list. Constant.
  @inlinable
  public func position(of section: SectionID) -> Int? { positions[section] }

  /// The sections in order, each with a number that tells it from one of the same name that has gone.
  var sectionsWithBirths: [(id: SectionID, birth: Int)] { contents.map { ($0.section, $0.birth) } }

  @inlinable
  func knownPosition(of section: SectionID) -> Int {
    guard let position = positions[section] else { preconditionFailure("section \(section) is not in the list") }
    return position
  }
}

// MARK: - Reading

extension SectionedList {
  /// How many items all sections hold.
  @inlinable
  public var numberOfItems: Int { index.count }

  /// How many items the section holds; 0 if it is not in the list.
  @inlinable
  public func numberOfItems(in section: SectionID) -> Int {
    positions[section].map { contents[$0].items.count } ?? 0
  }

  /// How many items the section at this position holds.
  @inlinable
  public func numberOfItems(inSection position: Int) -> Int { contents[position].items.count }

  /// The section's items: a value to hold, sharing its storage with the list. Empty if the section is not in the list.
  @inlinable
  public func items(in section: SectionID) -> Items {
    Items(positions[section].map { contents[$0].items } ?? PersistentVector())
  }

  @inlinable
  func items(inSectionAt position: Int) -> Items { Items(contents[position].items) }

  /// The item at an index path, which must be in range.
  @inlinable
  public subscript(indexPath: IndexPath) -> Item {
    contents[indexPath[0]].items[indexPath[1]]  // `section` and `item` are UIKit's, which inlinable code may not use
  }

  /// The item with this id in this section, nil if there is none.
  @inlinable
  public subscript(section: SectionID, id: Item.ID) -> Item? {
    guard let position = positions[section], let offset = offset(of: id, inSection: position) else { return nil }
    return contents[position].items[offset]
  }

  /// Where the item with this id stands in this section, nil if it does not. Does not walk the list.
  @inlinable
  public func indexPath(of id: Item.ID, in section: SectionID) -> IndexPath? {
    guard let position = positions[section], let offset = offset(of: id, inSection: position) else { return nil }
    return [position, offset]
  }

  /// How many repeats this section has dropped since its items were last replaced.
  @inlinable
  public func numberOfRepeatsDropped(in section: SectionID) -> Int {
    positions[section].map { contents[$0].repeats } ?? 0
  }

  @inlinable
  func offset(of id: Item.ID, inSection position: Int) -> Int? {
    Self.offset(of: id, hash: ItemIndex.hash(id), in: contents[position], index)
  }

  /// Where an item with this id stands, in whatever section: the one that the index offers first.
  @inlinable
  func place(of id: Item.ID) -> (section: Int, offset: Int)? {
    let place = index.place(hash: ItemIndex.hash(id)) { place in
      contents[positionsByNumber[Int(place.section)]].holds(id, at: place)
    }
    return place.map { (positionsByNumber[Int($0.section)], Int($0.offset)) }
  }

  @inlinable
  static func offset(of id: Item.ID, hash: UInt32, in content: Content, _ index: ItemIndex) -> Int? {
    index.place(hash: hash) { content.holds(id, at: $0) }.map { Int($0.offset) }
  }
}

// MARK: - Changing a section's items

extension SectionedList {
  /// Appends the items whose ids the section does not hold yet; a repeat within the argument counts as held.
  ///
  /// - Returns: the positions of what was new. The number dropped is the argument's count less this one's, and is added
  ///   to ``numberOfRepeatsDropped(in:)``.
  /// - Precondition: the section is in the list.
  /// - Complexity: follows the number of items appended, not the list's length.
  @inlinable
  @discardableResult
  public mutating func append(_ items: some Sequence<Item>, to section: SectionID) -> Range<Int> {
    let position = knownPosition(of: section)
    let start = contents[position].items.count
    if index.count < 8_000 {
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

  /// Puts these items in the place of all that the section holds, dropping repeats within the argument.
  ///
  /// - Precondition: the section is in the list.
  /// - Complexity: follows the number of items that leave and come.
  @inlinable
  public mutating func replaceItems(in section: SectionID, with items: some Sequence<Item>) {
    let position = knownPosition(of: section)
    removeAllItems(inSectionAt: position)
    contents[position].repeats = 0
    append(items, to: section)
  }

  /// Appends these items if the whole list has none of their ids and none is repeated; else nothing is changed.
  @inlinable
  mutating func appendIfAllNew(_ items: some Sequence<Item>, toSectionAt position: Int) -> Bool {
    let start = contents[position].items.count
    for item in items {
      let (id, place) = (
        item.id, ItemLocation(section: contents[position].number, offset: contents[position].items.count)
      )
      let isNew = index.insert(hash: ItemIndex.hash(id), at: place) { place in
        contents[positionsByNumber[Int(place.section)]].holds(id, at: place)
      }
      if !isNew {
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
    let place = ItemLocation(section: content.number, offset: content.items.count)
    if index.insert(hash: hash, at: place, unlessThere: { content.holds(id, at: $0) }) {
      content.items.append(item)
    } else {
      content.repeats += 1
    }
  }
}
