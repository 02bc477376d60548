/// Reads a tree at offsets that are mostly close to each other. It searches only to change leaves.
@usableFromInline
struct LeafCursor<Item> {
  @usableFromInline let tree: ItemTree<Item>
  /// The leaf that was read last. Callers look at its items here: fetching one would retain what it refers to.
  @usableFromInline var leaf: ContiguousArray<Item> = []
  @usableFromInline var start = 0

  @inlinable
  init(_ tree: ItemTree<Item>) { self.tree = tree }

  /// Moves to the leaf that holds the item at `offset`, and returns the item's offset in that leaf.
  @inlinable
  mutating func offsetInLeaf(of offset: Int) -> Int {
    if offset < start || offset >= start + leaf.count { (leaf, start) = tree.leaf(containing: offset) }
    return offset - start
  }

  /// Returns whether the item at `offset` has this id.
  @inlinable
  mutating func holds(_ id: Item.ID, at offset: Int) -> Bool where Item: Identifiable {
    let offset = offsetInLeaf(of: offset)
    return leaf[offset].id == id
  }
}
