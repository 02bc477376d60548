// MARK: - Changing the sections

extension SectionedList {
  /// Inserts empty sections at this position, by default at the end. Sections that the list contains already, and
  /// repeats within the argument, are left out.
  ///
  /// - Precondition: `position` is at most the number of sections.
  /// - Complexity: O(*k* + *t*), where *k* is the number of sections in the argument and *t* the number of sections
  ///   behind them.
  @inlinable
  public mutating func insertSections(_ sections: some Collection<SectionID>, at position: Int? = nil) {
    let position = position ?? contents.count
    precondition(position >= 0 && position <= contents.count, "there is no such position")
    var new: [Content] = []
    for section in sections where positions[section] == nil {
      positions[section] = position
      births += 1
      new.append(Content(section: section, key: makeKey(), birth: births))
    }
    contents.insert(contentsOf: new, at: position)
    updatePositions(from: position)
  }

  /// Removes a section with its items. Does nothing if the section is not in the list.
  ///
  /// - Complexity: O(*k* + *t*), where *k* is the number of items in the section and *t* the number of sections behind
  ///   it.
  @inlinable
  public mutating func removeSection(_ section: SectionID) { removeSections(CollectionOfOne(section)) }

  /// Removes sections with their items. Sections that are not in the list are ignored.
  ///
  /// - Complexity: O(*k* + *t*), where *k* is the number of items in the sections and *t* the number of sections behind
  ///   the first of them.
  @inlinable
  public mutating func removeSections(_ sections: some Sequence<SectionID>) {
    var first = contents.count
    for section in sections {
      guard let position = positions.removeValue(forKey: section) else { continue }
      removeAllItems(inSectionAt: position)
      positionsByKey[Int(contents[position].key)] = -1
      freeKeys.append(contents[position].key)
      first = min(first, position)
    }
    guard first < contents.count else { return }
    // What stays moves up, in one pass.
    var kept = first
    for position in first..<contents.count where positionsByKey[Int(contents[position].key)] >= 0 {
      contents.swapAt(kept, position)
      kept += 1
    }
    contents.removeLast(contents.count - kept)
    updatePositions(from: first)
  }

  /// Moves a section with its items.
  ///
  /// - Parameters:
  ///   - section: The section to move.
  ///   - position: The section's position after the move.
  /// - Precondition: There is such a position.
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  public mutating func moveSection(_ section: SectionID, to position: Int) {
    guard let old = positions[section] else { return }
    precondition(contents.indices.contains(position), "there is no such position")
    let content = contents.remove(at: old)
    contents.insert(content, at: position)
    updatePositions(from: min(old, position))
  }

  /// Puts all sections into this order.
  ///
  /// - Parameter order: Each section once.
  /// - Complexity: O(*s*), where *s* is the number of sections.
  mutating func arrangeSections(in order: [SectionID]) {
    let arranged = order.compactMap { section in positions[section].map { contents[$0] } }
    precondition(arranged.count == contents.count, "a section is missing")
    contents = arranged
    updatePositions(from: 0)
  }

  @inlinable
  mutating func makeKey() -> UInt32 {
    if let key = freeKeys.popLast() { return key }
    positionsByKey.append(-1)
    return UInt32(positionsByKey.count - 1)
  }

  @inlinable
  mutating func updatePositions(from first: Int) {
    for position in first..<contents.count where positionsByKey[Int(contents[position].key)] != position {
      positions[contents[position].section] = position
      positionsByKey[Int(contents[position].key)] = position
    }
  }
}
