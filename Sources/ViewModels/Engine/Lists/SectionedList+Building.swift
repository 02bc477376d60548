// A section that is made at once, in a list that holds nothing else: by a first page, or by an array that has little in
// common with what stood there.
extension SectionedList {
  /// From how many items it pays to make a section at once. A page of a few is appended.
  @usableFromInline static var buildThreshold: Int { 64 }

  /// The hashes of the items' ids.
  @inlinable
  static func hashes(of items: ContiguousArray<Item>) -> ContiguousArray<UInt32> {
    var hashes: ContiguousArray<UInt32> = []
    hashes.reserveCapacity(items.count)
    for offset in items.indices { hashes.append(ItemIndex.hash(items[offset].id)) }
    return hashes
  }

  /// Makes these the items of a section. No other section may hold any.
  ///
  /// - Parameters:
  ///   - tree: The items, in leaves that are full but the last, without hashes and names.
  ///   - hashes: Those of their ids.
  /// - Returns: False, with nothing done, if an id is repeated.
  /// - Complexity: O(*k*), where *k* is the number of items; no id is hashed.
  @inlinable
  mutating func build(
    _ tree: consuming ItemTree<Item>, hashes: ContiguousArray<UInt32>, inSectionAt position: Int
  ) -> Bool {
    assert(index.count == contents[position].items.count && hashes.count == tree.count)
    let (key, width) = (contents[position].key, ItemTree<Item>.leafWidth)
    guard
      let index = ItemIndex(
        hashes: hashes, salt: salt(of: key), leafWidth: width, areSame: { [tree] in tree[$0].id == tree[$1].id })
    else { return false }
    var names = LeafNames()
    var start = 0
    for branch in tree.branches.indices {
      for leaf in tree.branches[branch].leaves.indices {
        let end = min(start + width, hashes.count)
        tree.branches[branch].leaves[leaf].hashes = ContiguousArray(hashes[start..<end])
        tree.branches[branch].leaves[leaf].name = names.assign(to: .init(section: key, branch: branch, leaf: leaf))
        start = end
      }
    }
    (self.index, self.names) = (index, names)
    contents[position].items = tree
    checkInvariants(touching: position)
    return true
  }
}
