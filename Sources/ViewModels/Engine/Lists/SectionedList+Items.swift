extension SectionedList {
  /// The items of one section, as a value that shares its storage with the list and does not change with it.
  public struct Items: RandomAccessCollection, Sendable {
    @usableFromInline let tree: ItemTree<Item>

    @inlinable
    init(_ tree: ItemTree<Item>) { self.tree = tree }

    /// The first item's offset: always 0.
    @inlinable
    public var startIndex: Int { 0 }
    /// The offset behind the last item: the number of items.
    @inlinable
    public var endIndex: Int { tree.count }
    /// Accesses the item at this offset, which must be in range.
    ///
    /// - Complexity: Effectively O(1)
    @inlinable
    public subscript(position: Int) -> Item { tree[position] }
    /// Returns an iterator that reads a leaf of the storage at a time. That is faster than subscripting.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(tree) }

    /// Iterates over the items in order.
    public struct Iterator: IteratorProtocol {
      @usableFromInline let tree: ItemTree<Item>
      @usableFromInline var leaf: ContiguousArray<Item> = []
      @usableFromInline var start = 0
      @usableFromInline var position = 0

      @inlinable
      init(_ tree: ItemTree<Item>) { self.tree = tree }

      /// Returns the next item; nil after the last.
      @inlinable
      public mutating func next() -> Item? {
        if position == start + leaf.count {
          guard position < tree.count else { return nil }
          let (next, first) = tree.leaf(containing: position)
          (leaf, start) = (next.items, first)
        }
        defer { position += 1 }
        return leaf[position - start]
      }
    }
  }
}
