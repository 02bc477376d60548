extension SectionedList {
  /// The items of one section: a value that shares its storage with the list and does not change with it.
  public struct Items: RandomAccessCollection, Sendable {
    @usableFromInline let vector: PersistentVector<Item>

    @inlinable
    init(_ vector: PersistentVector<Item>) { self.vector = vector }

    /// The position of the first item, always 0.
    @inlinable
    public var startIndex: Int { 0 }
    /// The number of items.
    @inlinable
    public var endIndex: Int { vector.count }
    /// The item at this position, effectively constant.
    @inlinable
    public subscript(position: Int) -> Item { vector[position] }
    /// Visits the items a leaf at a time, which is faster than asking for each position.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(vector) }

    /// Visits the items in order.
    public struct Iterator: IteratorProtocol {
      @usableFromInline let vector: PersistentVector<Item>
      @usableFromInline var leaf: ContiguousArray<Item> = []
      @usableFromInline var start = 0
      @usableFromInline var position = 0

      @inlinable
      init(_ vector: PersistentVector<Item>) { self.vector = vector }

      /// The next item, nil after the last.
      @inlinable
      public mutating func next() -> Item? {
        if position == start + leaf.count {
          guard position < vector.count else { return nil }
          (leaf, start) = vector.leaf(containing: position)
        }
        defer { position += 1 }
        return leaf[position - start]
      }
    }
  }
}
