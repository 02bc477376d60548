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
    precondition(positions.count == contents.count)
    precondition(positionsByNumber.count == contents.count + freeNumbers.count)
    precondition(freeNumbers.allSatisfy { positionsByNumber[Int($0)] == -1 })
    for (position, content) in contents.enumerated() {
      precondition(positions[content.section] == position && positionsByNumber[Int(content.number)] == position)
      content.items.checkInvariants()
      for (offset, item) in items(in: content.section).enumerated() {
        precondition(self.offset(of: item.id, inSection: position) == offset)
      }
    }
    precondition(index.checkedEntries().count == contents.reduce(0) { $0 + $1.items.count })
  }
}
