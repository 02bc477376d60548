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
      for offset in hashes.indices where hashes[offset] == hash {
        if items.branches[0].leaves[0].items[offset].id == id { return offset }
      }
      return nil
    }
    var offset: Int?
    _ = index.location(hash: hash &+ salt) { location in
      let place = names[location.leaf]
      guard place.section == key else { return false }
      offset = items.offset(of: id, in: .init(branch: place.branch, leaf: place.leaf), near: location.hint)
      return offset != nil
    }
    return offset
  }
}
