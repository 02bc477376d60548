/// Finds the items of one section: what a loop of look-ups needs of a list, so that it does not retain the rest each time.
@usableFromInline
struct ItemFinder<Item: Identifiable> {
  @usableFromInline let items: ItemTree<Item>
  @usableFromInline let key: UInt32
  @usableFromInline let salt: UInt32
  @usableFromInline let index: ItemIndex
  @usableFromInline let names: LeafNames
  /// The hashes of a section that is one leaf: to go through so few takes less time than to ask the index.
  @usableFromInline let hashes: ContiguousArray<UInt32>?

  @inlinable
  init(items: ItemTree<Item>, key: UInt32, salt: UInt32, index: ItemIndex, names: LeafNames) {
    (self.items, self.key, self.salt, self.index, self.names) = (items, key, salt, index, names)
    hashes = items.isOneLeaf ? items.branches[0].leaves[0].hashes : nil
  }

  /// Returns the offset of the item with this id, whose hash this is; nil if the section does not hold it.
  @inlinable
  func offset(of id: Item.ID, hash: UInt32) -> Int? {
    if let hashes {
      guard Self.contains(hash, in: hashes) else { return nil }
      for offset in hashes.indices where hashes[offset] == hash {
        if items.branches[0].leaves[0].items[offset].id == id { return offset }
      }
      return nil
    }
    var start = 0
    while let found = index.location(hash: hash &+ salt, from: start) {
      let place = names[found.location.leaf]
      if place.section == key,
        let offset = items.offset(
          of: id, in: .init(branch: place.branch, leaf: place.leaf), near: found.location.hint)
      {
        return offset
      }
      start = found.next
    }
    return nil
  }

  /// Whether one of the hashes is this one. It looks at all of them, which the processor does several at a time; most of what is
  /// looked for is not there.
  @usableFromInline
  static func contains(_ hash: UInt32, in hashes: ContiguousArray<UInt32>) -> Bool {
    hashes.withUnsafeBufferPointer { hashes in
      var isThere: UInt32 = 0
      for other in hashes { isThere |= other == hash ? 1 : 0 }
      return isThere != 0
    }
  }
}
