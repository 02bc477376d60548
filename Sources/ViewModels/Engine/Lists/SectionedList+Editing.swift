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
  ///   - offset: The offset of the first of them in its section; the nearest possible one if it is not possible.
  ///   - section: The section to insert into.
  /// - Returns: The offsets of the inserted items.
  /// - Complexity: Effectively O(*k*), where *k* is the number of items in the argument.
  @inlinable
  @discardableResult
  public mutating func insert(_ items: some Sequence<Item>, at offset: Int, in section: SectionID) -> Range<Int> {
    insert(items, .offset(offset), in: section)
  }

  /// Inserts the items whose ids the section does not hold yet, at a place that other items may name.
  ///
  /// ```swift
  /// list.insert([draft], .first, in: .inbox)
  /// list.insert([answer], .after(question.id, orAt: 3), in: .inbox)
  /// ```
  /// - Returns: The offsets of the inserted items.
  /// - Complexity: Effectively O(*k*), where *k* is the number of items in the argument.
  @inlinable
  @discardableResult
  public mutating func insert(
    _ items: some Sequence<Item>, _ place: ItemPlace<Item.ID>, in section: SectionID
  ) -> Range<Int> {
    guard let position = position(of: section) else { return 0..<0 }
    let items = Array(items)
    let count = contents[position].items.count
    record(.insert(items, place.clamped(to: count)), inSectionAt: position)
    var seen: Set<Item.ID> = []
    let new = items.filter { item in
      let isNew = self.offset(of: item.id, inSection: position) == nil && seen.insert(item.id).inserted
      if !isNew { contents[position].repeats += 1 }
      return isNew
    }
    let offset = self.offset(of: place, inSection: position)
    insertNew(new, at: offset, inSectionAt: position)
    return offset..<offset + new.count
  }

  /// Removes the items with these ids. Ids that the section does not hold are ignored.
  ///
  /// - Complexity: Effectively O(*k* log *k*), where *k* is the number of ids.
  @inlinable
  public mutating func remove(_ ids: some Sequence<Item.ID>, from section: SectionID) {
    guard let position = position(of: section) else { return }
    let ids = Array(ids)
    record(.remove(ids), inSectionAt: position)
    let offsets = ids.compactMap { offset(of: $0, inSection: position) }
    removeItems(at: offsets.sorted(), inSectionAt: position)
  }

  /// Moves an item within its section or into another.
  ///
  /// - Parameters:
  ///   - id: The id of the item to move.
  ///   - section: The section that holds the item.
  ///   - offset: The item's offset after the move; the nearest possible one if it is not possible.
  ///   - destination: The section that the item moves to.
  /// If `destination` holds the item's id already, the item there stays as it is, and the other one is removed.
  ///
  /// - Returns: Whether the item was moved. Nothing changes if the item is not in `section`, or if `destination` is
  ///   not in the list.
  /// - Complexity: Effectively O(1)
  @inlinable
  @discardableResult
  public mutating func move(
    _ id: Item.ID, from section: SectionID, to offset: Int, in destination: SectionID
  ) -> Bool {
    move(id, from: section, .offset(offset), in: destination)
  }

  /// Moves an item within its section, to a place that another item may name.
  ///
  /// - Returns: Whether the item was moved. Nothing changes if it is not in the section.
  /// - Complexity: Effectively O(1)
  @inlinable
  @discardableResult
  public mutating func move(_ id: Item.ID, _ place: ItemPlace<Item.ID>, in section: SectionID) -> Bool {
    guard let position = position(of: section) else { return false }
    let found = offset(of: id, inSection: position)
    let others = contents[position].items.count - (found == nil ? 0 : 1)
    record(.move(id, place.clamped(to: others)), inSectionAt: position)
    guard let old = found else { return false }
    let item = contents[position].items[old]
    removeItems(at: [old], inSectionAt: position)
    insertNew([item], at: offset(of: place, inSection: position, of: id, at: old), inSectionAt: position)
    return true
  }

  /// Moves an item from one section into another, to a place that an item there may name.
  ///
  /// If `destination` holds the item's id already, the item there stays as it is, and the other one is removed.
  ///
  /// - Returns: Whether the item was moved. Nothing changes if it is not in `section`, or if `destination` is not in the
  ///   list.
  /// - Complexity: Effectively O(1)
  @inlinable
  @discardableResult
  public mutating func move(
    _ id: Item.ID, from section: SectionID, _ place: ItemPlace<Item.ID>, in destination: SectionID
  ) -> Bool {
    if section == destination { return move(id, place, in: section) }
    guard let item = self[section, id], let source = position(of: section), let target = position(of: destination)
    else {
      return false
    }
    let births = (contents[source].birth, contents[target].birth)
    let possible = place.clamped(to: contents[target].items.count)
    recording?.operations.append(.carry(item, from: section, to: destination, births: births, possible))
    let recording = recording.take()  // what follows is part of this call
    defer { self.recording = recording }
    remove(CollectionOfOne(id), from: section)
    insert(CollectionOfOne(item), place, in: destination)
    return true
  }

  /// Sorts the section's items. The sort is stable: items that compare equal keep their order.
  ///
  /// In an edit this sorts once: items that come in later stand where their pages have them. Items whose removal is being sent
  /// are sorted, too, and are in their places if it is taken back. For an order that lasts, arrange the section; see
  /// <doc:FiltersAndOrders>.
  ///
  /// - Complexity: O(*k* log *k*), where *k* is the number of items in the section.
  @inlinable
  public mutating func sort(_ section: SectionID, by isBefore: (Item, Item) throws -> Bool) rethrows {
    guard let position = position(of: section) else { return }
    let items = contents[position].items
    let order = try Self.sorted(items.count, { items[$0] }, isBefore)
    if let recording {
      let removed = recording.allItems(section).filter { offset(of: $0.id, inSection: position) == nil }
      let all = order.map { items[$0] } + removed
      let ids = removed.isEmpty ? all.map(\.id) : try Self.sorted(all.count, { all[$0] }, isBefore).map { all[$0].id }
      record(.order(ids), inSectionAt: position)
    }
    guard let start = order.indices.first(where: { order[$0] != $0 }) else { return }
    rewrite(sectionAt: position, start..<order.count) { rewrite in
      for origin in order[start...] { rewrite.keep(origin..<origin + 1) }
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
    guard let position = position(of: section) else { return false }
    record(.update(item), inSectionAt: position)
    guard let offset = offset(of: item.id, inSection: position) else { return false }
    contents[position].items.replace(at: offset, with: item)
    updatedItems = updatedItems ?? [:]
    updatedItems?[section, default: [:]][item.id] = UpdateNumber.next()
    return true
  }

  /// Replaces the item that has this item's id, in every section that holds it; inserts it nowhere.
  ///
  /// In an edit it holds of the sections that come to hold it by an answer that was asked for before, too: a heart on a detail
  /// page, for instance, for all lists that show its photo.
  ///
  /// ```swift
  /// hearts.sink { [weak feed] photo in feed?.edit { $0.put(photo) } }.store(in: &cancellables)
  /// ```
  /// - Returns: Whether a section holds such an item.
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  @discardableResult
  public mutating func put(_ item: Item) -> Bool {
    var isHeld = false
    for section in sections where update(item, in: section) { isHeld = true }
    return isHeld
  }

  /// Puts an item into the place of another, whose id it need not have: what a service made of a draft, for instance.
  ///
  /// If the section holds an item with the new one's id, that one is updated and the other removed. Nothing changes if it
  /// holds neither.
  ///
  /// - Returns: Whether the section holds the item afterwards.
  /// - Complexity: Effectively O(1)
  @inlinable
  @discardableResult
  public mutating func replace(_ id: Item.ID, with item: Item, in section: SectionID) -> Bool {
    guard let position = position(of: section) else { return false }
    record(.replace(id, item), inSectionAt: position)
    let recording = recording.take()  // what follows is part of this call
    defer { self.recording = recording }
    if update(item, in: section) {
      if id != item.id { remove(CollectionOfOne(id), from: section) }
      return true
    }
    guard let offset = offset(of: id, inSection: position) else { return false }
    remove(CollectionOfOne(id), from: section)
    insert(CollectionOfOne(item), .offset(offset), in: section)
    return true
  }

  /// Puts an item into the place of another, in every section that holds one of them: what a service made of a draft, wherever
  /// that has been moved meanwhile.
  ///
  /// - Returns: Whether a section holds the item afterwards.
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  @discardableResult
  public mutating func replace(_ id: Item.ID, with item: Item) -> Bool {
    var isHeld = false
    for section in sections where replace(id, with: item, in: section) { isHeld = true }
    return isHeld
  }
}

