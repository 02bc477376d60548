// MARK: - Changing the sections

extension SectionedList {
  /// Puts empty sections in at this position, the end by default.
  ///
  /// - Precondition: none of them is in the list, none is named twice.
  /// - Complexity: follows the number of sections.
  @inlinable
  public mutating func insertSections(_ sections: some Collection<SectionID>, at position: Int? = nil) {
    let new = sections.map { section in
      precondition(positions[section] == nil, "section \(section) is in the list already")
      births += 1
      return Content(section: section, number: takeNumber(), birth: births)
    }
    contents.insert(contentsOf: new, at: position ?? contents.count)
    renumber()
    precondition(positions.count == contents.count, "a section is named twice")
  }

  /// Takes a section out with its items.
  ///
  /// - Precondition: the section is in the list.
  /// - Complexity: follows the number of sections and of the items that leave.
  @inlinable
  public mutating func removeSection(_ section: SectionID) {
    let position = knownPosition(of: section)
    removeAllItems(inSectionAt: position)
    let number = contents.remove(at: position).number
    positions[section] = nil
    positionsByNumber[Int(number)] = -1
    freeNumbers.append(number)
    renumber()
  }

  /// Moves a section with its items to the position that it is to have afterwards.
  ///
  /// - Precondition: the section is in the list.
  /// - Complexity: follows the number of sections.
  @inlinable
  public mutating func moveSection(_ section: SectionID, to position: Int) {
    let content = contents.remove(at: knownPosition(of: section))
    contents.insert(content, at: position)
    renumber()
  }

  @inlinable
  mutating func takeNumber() -> UInt32 {
    if let number = freeNumbers.popLast() { return number }
    positionsByNumber.append(-1)
    return UInt32(positionsByNumber.count - 1)
  }

  @inlinable
  mutating func renumber() {
    for (position, content) in contents.enumerated() where positionsByNumber[Int(content.number)] != position {
      positions[content.section] = position
      positionsByNumber[Int(content.number)] = position
    }
  }
}
