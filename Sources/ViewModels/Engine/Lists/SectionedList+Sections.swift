// MARK: - Changing the sections

extension SectionedList {
  /// Inserts empty sections at this position, by default at the end. Sections that the list contains already, and
  /// repeats within the argument, are left out.
  ///
  /// A position that is not possible is the nearest one that is.
  ///
  /// - Complexity: O(*k*), where *k* is the number of sections in the argument; four bytes are shifted for each of the sections
  ///   behind them.
  @inlinable
  public mutating func insertSections(_ sections: some Collection<SectionID>, at position: Int? = nil) {
    let position = Swift.min(Swift.max(0, position ?? contents.count), contents.count)
    guard record(.insertSections(Array(sections), at: position)) else { return }
    var new: [UInt32] = []
    for section in sections where keys[section] == nil {
      births += 1
      let key = contents.add { Content(section: section, key: $0, birth: births) }
      keys[section] = key
      new.append(key)
    }
    contents.insert(new, at: position)
  }

  /// Removes a section with its items. Does nothing if the section is not in the list.
  ///
  /// - Complexity: O(*k*), where *k* is the number of items in the section; four bytes are shifted for each of the sections
  ///   behind it.
  @inlinable
  public mutating func removeSection(_ section: SectionID) { removeSections(CollectionOfOne(section)) }

  /// Removes sections with their items. Sections that are not in the list are ignored.
  ///
  /// - Complexity: O(*k*), where *k* is the number of items in the sections; four bytes are shifted for each of the sections
  ///   behind the first of them.
  @inlinable
  public mutating func removeSections(_ sections: some Sequence<SectionID>) {
    let sections = Array(sections)
    guard record(.removeSections(sections)) else { return }
    var gone: [Int] = []
    for section in sections {
      guard let key = keys.removeValue(forKey: section) else { continue }
      let position = contents.position(of: key)
      removeAllItems(inSectionAt: position)
      gone.append(position)
    }
    contents.remove(at: gone.sorted())
  }

  /// Moves a section with its items.
  ///
  /// - Parameters:
  ///   - section: The section to move.
  ///   - position: The section's position after the move; the nearest possible one if it is not possible.
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @inlinable
  public mutating func moveSection(_ section: SectionID, to position: Int) {
    guard let old = self.position(of: section) else { return }
    let position = Swift.min(Swift.max(0, position), contents.count - 1)
    guard record(.moveSection(section, to: position)) else { return }
    contents.move(from: old, to: position)
  }

  /// Puts all sections into this order.
  ///
  /// - Parameter order: Each section once.
  /// - Complexity: O(*s*), where *s* is the number of sections.
  mutating func arrangeSections(in order: [SectionID]) {
    guard record(.arrangeSections(order)) else { return }
    contents.arrange(order.compactMap { keys[$0] })
  }

  /// Removes the sections that are not named, adds the new ones, and moves the rest into this order. Sections that stay
  /// keep their items.
  /// - Parameter sections: In order; repeats are dropped.
  mutating func replaceSections(with sections: [SectionID]) {
    let sections = sections.unique
    let wanted = Set(sections)
    removeSections(self.sections.filter { !wanted.contains($0) })
    insertSections(sections)
    arrangeSections(in: sections)
  }
}
