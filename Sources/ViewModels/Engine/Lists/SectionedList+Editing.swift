// MARK: - Editing a section's items

// A list that was edited is told from the one it was made of by `difference(from:)`:
//
//     var new = list
//     new.remove([photo.id], from: .photos)
//     let batch = new.difference(from: list)

extension SectionedList {
  /// Puts in the items whose ids the section does not hold yet, at this position. Repeats are dropped and counted as
  /// ``append(_:to:)`` does.
  ///
  /// - Returns: the positions of what was new.
  /// - Precondition: the section is in the list, and `position` is at most its number of items.
  /// - Complexity: follows what is inserted and what stands behind it.
  @inlinable
  @discardableResult
  public mutating func insert(_ items: some Sequence<Item>, at position: Int, in section: SectionID) -> Range<Int> {
    let sectionPosition = knownPosition(of: section)
    var seen: Set<Item.ID> = []
    let new = items.filter { item in
      let isNew = offset(of: item.id, inSection: sectionPosition) == nil && seen.insert(item.id).inserted
      if !isNew { contents[sectionPosition].repeats += 1 }
      return isNew
    }
    insertNew(new, at: position, inSectionAt: sectionPosition)
    return position..<position + new.count
  }

  /// Takes out the items with these ids. Ids that the section does not hold are ignored.
  ///
  /// - Precondition: the section is in the list.
  /// - Complexity: follows what stands behind the first of them.
  @inlinable
  public mutating func remove(_ ids: some Sequence<Item.ID>, from section: SectionID) {
    let position = knownPosition(of: section)
    let offsets = Set(ids).compactMap { offset(of: $0, inSection: position) }
    removeItems(at: offsets.sorted(), inSectionAt: position)
  }

  /// Moves an item to the position that it is to have afterwards, within its section or into another.
  ///
  /// - Returns: false, and nothing is changed, if the item is not in `section`, or its id stands in `destination`
  ///   already.
  /// - Precondition: both sections are in the list, and `position` is one that the item can have.
  /// - Complexity: follows what stands behind the item's old and new place.
  @inlinable
  @discardableResult
  public mutating func move(
    _ id: Item.ID, from section: SectionID, to position: Int, in destination: SectionID
  ) -> Bool {
    let (source, target) = (knownPosition(of: section), knownPosition(of: destination))
    guard let offset = offset(of: id, inSection: source) else { return false }
    guard source == target || self.offset(of: id, inSection: target) == nil else { return false }
    let item = contents[source].items[offset]
    removeItems(at: [offset], inSectionAt: source)
    insertNew([item], at: position, inSectionAt: target)
    return true
  }

  /// Puts the section's items in order. Items that are neither before nor after each other keep theirs.
  ///
  /// - Precondition: the section is in the list.
  @inlinable
  public mutating func sort(_ section: SectionID, by isBefore: (Item, Item) throws -> Bool) rethrows {
    let position = knownPosition(of: section)
    let items = contents[position].items
    let order = try (0..<items.count).sorted { first, second in
      if try isBefore(items[first], items[second]) { return true }
      return try first < second && !isBefore(items[second], items[first])
    }
    let start = zip(order, 0...).first { $0 != $1 }?.1
    guard let start else { return }
    rewrite(sectionAt: position, from: start) { tail in
      for origin in order[start...] { tail.keep(origin..<origin + 1) }
    }
  }

  /// Gives the item with this item's id new contents. Its position stays.
  ///
  /// A difference from the list before configures its cell again, even if `==` sees no change because it looks at ids
  /// alone.
  ///
  /// - Returns: false, and nothing is changed, if the section holds no such item.
  /// - Precondition: the section is in the list.
  /// - Complexity: effectively constant.
  @inlinable
  @discardableResult
  public mutating func update(_ item: Item, in section: SectionID) -> Bool {
    let position = knownPosition(of: section)
    guard let offset = offset(of: item.id, inSection: position) else { return false }
    contents[position].items.replace(at: offset, with: item)
    updatedItems = updatedItems ?? [:]
    updatedItems?[section, default: []].insert(item.id)
    return true
  }
}

// MARK: - Workings

extension SectionedList {
  /// Forgets which items have been updated explicitly, once a list view has been told.
  mutating func forgetUpdates() { updatedItems = nil }
}

extension SectionedList {
  @inlinable
  mutating func insertNew(_ items: [Item], at offset: Int, inSectionAt position: Int) {
    precondition(offset >= 0 && offset <= contents[position].items.count, "position out of range")
    guard !items.isEmpty else { return }
    rewrite(sectionAt: position, from: offset) { tail in
      for item in items { tail.add(item) }
      tail.keep(offset..<tail.old.count)
    }
  }

  /// - Parameter offsets: ascending.
  @inlinable
  mutating func removeItems(at offsets: [Int], inSectionAt position: Int) {
    guard let first = offsets.first else { return }
    rewrite(sectionAt: position, from: first) { tail in
      for (offset, next) in zip(offsets, offsets.dropFirst() + [tail.old.count]) { tail.keep(offset + 1..<next) }
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

  /// Writes a section anew from `start` on. All edits are this one, so that items and index cannot part.
  ///
  /// - Parameter body: says in order what is to stand from there on. What it does not keep is gone.
  @inlinable
  mutating func rewrite(sectionAt position: Int, from start: Int, _ body: (inout Tail) -> Void) {
    let number = contents[position].number
    var tail = Tail(of: contents[position].items, from: start)
    body(&tail)
    contents[position].items = tail.new

    // Few entries are changed one by one, by their hash; many by one walk through the index, without hashes.
    if tail.destinations.count * 8 < index.count {
      for (offset, destination) in zip(start..., tail.destinations) where destination != UInt32(offset) {
        let hash = ItemIndex.hash(tail.old[offset].id)
        let place = ItemLocation(section: number, offset: offset)
        if destination == ItemIndex.gone {
          index.remove(hash: hash, at: place)
        } else {
          index.move(hash: hash, from: place, to: .init(section: number, offset: Int(destination)))
        }
      }
    } else if !tail.destinations.isEmpty {
      index.remap(section: number, from: start, to: tail.destinations)
    }
    for offset in tail.added {
      index.insert(hash: ItemIndex.hash(tail.new[offset].id), at: .init(section: number, offset: offset))
    }
    checkInvariants(touching: position)
  }

  /// A section while it is written anew.
  @usableFromInline
  struct Tail {
    @usableFromInline let old: PersistentVector<Item>
    @usableFromInline let start: Int
    @usableFromInline var new: PersistentVector<Item>
    /// Where the old items from `start` on have gone.
    @usableFromInline var destinations: ContiguousArray<UInt32>
    /// Where items stand that were not there.
    @usableFromInline var added: [Int] = []

    @inlinable
    init(of items: PersistentVector<Item>, from start: Int) {
      (old, new, self.start) = (items, items, start)
      new.truncate(to: start)
      destinations = ContiguousArray(repeating: ItemIndex.gone, count: items.count - start)
    }

    @inlinable
    mutating func keep(_ range: Range<Int>) {
      for (step, origin) in range.enumerated() { destinations[origin - start] = UInt32(new.count + step) }
      new.append(range, of: old)
    }

    @inlinable
    mutating func add(_ item: Item) {
      added.append(new.count)
      new.append(item)
    }
  }
}
