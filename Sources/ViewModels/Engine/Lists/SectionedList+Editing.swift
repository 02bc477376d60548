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
  /// If `destination` holds the item's id already, the item there stays as it is, and the other one is removed.
  ///
  /// - Parameters:
  ///   - id: The id of the item to move.
  ///   - section: The section that holds the item.
  ///   - offset: The item's offset after the move; the nearest possible one if it is not possible.
  ///   - destination: The section that the item moves to.
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
    let isHeld = recording != nil && self[destination, id] != nil
    recording?.operations.append(
      .carry(item, from: section, to: destination, births: births, possible, isHeld: isHeld))
    let recording = recording.take()  // what follows is part of this call
    defer { self.recording = recording }
    remove(CollectionOfOne(id), from: section)
    insert(CollectionOfOne(item), place, in: destination)
    if let update = updatedItems?[section]?[id] { updatedItems?[destination, default: [:]][id] = update }
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
    if id == item.id { return update(item, in: section) }
    guard let position = position(of: section) else { return false }
    record(.replace(id, item), inSectionAt: position)
    let recording = recording.take()  // what follows is part of this call
    defer { self.recording = recording }
    if update(item, in: section) {
      remove(CollectionOfOne(id), from: section)
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
