// MARK: - Editing a section's items

// `difference(from:)` compares an edited list with the one it was copied from:
//
//     var new = list
//     new.remove([photo.id], from: .photos)
//     let batch = new.difference(from: list)

extension SectionedList {
  /// Inserts the items whose ids the section does not hold yet. Repeats are dropped and counted as by
  /// ``append(_:to:)``.
  ///
  /// - Parameters:
  ///   - items: The items to insert.
  ///   - offset: The offset of the first of them in its section.
  ///   - section: The section to insert into.
  /// - Returns: The offsets of the inserted items.
  /// - Precondition: `offset` is at most the section's number of items.
  /// - Complexity: O(*k* + *t*), where *k* is the number of items in the argument and *t* the number of items in the
  ///   section from `offset` on.
  @inlinable
  @discardableResult
  public mutating func insert(_ items: some Sequence<Item>, at offset: Int, in section: SectionID) -> Range<Int> {
    guard let position = positions[section] else { return 0..<0 }
    var seen: Set<Item.ID> = []
    let new = items.filter { item in
      let isNew = self.offset(of: item.id, inSection: position) == nil && seen.insert(item.id).inserted
      if !isNew { contents[position].repeats += 1 }
      return isNew
    }
    insertNew(new, at: offset, inSectionAt: position)
    return offset..<offset + new.count
  }

  /// Removes the items with these ids. Ids that the section does not hold are ignored.
  ///
  /// - Complexity: O(*k* log *k* + *t*), where *k* is the number of ids and *t* the number of items in the section from
  ///   the first removed one on.
  @inlinable
  public mutating func remove(_ ids: some Sequence<Item.ID>, from section: SectionID) {
    guard let position = positions[section] else { return }
    let offsets = Set(ids).compactMap { offset(of: $0, inSection: position) }
    removeItems(at: offsets.sorted(), inSectionAt: position)
  }

  /// Moves an item within its section or into another.
  ///
  /// - Parameters:
  ///   - id: The id of the item to move.
  ///   - section: The section that holds the item.
  ///   - offset: The item's offset after the move.
  ///   - destination: The section that the item moves to.
  /// - Returns: Whether the item was moved. Nothing changes if the item is not in `section`, or if `destination` is
  ///   another section that holds its id already.
  /// - Precondition: Both sections are in the list, and `offset` is possible after the move.
  /// - Complexity: O(*t*), where *t* is the number of items behind the item's old offset and behind its new one.
  @inlinable
  @discardableResult
  public mutating func move(
    _ id: Item.ID, from section: SectionID, to offset: Int, in destination: SectionID
  ) -> Bool {
    guard let source = positions[section], let target = positions[destination] else { return false }
    guard let oldOffset = self.offset(of: id, inSection: source) else { return false }
    guard source == target || self.offset(of: id, inSection: target) == nil else { return false }
    let item = contents[source].items[oldOffset]
    removeItems(at: [oldOffset], inSectionAt: source)
    insertNew([item], at: offset, inSectionAt: target)
    return true
  }

  /// Sorts the section's items. The sort is stable: items that compare equal keep their order.
  ///
  /// - Complexity: O(*k* log *k*), where *k* is the number of items in the section.
  @inlinable
  public mutating func sort(_ section: SectionID, by isBefore: (Item, Item) throws -> Bool) rethrows {
    guard let position = positions[section] else { return }
    let items = contents[position].items
    let order = try (0..<items.count).sorted { first, second in
      if try isBefore(items[first], items[second]) { return true }
      return try first < second && !isBefore(items[second], items[first])
    }
    let start = zip(order, 0...).first { $0 != $1 }?.1
    guard let start else { return }
    rewrite(sectionAt: position, from: start) { tail in
      for origin in order[start...] { tail.appendOld(origin..<origin + 1) }
    }
  }

  /// Replaces the item that has this item's id. Its offset stays the same.
  ///
  /// A difference from the list before configures its cell again, even if `==` sees no change because it compares ids
  /// alone.
  ///
  /// - Returns: Whether the section holds such an item. Nothing changes otherwise.
  /// - Complexity: Effectively O(1)
  @inlinable
  @discardableResult
  public mutating func update(_ item: Item, in section: SectionID) -> Bool {
    guard let position = positions[section] else { return false }
    guard let offset = offset(of: item.id, inSection: position) else { return false }
    contents[position].items.replace(at: offset, with: item)
    updatedItems = updatedItems ?? [:]
    updatedItems?[section, default: []].insert(item.id)
    return true
  }
}

