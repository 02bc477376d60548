/// The items of one section, in order: a tree of three levels whose copies share what they have in common.
///
/// The section has branches, a branch has leaves, a leaf has items. An edit touches the leaf it falls into, and the
/// starts of the leaves and branches behind it; everything else stays shared with the copies. Each leaf has a name
/// that stays the same however its items and its place change, so an index that says "in this leaf" stays true for the
/// items of all other leaves, wherever those are by then.
///
/// Appended items fill leaves of ``leafWidth`` and branches of ``branchWidth``. Edits let both grow to twice that, and
/// shrink to half. A list that was only appended to is therefore regular, and an offset leads straight to its leaf.
///
/// - Complexity: Reading by offset is effectively O(1). An edit is O(w + *n* / w²), where w is a width and *n* the
///   number of items: 16 entries to shift for a list of 100,000, or 1,600 for ten million.
@usableFromInline
struct ItemTree<Item> {
  /// Items that stand next to each other.
  @usableFromInline
  struct Leaf {
    @usableFromInline var items: ContiguousArray<Item>
    /// The hashes of the items' ids, so that each is computed once, when the item comes in; empty in a tree that no index
    /// refers to.
    @usableFromInline var hashes: ContiguousArray<UInt32>
    /// The offset of the first item in its branch.
    @usableFromInline var start: UInt32
    @usableFromInline var name: UInt32

    @inlinable
    init(_ items: ContiguousArray<Item>, hashes: ContiguousArray<UInt32>, named name: UInt32) {
      (self.items, self.hashes, self.name, start) = (items, hashes, name, 0)
    }
  }

  /// Leaves that stand next to each other.
  @usableFromInline
  struct Branch {
    @usableFromInline var leaves: ContiguousArray<Leaf>
    /// The offset of the first item in the section.
    @usableFromInline var start = 0

    @inlinable
    init(_ leaves: ContiguousArray<Leaf>) { self.leaves = leaves }
  }

  /// Where a leaf is.
  @usableFromInline
  struct Position: Equatable {
    @usableFromInline var branch: Int
    @usableFromInline var leaf: Int

    @inlinable
    init(branch: Int, leaf: Int) { (self.branch, self.leaf) = (branch, leaf) }
  }

  /// How many appended items a leaf takes. Items without references are copied and compared as bytes, so their leaves
  /// may be wide. Other leaves are short: an append while a copy is held copies the last one, and retains its items.
  @usableFromInline static var leafWidth: Int { _isPOD(Item.self) ? 128 : 32 }
  /// How many leaves a branch takes at the end of the section.
  @usableFromInline static var branchWidth: Int { 64 }

  @usableFromInline var branches: ContiguousArray<Branch> = []
  @usableFromInline var count = 0

  @inlinable init() {}

  /// Creates a tree that no index refers to, for comparing.
  @inlinable
  init(unnamed items: ContiguousArray<Item>) {
    var leaves: ContiguousArray<Leaf> = []
    leaves.reserveCapacity(items.count / Self.leafWidth + 1)
    for part in Self.parts(of: items, by: Self.leafWidth) { leaves.append(Leaf(part, hashes: [], named: 0)) }
    self.init(leaves)
  }

  /// Creates a tree of these leaves.
  @inlinable
  init(_ leaves: ContiguousArray<Leaf>) {
    for part in Self.parts(of: leaves, by: Self.branchWidth) { branches.append(Branch(part)) }
    setStarts(in: branches.indices)
  }

  /// Cuts an array into pieces of this width; one that is no longer is its own piece, and is not copied.
  @inlinable
  static func parts<Element>(
    of whole: ContiguousArray<Element>, by width: Int
  ) -> some Sequence<ContiguousArray<Element>> {
    stride(from: 0, to: whole.count, by: width).lazy.map { start in
      whole.count <= width ? whole : ContiguousArray(whole[start..<min(start + width, whole.count)])
    }
  }

