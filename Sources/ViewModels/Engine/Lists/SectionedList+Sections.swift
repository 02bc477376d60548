// MARK: - Changing the sections

extension SectionedList {
  /// Inserts empty sections at this position, by default at the end. Sections that the list contains already, and
  /// repeats within the argument, are left out.
  ///
  /// A position that is not possible is the nearest one that is.
  ///
  /// - Complexity: O(*k* + *t*), where *k* is the number of sections in the argument and *t* the number of sections
  ///   behind them.
  @inlinable
  public mutating func insertSections(_ sections: some Collection<SectionID>, at position: Int? = nil) {
    let position = Swift.min(Swift.max(0, position ?? contents.count), contents.count)
    record(.insertSections(Array(sections), at: position))
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
    let sections = Array(sections)
    record(.removeSections(sections))
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
  ///   - position: The section's position after the move; the nearest possible one if it is not possible.
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  public mutating func moveSection(_ section: SectionID, to position: Int) {
    guard let old = positions[section] else { return }
    let position = Swift.min(Swift.max(0, position), contents.count - 1)
    record(.moveSection(section, to: position))
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
    record(.arrangeSections(order))
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

  /// Removes the sections that are not named, adds the new ones, and moves the rest into this order. Sections that stay
  /// keep their items.
  /// - Parameter sections: In order; repeats are dropped.
  mutating func replaceSections(with sections: [SectionID]) {
    var wanted: Set<SectionID> = []
    let sections = sections.filter { wanted.insert($0).inserted }
    removeSections(self.sections.filter { !wanted.contains($0) })
    insertSections(sections)
    arrangeSections(in: sections)
  }
}