// MARK: - Workings

extension SectionedList {
  /// Forgets the ids passed to ``update(_:in:)``, once the list view has been told of them.
  mutating func forgetUpdates() { updatedItems = nil }
}

extension SectionedList {
  @inlinable
  mutating func insertNew(_ items: [Item], at offset: Int, inSectionAt position: Int) {
    precondition(offset >= 0 && offset <= contents[position].items.count, "offset out of range")
    guard !items.isEmpty else { return }
    rewrite(sectionAt: position, from: offset) { tail in
      for item in items { tail.appendNew(item) }
      tail.appendOld(offset..<tail.old.count)
    }
  }

  /// - Parameter offsets: The offsets of the items to remove, ascending.
  @inlinable
  mutating func removeItems(at offsets: [Int], inSectionAt position: Int) {
    guard let first = offsets.first else { return }
    rewrite(sectionAt: position, from: first) { tail in
      for (offset, next) in zip(offsets, offsets.dropFirst() + [tail.old.count]) { tail.appendOld(offset + 1..<next) }
    }
  }

  @inlinable
  mutating func removeAllItems(inSectionAt position: Int) {
    if contents[position].items.count == index.count {
      index = ItemIndex()
      contents[position].items = PersistentVector()
    } else {
      rewrite(sectionAt: position, from: 0) { _ in }
    }
  }

  /// Rewrites a section from offset `start` on. All edits go through here, so that items and index can't disagree.
  ///
  /// - Parameter body: Appends, in order, the section's items from `start` on. Old items that it leaves out are
  ///   removed.
  @inlinable
  mutating func rewrite(sectionAt position: Int, from start: Int, _ body: (inout Tail) -> Void) {
    let key = contents[position].key
    var tail = Tail(of: contents[position].items, from: start)
    body(&tail)
    contents[position].items = tail.new

    // Few entries are changed one by one, by hash; many in one walk through the index, without hashing.
    if tail.destinations.count * ItemIndex.walkedEntriesPerChange < index.count {
      for (offset, destination) in zip(start..., tail.destinations) where destination != UInt32(offset) {
        let hash = ItemIndex.hash(tail.old[offset].id)
        let location = ItemLocation(section: key, offset: offset)
        if destination == ItemIndex.removed {
          index.remove(hash: hash, at: location)
        } else {
          index.move(hash: hash, from: location, to: .init(section: key, offset: Int(destination)))
        }
      }
    } else if !tail.destinations.isEmpty {
      index.remap(section: key, from: start, to: tail.destinations)
    }
    for offset in tail.added {
      index.insert(hash: ItemIndex.hash(tail.new[offset].id), at: .init(section: key, offset: offset))
    }
    checkInvariants(touching: position)
  }

  /// The end of a section while ``rewrite(sectionAt:from:_:)`` rewrites it.
  @usableFromInline
  struct Tail {
    @usableFromInline let old: PersistentVector<Item>
    @usableFromInline let start: Int
    @usableFromInline var new: PersistentVector<Item>
    /// The new offsets of the old items from `start` on.
    @usableFromInline var destinations: ContiguousArray<UInt32>
    /// The offsets of the items that the section did not hold.
    @usableFromInline var added: [Int] = []

    @inlinable
    init(of items: PersistentVector<Item>, from start: Int) {
      (old, new, self.start) = (items, items, start)
      new.truncate(to: start)
      destinations = ContiguousArray(repeating: ItemIndex.removed, count: items.count - start)
    }

    /// Appends the old items at these offsets, which must be at least `start`.
    @inlinable
    mutating func appendOld(_ range: Range<Int>) {
      for (step, origin) in range.enumerated() { destinations[origin - start] = UInt32(new.count + step) }
      new.append(range, of: old)
    }

    /// Appends an item that the section did not hold.
    @inlinable
    mutating func appendNew(_ item: Item) {
      added.append(new.count)
      new.append(item)
    }
  }
}