  /// Groups leaves into branches. The last one takes what would be too few for a branch of its own.
  @inlinable
  static func branches(of leaves: ContiguousArray<Leaf>) -> ContiguousArray<Branch> {
    var branches: ContiguousArray<Branch> = []
    var start = 0
    while start < leaves.count {
      let end = leaves.count - start < 2 * branchWidth ? leaves.count : start + branchWidth
      branches.append(Branch(ContiguousArray(leaves[start..<end])))
      start = end
    }
    return branches
  }
}

extension ItemTree: Sendable where Item: Sendable {}
extension ItemTree.Leaf: Sendable where Item: Sendable {}
extension ItemTree.Branch: Sendable where Item: Sendable {}

// MARK: - Reading

extension ItemTree {
  @inlinable
  subscript(offset: Int) -> Item {
    precondition(offset >= 0 && offset < count, "there is no item at this offset")
    let branch = branchIndex(of: offset)
    let rest = offset - branches[branch].start
    let leaf = Self.leafIndex(of: rest, in: branches[branch].leaves)
    return branches[branch].leaves[leaf].items[rest - Int(branches[branch].leaves[leaf].start)]
  }

  /// Returns the leaf that holds the item at `offset`, and the offset of the first item there.
  @inlinable
  func leaf(containing offset: Int) -> (leaf: Leaf, start: Int) {
    let position = position(of: offset)
    return (self[position], start(of: position))
  }

  @inlinable
  subscript(position: Position) -> Leaf {
    @inline(__always) _read { yield branches[position.branch].leaves[position.leaf] }
  }

  /// The offset of a leaf's first item.
  @inlinable
  func start(of position: Position) -> Int { branches[position.branch].start + Int(self[position].start) }

  /// Returns the leaf that holds the item at `offset`, which must be in range.
  @inlinable
  func position(of offset: Int) -> Position {
    let branch = branchIndex(of: offset)
    return Position(
      branch: branch, leaf: Self.leafIndex(of: offset - branches[branch].start, in: branches[branch].leaves))
  }

  /// Returns the branch that holds an offset: the one that would if all were regular, or the one that a search finds.
  @inlinable
  func branchIndex(of offset: Int) -> Int {
    let guess = min(offset / (Self.leafWidth * Self.branchWidth), branches.count - 1)
    if branches[guess].start <= offset, guess + 1 == branches.count || offset < branches[guess + 1].start {
      return guess
    }
    var (low, high) = (0, branches.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if branches[middle].start <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  @inlinable
  static func leafIndex(of offset: Int, in leaves: ContiguousArray<Leaf>) -> Int {
    let guess = min(offset / leafWidth, leaves.count - 1)
    if leaves[guess].start <= offset, guess + 1 == leaves.count || offset < leaves[guess + 1].start { return guess }
    var (low, high) = (0, leaves.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if leaves[middle].start <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  @inlinable
  func position(after position: Position) -> Position? {
    if position.leaf + 1 < branches[position.branch].leaves.count {
      return Position(branch: position.branch, leaf: position.leaf + 1)
    }
    return position.branch + 1 < branches.count ? Position(branch: position.branch + 1, leaf: 0) : nil
  }
}

extension ItemTree where Item: Identifiable {
  /// Returns the offset of the item with this id in a leaf; nil if it is not there.
  ///
  /// - Parameter hint: The item's offset in the leaf when it was put there. The search goes outwards from it, since an
  ///   edit shifts items by little.
  @inlinable
  func offset(of id: Item.ID, in position: Position, near hint: Int) -> Int? {
    let branch = branches[position.branch].start + Int(branches[position.branch].leaves[position.leaf].start)
    let count = branches[position.branch].leaves[position.leaf].items.count
    // The items are read where they stand: fetching one would retain what it refers to.
    func holds(_ offset: Int) -> Bool { branches[position.branch].leaves[position.leaf].items[offset].id == id }
    if hint < count, holds(hint) { return branch + hint }
    var (low, high) = (min(hint, count) - 1, hint + 1)
    while low >= 0 || high < count {
      if low >= 0 {
        if holds(low) { return branch + low }
        low -= 1
      }
      if high < count {
        if holds(high) { return branch + high }
        high += 1
      }
    }
    return nil
  }
}
