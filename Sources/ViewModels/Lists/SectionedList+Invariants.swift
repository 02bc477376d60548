extension SectionedList {
  /// In debug builds, checks one section cheaply: the last item is found where it stands.
  @inlinable
  func checkInvariants(touching position: Int) {
    assert(
      contents[position].items.count == 0
        || offset(of: contents[position].items[contents[position].items.count - 1].id, inSection: position)
          == contents[position].items.count - 1
    )
  }

  /// Checks everything, at the cost of a walk through the list; for tests.
  package func checkInvariants() {
    precondition(positions.count == contents.count && Set(contents.map(\.number)).count == contents.count)
    for (position, content) in contents.enumerated() {
      precondition(positions[content.section] == position && content.number < nextNumber)
      content.items.checkInvariants()
      for (offset, item) in items(in: content.section).enumerated() {
        precondition(self.offset(of: item.id, inSection: position) == offset)
      }
    }
    precondition(index.checkedEntries().count == contents.reduce(0) { $0 + $1.items.count })
  }
}