// MARK: - Workings

extension SectionedList {
  /// The offsets of so many items in the order of a stable sort.
  @inlinable
  static func sorted(
    _ count: Int, _ item: (Int) -> Item, _ isBefore: (Item, Item) throws -> Bool
  ) rethrows -> [Int] {
    try (0..<count).sorted { first, second in
      if try isBefore(item(first), item(second)) { return true }
      return try first < second && !isBefore(item(second), item(first))
    }
  }

  /// Puts the items with these ids into this order, on the places that they have together; others keep theirs.
  @inlinable
  mutating func order(_ section: SectionID, as ids: [Item.ID]) {
    guard let position = position(of: section) else { return }
    let wanted = ids.compactMap { offset(of: $0, inSection: position) }
    var order = Array(0..<contents[position].items.count)
    for (place, origin) in zip(wanted.sorted(), wanted) { order[place] = origin }
    rewrite(sectionAt: position, 0..<order.count) { rewrite in
      for origin in order { rewrite.keep(origin..<origin + 1) }
    }
  }

  /// The offset of a place once the item with this id has been taken out, which stood at the offset `old`.
  @inlinable
  func offset(of place: ItemPlace<Item.ID>, inSection position: Int, of id: Item.ID, at old: Int) -> Int {
    switch place {
    case .before(id, _), .after(id, _): old  // beside itself
    case .first, .last, .offset, .before, .after: offset(of: place, inSection: position)
    }
  }

