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
  /// - Complexity: O(*k*), where *k* is the number of items in the section and in the argument. An item is hashed only
  ///   if it is new, has left, or no longer follows the one that it followed.
  @inlinable
  public mutating func replaceItems(in section: SectionID, with items: some Sequence<Item>) {
    guard let position = positions[section] else { return }
    let items = ContiguousArray(items)
    let replacement = replacement(of: position, with: items)
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

  @inlinable
  func replacement(of position: Int, with items: ContiguousArray<Item>) -> Replacement {
    let (old, new) = (contents[position].items, ItemTree(unnamed: items))
    return replacement(of: position, match: ItemMatch(old: old, new: new), items)
      ?? replacement(of: position, match: ItemMatch(old: old, new: new, looksForTail: false), items)
      ?? Replacement(match: ItemMatch(old: old, new: new))
  }

  /// Returns nil if an item of the common tail is repeated ahead of it: the first one stays, so the tail is not common.
  @inlinable
  func replacement(of position: Int, match: ItemMatch<Item>, _ items: ContiguousArray<Item>) -> Replacement? {
    var result = Replacement(match: match)
    result.match.match { offset(of: $0, inSection: position) }
    if result.match.isInTail { return nil }
    let unmatched = result.match.partnersOfNew.reduce(0) { $0 + ($1 < 0 ? 1 : 0) }
    var seen = Set<Item.ID>(minimumCapacity: unmatched)
    result.new.reserveCapacity(unmatched)
    for (step, partner) in result.match.partnersOfNew.enumerated() where partner < 0 {
      let offset = match.newRange.lowerBound + step
      // Where nothing was left to match, nothing was looked up.
      if partner == ItemMatch<Item>.none, match.oldRange.isEmpty,
        let old = self.offset(of: items[offset].id, inSection: position)
      {
        if old >= match.oldRange.upperBound { return nil }
        result.match.partnersOfNew[step] = ItemMatch<Item>.repeated
      }
      if result.match.partnersOfNew[step] == ItemMatch<Item>.none, seen.insert(items[offset].id).inserted {
        result.new.append(offset)
      } else {
        result.match.partnersOfNew[step] = ItemMatch<Item>.repeated
        result.repeats.append(offset)
      }
    }
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
      for offset in items.indices {
        let hash = hash(of: items[offset].id, in: contents[position].key)
        index.insert(hash: hash, at: Self.nextLocation(in: contents[position].items, names))
        Self.append(items[offset], to: &contents[position], &names)
      }
      return checkInvariants(touching: position)
    }
    if replacesContents {
      contents[position].items.replace(from: 0, with: items[..<match.newRange.lowerBound])
      contents[position].items.replace(from: match.oldRange.upperBound, with: items[match.newRange.upperBound...])
    }
    if match.oldRange.isEmpty, match.newRange.isEmpty { return }
    if match.oldRange.isEmpty, match.newRange.upperBound == items.count {
      for offset in replacement.new {
        let hash = hash(of: items[offset].id, in: contents[position].key)
        index.insert(hash: hash, at: Self.nextLocation(in: contents[position].items, names))
        Self.append(items[offset], to: &contents[position], &names)
      }
      return checkInvariants(touching: position)
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
          rewrite.insert(items[match.newRange.lowerBound + first])
        }
      }
    }
  }
}
