extension SectionedList {
  /// In debug builds, checks one section cheaply: the index finds the last item at its offset, and its id is not one of
  /// many with the same hash.
  @inlinable
  func checkInvariants(touching position: Int) {
    assert(
      contents[position].items.count == 0
        || offset(of: contents[position].items[contents[position].items.count - 1].id, inSection: position)
          == contents[position].items.count - 1
    )
    assert(noticeCrowd(at: position))
  }

  @inlinable
  func noticeCrowd(at position: Int) -> Bool {
    let items = contents[position].items
    if items.count == 0 { return true }
    let id = items[items.count - 1].id
    return index.noticeCrowd(of: Item.ID.self, hash: hash(of: id, in: contents[position].key))
  }

  /// Checks everything, for tests.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items.
  package func checkInvariants() {
    precondition(keys.count == contents.count)
    precondition(contents.positions.count == contents.count + contents.free.count)
    precondition(contents.free.allSatisfy { contents.positions[Int($0)] == SectionTable<Content>.gone })
    for (position, content) in contents.enumerated() {
      precondition(self.position(of: content.section) == position && keys[content.section] == content.key)
      content.items.checkInvariants()
      for (offset, item) in items(in: content.section).enumerated() {
        precondition(self.offset(of: item.id, inSection: position) == offset)
      }
    }
    var leaves: Set<UInt32> = []
    for (position, content) in contents.enumerated() {
      for (branchIndex, branch) in content.items.branches.enumerated() {
        for (leafIndex, leaf) in branch.leaves.enumerated() {
          let place = names[leaf.name]
          precondition(place.section == content.key && place.branch == branchIndex && place.leaf == leafIndex)
          precondition(leaves.insert(leaf.name).inserted, "two leaves have one name")
        }
      }
      precondition(
        hasUniqueIDs == false || content.items.count == 0 || location(of: content.items[0].id)?.section == position)
    }
    precondition(names.count == leaves.count, "a name was not released")
    precondition(index.checkedEntries().count == contents.reduce(0) { $0 + $1.items.count })
  }
}