  /// Has the cells of these items configured again, as ``update(_:in:)`` does.
  mutating func markUpdates(_ ids: some Sequence<Item.ID>, in section: SectionID) {
    updatedItems = updatedItems ?? [:]
    for id in ids { updatedItems?[section, default: [:]][id] = UpdateNumber.next() }
  }

  /// Forgets the ids passed to ``update(_:in:)``, once the list view has been told of them.
  mutating func forgetUpdates() { updatedItems = nil }
}

extension SectionedList {
  @inlinable
  mutating func insertNew(_ items: [Item], at offset: Int, inSectionAt position: Int) {
    precondition(offset >= 0 && offset <= contents[position].items.count, "offset out of range")
    guard !items.isEmpty else { return }
    // One item mostly finds room in its leaf, and a loop of single edits should not pay for more.
    if items.count == 1 {
      let hash = ItemIndex.hash(items[0].id)
      if let place = contents[position].items.insert(items[0], hash: hash, at: offset) {
        index.insert(
          hash: hash &+ salt(of: contents[position].key), at: ItemLocation(leaf: place.leaf, hint: place.offset))
        return checkInvariants(touching: position)
      }
    }
    rewrite(sectionAt: position, offset..<offset) { rewrite in
      for item in items { rewrite.insert(item, hash: ItemIndex.hash(item.id)) }
    }
  }

  /// - Parameter offsets: The offsets of the items to remove, ascending; repeats are allowed.
  @inlinable
  mutating func removeItems(at offsets: [Int], inSectionAt position: Int) {
    // Each stretch of neighbours is rewritten alone, the last first, so that the offsets of the others stay true.
    var end = offsets.count
    while end > 0 {
      var start = end - 1
      while start > 0, offsets[end - 1] - offsets[start - 1] < ItemTree<Item>.leafWidth { start -= 1 }
      let stretch = offsets[start]..<offsets[end - 1] + 1
      if stretch.count == 1, let removed = contents[position].items.remove(at: stretch.lowerBound) {
        index.remove(hash: removed.hash &+ salt(of: contents[position].key), in: removed.leaf)
        end = start
        continue
      }
      rewrite(sectionAt: position, stretch) { rewrite in
        for index in start..<end - 1 {
          rewrite.keep(min(offsets[index] + 1, offsets[index + 1])..<offsets[index + 1])
        }
      }
      end = start
    }
  }

