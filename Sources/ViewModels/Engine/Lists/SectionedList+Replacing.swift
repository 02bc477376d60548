extension SectionedList {
  /// Replaces all items of the section with these, dropping repeats within the argument.
  ///
  /// What both have in common stays where it is: items at the head and at the tail, and runs of items in the
  /// same order, are compared and not looked up, and the index is told of the others alone.
  ///
  /// ```swift
  /// var new = list
  /// new.replaceItems(in: .photos, with: answer.photos)
  /// let batch = new.difference(from: list)
  /// ```
  ///
  /// - Complexity: O(*k*), where *k* is the number of items in the section and in the argument. An item of the argument is
  ///   hashed at most once, and only if it is new or no longer follows the one that it followed; or, where that holds of
  ///   many in a list without other items, each once. Items that the section holds are never hashed.
  @inlinable
  public mutating func replaceItems(in section: SectionID, with items: some Sequence<Item>) {
    guard let position = position(of: section) else { return }
    let items = ContiguousArray(items)
    guard let replacement = replacement(of: position, with: items, mayBuild: recording == nil) else { return }
    if recording != nil { record(.set(Array(items), removed: Array(replacement.removedItems)), inSectionAt: position) }
    contents[position].repeats = replacement.repeats.count
    replaceItems(inSectionAt: position, by: replacement, items)
  }

  /// What is to be done to a section so that it holds other items.
  @usableFromInline
  struct Replacement {
    @usableFromInline var match: ItemMatch<Item>
    /// The offsets of the items that are left out because an equal id comes before them.
    @usableFromInline var repeats: [Int] = []
    /// The offsets of the items that the section does not hold.
    @usableFromInline var new: [Int] = []

    @inlinable
    init(match: ItemMatch<Item>) { self.match = match }

    /// The ids of the items that the section loses.
    @inlinable var removedItems: some Sequence<Item.ID> {
      match.partnersOfOld.enumerated().lazy.filter { $0.element == ItemMatch<Item>.none }
        .map { match.old[match.oldRange.lowerBound + $0.offset].id }
    }
  }

  /// A section is made from nothing if more than one item in so many no longer stands behind the one before: to tell the index
  /// of one takes about as long as to hash and place eight.
  @usableFromInline static var breaksPerItem: Int { 8 }

  /// Finds what is to be done to a section so that it holds other items.
  ///
  /// - Parameter mayBuild: Whether the section may be made from nothing instead, if it has little in common with the items and
  ///   no other section holds any: that takes less time then than to tell the index what has changed.
  /// - Returns: Nil if it has been made from nothing.
  @inlinable
  mutating func replacement(
    of position: Int, with items: ContiguousArray<Item>, mayBuild: Bool
  ) -> Replacement? {
    let (old, new) = (contents[position].items, ItemTree(unnamed: items))
    let builds = mayBuild && items.count >= Self.buildThreshold && index.count == old.count
    let finder = finder(ofSectionAt: position)
    var match = ItemMatch(old: old, new: new)
    if match.match(finder, givingUpAt: builds ? Self.breaksPerItem : 0) == nil {
      var hashes: ContiguousArray<UInt32> = []
      hashes.reserveCapacity(items.count)
      for offset in items.indices { hashes.append(match.hash(of: items[offset].id, at: offset)) }
      if build(new, hashes: hashes, inSectionAt: position) {
        contents[position].repeats = 0
        return nil
      }
      match = ItemMatch(old: old, new: new)
      match.match(finder)
    }
    if let replacement = Self.replacement(by: &match, finder, items) { return replacement }
    match = ItemMatch(old: old, new: new, looksForTail: false)
    match.match(finder)
    return Self.replacement(by: &match, finder, items) ?? Replacement(match: ItemMatch(old: old, new: new))
  }

  /// Returns nil if an item of the common tail is repeated ahead of it: the first one stays, so the tail is not common.
  @inlinable
  static func replacement(
    by match: inout ItemMatch<Item>, _ finder: ItemFinder<Item>, _ items: ContiguousArray<Item>
  ) -> Replacement? {
    if match.isInTail { return nil }
    let unmatched = match.partnersOfNew.reduce(0) { $0 + ($1 < 0 ? 1 : 0) }
    var (new, repeats, seen): ([Int], [Int], _) = ([], [], HashChains(capacity: unmatched))
    new.reserveCapacity(unmatched)
    if match.hashesOfNew.isEmpty, unmatched > 0 {
      match.hashesOfNew = ContiguousArray(repeating: 0, count: match.newRange.count)
    }
    for step in match.partnersOfNew.indices where match.partnersOfNew[step] < 0 {
      let offset = match.newRange.lowerBound + step
      let id = items[offset].id
      let hash = match.hash(of: id, at: offset)
      match.hashesOfNew[step] = hash
      // Where nothing was left to match, nothing was looked up.
      if match.oldRange.isEmpty, let old = finder.offset(of: id, hash: hash) {
        if old >= match.oldRange.upperBound { return nil }
        match.partnersOfNew[step] = ItemMatch<Item>.repeated
      }
      if match.partnersOfNew[step] == ItemMatch<Item>.none,
        seen.last(hash, where: { items[new[$0]].id == id }) == nil
      {
        seen.add(hash)
        new.append(offset)
      } else {
        match.partnersOfNew[step] = ItemMatch<Item>.repeated
        repeats.append(offset)
      }
    }
    var result = Replacement(match: match)
    (result.new, result.repeats) = (new, repeats)
    return result
  }

  /// - Parameter replacesContents: Whether items with the same id are replaced, too; false if an item is its id.
  @inlinable
  mutating func replaceItems(
    inSectionAt position: Int, by replacement: Replacement, _ items: ContiguousArray<Item>,
    replacesContents: Bool = true
  ) {
    let match = replacement.match
    // Nothing in common: begin from nothing.
    if match.oldRange.count == contents[position].items.count, replacement.new.count == items.count {
      removeAllItems(inSectionAt: position)
      return appendNew(replacement, items, toSectionAt: position)
    }
    if replacesContents {
      contents[position].items.replace(from: 0, with: items[..<match.newRange.lowerBound])
      contents[position].items.replace(from: match.oldRange.upperBound, with: items[match.newRange.upperBound...])
    }
    if match.oldRange.isEmpty, match.newRange.isEmpty { return }
    if match.oldRange.isEmpty, match.newRange.upperBound == items.count {
      return appendNew(replacement, items, toSectionAt: position)
    }
    if contents[position].items.isOneLeaf, items.count <= 2 * ItemTree<Item>.leafWidth {
      return replaceLeaf(ofSectionAt: position, by: replacement, items)
    }
    rewrite(sectionAt: position, match.oldRange) { rewrite in
      var step = 0
      while step < match.partnersOfNew.count {
        let (first, partner) = (step, match.partnersOfNew[step])
        step += 1
        if partner >= 0 {
          while step < match.partnersOfNew.count, Int(match.partnersOfNew[step]) == Int(partner) + step - first {
            step += 1
          }
          let start = match.newRange.lowerBound + first
          rewrite.keep(
            Int(partner)..<Int(partner) + step - first,
            as: replacesContents ? items[start..<start + step - first] : nil)
        } else if partner == ItemMatch<Item>.none {
          rewrite.insert(items[match.newRange.lowerBound + first], hash: match.hashesOfNew[first])
        }
      }
    }
  }

  /// Replaces the items of a section that has one leaf and keeps it: none is in another leaf than before.
  @inlinable
  mutating func replaceLeaf(
    ofSectionAt position: Int, by replacement: Replacement, _ items: ContiguousArray<Item>
  ) {
    let (match, salt) = (replacement.match, salt(of: contents[position].key))
    let old = contents[position].items.branches[0].leaves[0]
    for (step, partner) in match.partnersOfOld.enumerated() where partner == ItemMatch<Item>.none {
      index.remove(hash: old.hashes[match.oldRange.lowerBound + step] &+ salt, in: old.name)
    }
    var leaf = ItemTree<Item>.Leaf(items, hashes: [], named: old.name)
    for offset in replacement.repeats.reversed() { leaf.items.remove(at: offset) }
    leaf.hashes.reserveCapacity(leaf.items.count)
    leaf.hashes += old.hashes[..<match.oldRange.lowerBound]
    for (step, partner) in match.partnersOfNew.enumerated() where partner != ItemMatch<Item>.repeated {
      let hash = partner >= 0 ? old.hashes[Int(partner)] : match.hashesOfNew[step]
      if partner < 0 {
        index.insert(hash: hash &+ salt, at: ItemLocation(leaf: old.name, hint: leaf.hashes.count))
      }
      leaf.hashes.append(hash)
    }
    leaf.hashes += old.hashes[match.oldRange.upperBound...]
    contents[position].items = ItemTree([leaf])
    checkInvariants(touching: position)
  }

  /// Appends the items that the section does not hold.
  @inlinable
  mutating func appendNew(
    _ replacement: Replacement, _ items: ContiguousArray<Item>, toSectionAt position: Int
  ) {
    let (start, salt) = (replacement.match.newRange.lowerBound, salt(of: contents[position].key))
    for offset in replacement.new {
      let hash = replacement.match.hashesOfNew[offset - start]
      index.insert(hash: hash &+ salt, at: Self.nextLocation(in: contents[position].items, names))
      Self.append(items[offset], hash: hash, to: &contents[position], &names)
    }
    checkInvariants(touching: position)
  }
}
