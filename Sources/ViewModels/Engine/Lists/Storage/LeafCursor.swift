/// Reads a vector at offsets that are mostly close to each other. It descends the tree only to change leaves.
@usableFromInline
struct LeafCursor<Element> {
  @usableFromInline let vector: PersistentVector<Element>
  /// The leaf that was read last. Callers look at its elements here: fetching one would retain what it refers to.
  @usableFromInline var leaf: ContiguousArray<Element> = []
  @usableFromInline var start = 0

  @inlinable
  init(_ vector: PersistentVector<Element>) { self.vector = vector }

  /// Moves to the leaf that holds the element at `offset`, and returns the element's offset in that leaf.
  @inlinable
  mutating func offsetInLeaf(of offset: Int) -> Int {
    if offset < start || offset >= start + leaf.count { (leaf, start) = vector.leaf(containing: offset) }
    return offset - start
  }

  /// Returns whether the item at `offset` has this id.
  @inlinable
  mutating func holds(_ id: Element.ID, at offset: Int) -> Bool where Element: Identifiable {
    let offset = offsetInLeaf(of: offset)
    return leaf[offset].id == id
  }
}