  @inlinable
  mutating func removeAllItems(inSectionAt position: Int) {
    let items = contents[position].items
    guard items.count > 0 else { return }
    contents[position].items = ItemTree()
    if index.count == items.count { return (index, names) = (ItemIndex(), LeafNames()) }
    // Whichever costs less: taking out what goes, or indexing again what stays.
    if index.count + contents.count < 2 * items.count { return makeIndex() }
    let salt = salt(of: contents[position].key)
    for branch in items.branches {
      for leaf in branch.leaves {
        for hash in leaf.hashes { index.remove(hash: hash &+ salt, in: leaf.name) }
        names.release(leaf.name)
      }
    }
  }

  /// Makes the index from what the sections hold.
  @inlinable
  mutating func makeIndex() {
    (index, names) = (ItemIndex(), LeafNames())
    for position in contents.indices {
      let old = contents[position].items
      contents[position].items = ItemTree()
      for branch in old.branches {
        for leaf in branch.leaves {
          for (item, hash) in zip(leaf.items, leaf.hashes) {
            let location = Self.nextLocation(in: contents[position].items, names)
            index.insert(hash: hash &+ salt(of: contents[position].key), at: location)
            Self.append(item, hash: hash, to: &contents[position], &names)
          }
        }
      }
    }
  }

  /// Rewrites a stretch of a section. All edits go through here, so that items and index can't disagree.
  ///
  /// - Parameter body: Gives, in order, what stands in the stretch afterwards. Items that it leaves out are removed.
  @inlinable
  mutating func rewrite(sectionAt position: Int, _ range: Range<Int>, _ body: (inout LeafRewrite<Item>) -> Void) {
    // The tree is taken out meanwhile, so that it can be changed in place.
    var tree = ItemTree<Item>()
    swap(&tree, &contents[position].items)
    var rewrite = LeafRewrite(consume tree, range)
    body(&rewrite)
    rewrite.finish()
    take(&rewrite, inSectionAt: position)
    swap(&rewrite.tree, &contents[position].items)
    checkInvariants(touching: position)
  }

  /// Tells the index what a rewrite changed, and puts the new leaves into the tree.
  @inlinable
  mutating func take(_ rewrite: inout LeafRewrite<Item>, inSectionAt position: Int) {
    let key = contents[position].key
    let salt = salt(of: key)
    var place = 0
    for leaf in rewrite.old {
      for hash in leaf.hashes {
        if !rewrite.isKept[place] { index.remove(hash: hash &+ salt, in: leaf.name) }
        place += 1
      }
    }
    for leaf in rewrite.leaves.indices where rewrite.leaves[leaf].name == LeafRewrite<Item>.unnamed {
      let name = names.assign(to: .init(section: key, branch: 0, leaf: 0))  // until it has a position
      rewrite.leaves[leaf].name = name
    }
    for arrival in rewrite.arrivals {
      let location = ItemLocation(leaf: rewrite.leaves[arrival.leaf].name, hint: arrival.offset)
      let hash = rewrite.leaves[arrival.leaf].hashes[arrival.offset] &+ salt
      if arrival.origin < 0 {
        index.insert(hash: hash, at: location)
      } else {
        index.move(hash: hash, from: rewrite.old[arrival.origin].name, to: location)
      }
    }
    for leaf in rewrite.old.indices where !rewrite.isTaken[leaf] { names.release(rewrite.old[leaf].name) }
    rewrite.old = []
    for branch in rewrite.replaceLeaves() {
      for leaf in rewrite.tree.branches[branch].leaves.indices {
        names[rewrite.tree.branches[branch].leaves[leaf].name] = .init(section: key, branch: branch, leaf: leaf)
      }
    }
  }
}
