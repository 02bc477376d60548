// MARK: - Changing the sections

extension SectionedList {
  /// Inserts empty sections at this position, by default at the end.
  ///
  /// - Precondition: The list contains none of them, and the argument none of them twice.
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  public mutating func insertSections(_ sections: some Collection<SectionID>, at position: Int? = nil) {
    let new = sections.map { section in
      precondition(positions[section] == nil, "section \(section) is in the list already")
      births += 1
      return Content(section: section, key: makeKey(), birth: births)
    }
    contents.insert(contentsOf: new, at: position ?? contents.count)
    updatePositions()
    precondition(positions.count == contents.count, "a section is named twice")
  }

  /// Removes a section with its items.
  ///
  /// - Complexity: O(*s* + *k*), where *s* is the number of sections and *k* the number of items in the removed one.
  @inlinable
  public mutating func removeSection(_ section: SectionID) {
    guard let position = positions[section] else { return }
    removeAllItems(inSectionAt: position)
    let key = contents.remove(at: position).key
    positions[section] = nil
    positionsByKey[Int(key)] = -1
    freeKeys.append(key)
    updatePositions()
  }

  /// Moves a section with its items.
  ///
  /// - Parameters:
  ///   - section: The section to move.
  ///   - position: The section's position after the move.
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  public mutating func moveSection(_ section: SectionID, to position: Int) {
    guard let old = positions[section] else { return }
    let content = contents.remove(at: old)
    contents.insert(content, at: position)
    updatePositions()
  }

  @inlinable
  mutating func makeKey() -> UInt32 {
    if let key = freeKeys.popLast() { return key }
    positionsByKey.append(-1)
    return UInt32(positionsByKey.count - 1)
  }

  @inlinable
  mutating func updatePositions() {
    for (position, content) in contents.enumerated() where positionsByKey[Int(content.key)] != position {
      positions[content.section] = position
      positionsByKey[Int(content.key)] = position
    }
  }
}
