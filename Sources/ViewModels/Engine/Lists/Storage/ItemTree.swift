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
    /// The offset of the first item in its branch.
    @usableFromInline var start: UInt32
    @usableFromInline var name: UInt32

    @inlinable
    init(_ items: ContiguousArray<Item>, named name: UInt32) {
      (self.items, self.name, start) = (items, name, 0)
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
  @usableFromInline private(set) var count = 0

  @inlinable init() {}

  /// Creates a tree that no index refers to, for comparing.
  @inlinable
  init(unnamed items: ContiguousArray<Item>) {
    var leaves: ContiguousArray<Leaf> = []
    leaves.reserveCapacity(items.count / Self.leafWidth + 1)
    for start in stride(from: 0, to: items.count, by: Self.leafWidth) {
      leaves.append(Leaf(ContiguousArray(items[start..<min(start + Self.leafWidth, items.count)]), named: 0))
    }
    self.init(leaves)
  }

  /// Creates a tree of these leaves.
  @inlinable
  init(_ leaves: ContiguousArray<Leaf>) {
    branches = Self.branches(of: leaves)
    setStarts(in: branches.indices)
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

  /// Returns the items of the leaf that holds the item at `offset`, and the offset of the first of them.
  @inlinable
  func leaf(containing offset: Int) -> (items: ContiguousArray<Item>, start: Int) {
    let position = position(of: offset)
    return (self[position].items, start(of: position))
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

  /// The last leaf; nil if there are no items.
  @inlinable var lastPosition: Position? {
    branches.last.map { Position(branch: branches.count - 1, leaf: $0.leaves.count - 1) }
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

// MARK: - Changing

extension ItemTree {
  /// Whether the next appended item opens a leaf.
  @inlinable var isLastLeafFull: Bool {
    guard let last = branches.last else { return true }
    return last.leaves[last.leaves.count - 1].items.count >= Self.leafWidth
  }

  /// Appends an item.
  ///
  /// - Parameter makeName: Returns the name of the leaf that the item opens at this position; called if
  ///   ``isLastLeafFull``.
  @inlinable
  mutating func append(_ item: Item, openingLeafNamed makeName: (Position) -> UInt32) {
    if isLastLeafFull {
      if branches.isEmpty || branches[branches.count - 1].leaves.count >= Self.branchWidth {
        var branch = Branch([])
        branch.start = count
        branches.append(branch)
      }
      let branch = branches.count - 1
      var leaf = Leaf([], named: makeName(Position(branch: branch, leaf: branches[branch].leaves.count)))
      // Short lists stay small; in long ones a leaf is allocated once.
      if count > 0 { leaf.items.reserveCapacity(Self.leafWidth) }
      leaf.start = UInt32(count - branches[branch].start)
      branches[branch].leaves.append(leaf)
    }
    let branch = branches.count - 1
    branches[branch].leaves[branches[branch].leaves.count - 1].items.append(item)
    count += 1
  }

  /// Inserts an item if its leaf has room.
  ///
  /// - Returns: The name of the leaf, and the item's offset there; nil if nothing was done.
  @inlinable
  mutating func insert(_ item: Item, at offset: Int) -> (leaf: UInt32, offset: Int)? {
    guard count > 0 else { return nil }
    let position = position(of: min(offset, count - 1))
    let rest = offset - start(of: position)
    let name = self[position].name
    guard self[position].items.count < 2 * Self.leafWidth else { return nil }
    branches[position.branch].leaves[position.leaf].items.insert(item, at: rest)
    shiftStarts(behind: position, by: 1)
    return (name, rest)
  }

  /// Removes an item if its leaf stays long enough.
  ///
  /// - Returns: The name of the leaf, and the item; nil if nothing was done.
  @inlinable
  mutating func remove(at offset: Int) -> (leaf: UInt32, item: Item)? {
    let position = position(of: offset)
    let rest = offset - start(of: position)
    let name = self[position].name
    guard self[position].items.count > Self.leafWidth / 2 else { return nil }
    let item = branches[position.branch].leaves[position.leaf].items.remove(at: rest)
    shiftStarts(behind: position, by: -1)
    return (name, item)
  }

  @inlinable
  mutating func shiftStarts(behind position: Position, by distance: Int) {
    for leaf in position.leaf + 1..<branches[position.branch].leaves.count {
      let start = Int(branches[position.branch].leaves[leaf].start) + distance
      branches[position.branch].leaves[leaf].start = UInt32(truncatingIfNeeded: start)
    }
    for branch in position.branch + 1..<branches.count { branches[branch].start += distance }
    count += distance
  }

  /// Replaces items with others that have the same ids. Leaves in which that changes nothing stay shared.
  @inlinable
  mutating func replace(from start: Int, with items: ContiguousArray<Item>.SubSequence) {
    var (offset, next) = (start, items.startIndex)
    while next < items.endIndex {
      let position = position(of: offset)
      let first = offset - self.start(of: position)
      let count = min(self[position].items.count - first, items.endIndex - next)
      if !Self.hasSameBytes(self[position].items[first..<first + count], items[next..<next + count]) {
        branches[position.branch].leaves[position.leaf].items
          .replaceSubrange(first..<first + count, with: items[next..<next + count])
      }
      (offset, next) = (offset + count, next + count)
    }
  }

  @inlinable
  mutating func replace(at offset: Int, with item: Item) {
    let position = position(of: offset)
    let rest = offset - start(of: position)
    branches[position.branch].leaves[position.leaf].items[rest] = item
  }

  /// Replaces the leaves from `first` to `last` with others.
  ///
  /// - Returns: The branches whose leaves are new or in new positions.
  @inlinable
  mutating func replaceLeaves(
    from first: Position, through last: Position, with new: ContiguousArray<Leaf>
  ) -> Range<Int> {
    var range = first.branch..<last.branch + 1
    let behind = branches[last.branch].leaves.count - last.leaf - 1
    let length = first.leaf + new.count + behind
    if length == 0, range.count == branches.count {
      self = ItemTree()
      return 0..<0
    }
    // Only the last branch may be short.
    let isLongEnough = length >= Self.branchWidth / 2 || length > 0 && range.upperBound == branches.count
    if range.count == 1, isLongEnough, length <= 2 * Self.branchWidth {
      let isSame = branches[first.branch].leaves[first.leaf...last.leaf].elementsEqual(new) { $0.name == $1.name }
      branches[first.branch].leaves.replaceSubrange(first.leaf...last.leaf, with: new)
      setStarts(in: range)
      return isSame ? first.branch..<first.branch : range
    }
    var leaves = ContiguousArray(branches[first.branch].leaves[..<first.leaf])
    leaves += new
    leaves += branches[last.branch].leaves[(last.leaf + 1)...]
    // A branch that would be too short takes its neighbour in.
    if !isLongEnough, range.upperBound < branches.count {
      leaves += branches[range.upperBound].leaves
      range = range.lowerBound..<range.upperBound + 1
    } else if !isLongEnough, range.lowerBound > 0 {
      leaves = branches[range.lowerBound - 1].leaves + leaves
      range = range.lowerBound - 1..<range.upperBound
    }
    let grouped = Self.branches(of: leaves)
    let isShifted = grouped.count != range.count
    branches.replaceSubrange(range, with: grouped)
    setStarts(in: range.lowerBound..<range.lowerBound + grouped.count)
    return range.lowerBound..<(isShifted ? branches.count : range.upperBound)
  }

  /// Computes the starts of the leaves in these branches, and of all branches behind them.
  @inlinable
  mutating func setStarts(in changed: Range<Int>) {
    var start = 0
    if changed.lowerBound > 0 {
      start = branches[changed.lowerBound - 1].start + Self.count(of: branches[changed.lowerBound - 1])
    }
    for branch in changed {
      var leafStart: UInt32 = 0
      for leaf in branches[branch].leaves.indices {
        branches[branch].leaves[leaf].start = leafStart
        leafStart += UInt32(branches[branch].leaves[leaf].items.count)
      }
    }
    for branch in changed.lowerBound..<branches.count {
      branches[branch].start = start
      start += Self.count(of: branches[branch])
    }
    count = start
  }

  @inlinable
  static func count(of branch: Branch) -> Int {
    branch.leaves.last.map { Int($0.start) + $0.items.count } ?? 0
  }
}
