extension ItemTree {
  /// Whether all items stand in one leaf.
  @inlinable var isOneLeaf: Bool { branches.count == 1 && branches[0].leaves.count == 1 }

  /// Whether the next appended item opens a leaf.
  @inlinable var isLastLeafFull: Bool {
    // Nothing is bound to a name here and below: that would retain it, once for each appended item.
    if count == 0 { return true }
    let branch = branches.count - 1
    return branches[branch].leaves[branches[branch].leaves.count - 1].items.count >= Self.leafWidth
  }

  /// The name of the last leaf, and its number of items. The tree must not be empty.
  @inlinable var lastLeaf: (name: UInt32, count: Int) {
    let branch = branches.count - 1
    let leaf = branches[branch].leaves.count - 1
    return (branches[branch].leaves[leaf].name, branches[branch].leaves[leaf].items.count)
  }

  /// Appends an item.
  ///
  /// - Parameters:
  ///   - hash: That of the item's id.
  ///   - makeName: Returns the name of the leaf that the item opens at this position; called if ``isLastLeafFull``.
  @inlinable
  mutating func append(_ item: Item, hash: UInt32, openingLeafNamed makeName: (Position) -> UInt32) {
    if isLastLeafFull {
      if branches.isEmpty || branches[branches.count - 1].leaves.count >= Self.branchWidth {
        var branch = Branch([])
        branch.start = count
        branches.append(branch)
      }
      let branch = branches.count - 1
      var leaf = Leaf([], hashes: [], named: makeName(Position(branch: branch, leaf: branches[branch].leaves.count)))
      // Short lists stay small; in long ones a leaf is allocated once.
      if count > 0 {
        leaf.items.reserveCapacity(Self.leafWidth)
        leaf.hashes.reserveCapacity(Self.leafWidth)
      }
      leaf.start = UInt32(count - branches[branch].start)
      branches[branch].leaves.append(leaf)
    }
    let branch = branches.count - 1
    let leaf = branches[branch].leaves.count - 1
    branches[branch].leaves[leaf].items.append(item)
    branches[branch].leaves[leaf].hashes.append(hash)
    count += 1
  }

  /// Inserts an item if its leaf has room.
  ///
  /// - Returns: The name of the leaf, and the item's offset there; nil if nothing was done.
  @inlinable
  mutating func insert(_ item: Item, hash: UInt32, at offset: Int) -> (leaf: UInt32, offset: Int)? {
    guard count > 0 else { return nil }
    let position = position(of: min(offset, count - 1))
    let rest = offset - start(of: position)
    let name = self[position].name
    guard self[position].items.count < 2 * Self.leafWidth else { return nil }
    branches[position.branch].leaves[position.leaf].items.insert(item, at: rest)
    branches[position.branch].leaves[position.leaf].hashes.insert(hash, at: rest)
    shiftStarts(behind: position, by: 1)
    return (name, rest)
  }

  /// Removes an item if its leaf stays long enough.
  ///
  /// - Returns: The name of the leaf, and the hash of the item's id; nil if nothing was done.
  @inlinable
  mutating func remove(at offset: Int) -> (leaf: UInt32, hash: UInt32)? {
    let position = position(of: offset)
    let rest = offset - start(of: position)
    let name = self[position].name
    // Only the last leaf may be short.
    let isLast = self.position(after: position) == nil
    guard self[position].items.count > (isLast ? 1 : Self.leafWidth / 2) else { return nil }
    branches[position.branch].leaves[position.leaf].items.remove(at: rest)
    let hash = branches[position.branch].leaves[position.leaf].hashes.remove(at: rest)
    shiftStarts(behind: position, by: -1)
    return (name, hash)
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
    // Only the last branch may be short, and none is empty.
    let isLongEnough = length >= Self.branchWidth / 2 || range.upperBound == branches.count
    if range.count == 1, isLongEnough, length > 0, length <= 2 * Self.branchWidth {
      let isSame = branches[first.branch].leaves[first.leaf...last.leaf].elementsEqual(new) { $0.name == $1.name }
      branches[first.branch].leaves.replaceSubrange(first.leaf...last.leaf, with: new)
      setStarts(in: range)
      return isSame ? first.branch..<first.branch : range
    }
    var leaves = ContiguousArray(branches[first.branch].leaves[..<first.leaf])
    leaves += new
    leaves += branches[last.branch].leaves[(last.leaf + 1)...]
    // A branch that would be too short takes its neighbour in.
    if !isLongEnough {
      leaves += branches[range.upperBound].leaves
      range = range.lowerBound..<range.upperBound + 1
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
