/// Reads a tree at offsets that are mostly close to each other. It searches only to change leaves.
@usableFromInline
struct LeafCursor<Item> {
  @usableFromInline let tree: ItemTree<Item>
  /// The items of the leaf that was read last. Callers look at them here: fetching one would retain what it refers to.
  @usableFromInline var leaf: ContiguousArray<Item> = []
  /// Their ids' hashes.
  @usableFromInline var hashes: ContiguousArray<UInt32> = []
  @usableFromInline var start = 0

  @inlinable
  init(_ tree: ItemTree<Item>) { self.tree = tree }

  /// Moves to the leaf that holds the item at `offset`, and returns the item's offset in that leaf.
  @inlinable
  mutating func offsetInLeaf(of offset: Int) -> Int {
    if offset < start || offset >= start + leaf.count {
      let (next, first) = tree.leaf(containing: offset)
      (leaf, hashes, start) = (next.items, next.hashes, first)
    }
    return offset - start
  }

  /// Returns whether the item at `offset` has the id of another cursor's item. Where both have hashes, most ids that differ
  /// are told apart without a look at the items.
  @inlinable
  mutating func holds(_ other: LeafCursor, _ place: Int, at offset: Int) -> Bool where Item: Identifiable {
    let offset = offsetInLeaf(of: offset)
    if !other.hashes.isEmpty, hashes[offset] != other.hashes[place] { return false }
    return leaf[offset].id == other.leaf[place].id
  }
}
