/// Reads a vector at places that are mostly close to each other: it goes down the tree only to change leaves.
@usableFromInline
struct LeafCursor<Element> {
  @usableFromInline let vector: PersistentVector<Element>
  /// The elements in the leaf that was read last. They are looked at here: fetching one would retain what is in it.
  @usableFromInline var leaf: ContiguousArray<Element> = []
  @usableFromInline var start = 0

  @inlinable
  init(_ vector: PersistentVector<Element>) { self.vector = vector }

  /// Goes to the leaf that holds this position, and says where in the leaf.
  @inlinable
  mutating func offset(of position: Int) -> Int {
    if position < start || position >= start + leaf.count { (leaf, start) = vector.leaf(containing: position) }
    return position - start
  }

  /// Whether the item at this position has this id.
  @inlinable
  mutating func holds(_ id: Element.ID, at position: Int) -> Bool where Element: Identifiable {
    let offset = offset(of: position)
    return leaf[offset].id == id
  }
}
