import Foundation

// Copies share leaves and branches, so comparing two lists of which one was made from the other skips most of both.
extension ItemTree {
  /// Visits, in order, the stretches at the same offsets that are not the same storage, until `body` returns false.
  /// What the two trees share is skipped, whole branches at a time.
  ///
  /// - Parameter body: Gets the offset of a stretch and its items in both trees, as many in the one as in the other.
  @inlinable
  func forEachStretchNotShared(
    with other: ItemTree,
    _ body: (_ start: Int, _ mine: ContiguousArray<Item>.SubSequence, _ theirs: ContiguousArray<Item>.SubSequence) ->
      Bool
  ) {
    var (mine, theirs) = (Position(branch: 0, leaf: 0), Position(branch: 0, leaf: 0))
    var start = 0
    // How far the walk is in each leaf.
    var (mineDone, theirsDone) = (0, 0)
    while mine.branch < branches.count, theirs.branch < other.branches.count {
      if mine.leaf == 0, theirs.leaf == 0, mineDone == 0, theirsDone == 0,
        Self.isSameStorage(branches[mine.branch].leaves, other.branches[theirs.branch].leaves)
      {
        start += Self.count(of: branches[mine.branch])
        mine.branch += 1
        theirs.branch += 1
        continue
      }
      let (mineCount, theirsCount) = (self[mine].items.count - mineDone, other[theirs].items.count - theirsDone)
      let count = min(mineCount, theirsCount)
      if mineDone != theirsDone || !Self.isSameStorage(self[mine].items, other[theirs].items) {
        guard
          body(
            start, self[mine].items[mineDone..<mineDone + count], other[theirs].items[theirsDone..<theirsDone + count])
        else { return }
      }
      start += count
      (mineDone, theirsDone) = (mineDone + count, theirsDone + count)
      if count == mineCount { (mine, mineDone) = (next(mine), 0) }
      if count == theirsCount { (theirs, theirsDone) = (other.next(theirs), 0) }
    }
  }

  /// The position behind this one; behind the last leaf, the first in a branch that is not there.
  @inlinable
  func next(_ position: Position) -> Position {
    self.position(after: position) ?? Position(branch: branches.count, leaf: 0)
  }

  @inlinable
  static func isSameStorage<T>(_ a: ContiguousArray<T>, _ b: ContiguousArray<T>) -> Bool {
    a.count == b.count
      && a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { b in a.baseAddress == b.baseAddress } }
  }

  /// Returns whether the items are byte for byte the same; always false for types with references, unless the storage
  /// is the same. Both have the same count.
  ///
  /// Comparing bytes takes a fraction of the time that comparing ids takes. Equal items may differ in their padding, so
  /// false means only that the ids have to be compared. Equal bytes of a type without references are equal values.
  @inlinable
  static func hasSameBytes(
    _ mine: ContiguousArray<Item>.SubSequence, _ theirs: ContiguousArray<Item>.SubSequence
  ) -> Bool {
    mine.withUnsafeBufferPointer { mine in
      theirs.withUnsafeBufferPointer { theirs in
        guard let first = mine.baseAddress, let second = theirs.baseAddress else { return true }
        if first == second { return true }
        return _isPOD(Item.self) && memcmp(first, second, mine.count * MemoryLayout<Item>.stride) == 0
      }
    }
  }
}

extension ItemTree where Item: Identifiable {
  /// Returns how many items at the beginning have the same ids in both trees.
  @inlinable
  func commonHead(with other: ItemTree) -> Int {
    var head = min(count, other.count)
    forEachStretchNotShared(with: other) { start, mine, theirs in
      if Self.hasSameBytes(mine, theirs) { return true }
      var (first, second) = (mine.startIndex, theirs.startIndex)
      while first < mine.endIndex {
        if mine[first].id != theirs[second].id {
          head = start + first - mine.startIndex
          return false
        }
        (first, second) = (first + 1, second + 1)
      }
      return true
    }
    return head
  }

  /// Returns how many items at the end have the same ids in both trees, at most `limit`.
  @inlinable
  func commonTail(with other: ItemTree, limit: Int) -> Int {
    var tail = 0
    while tail < limit {
      let (mine, theirs) = (position(of: count - tail - 1), other.position(of: other.count - tail - 1))
      let (mineEnd, theirsEnd) = (count - tail - start(of: mine), other.count - tail - other.start(of: theirs))
      if mineEnd == self[mine].items.count, theirsEnd == other[theirs].items.count,
        mine.leaf == branches[mine.branch].leaves.count - 1,
        theirs.leaf == other.branches[theirs.branch].leaves.count - 1,
        Self.isSameStorage(branches[mine.branch].leaves, other.branches[theirs.branch].leaves)
      {
        tail += Self.count(of: branches[mine.branch])
        continue
      }
      let length = min(mineEnd, theirsEnd, limit - tail)
      if mineEnd != theirsEnd || !Self.isSameStorage(self[mine].items, other[theirs].items),
        !Self.hasSameBytes(
          self[mine].items[mineEnd - length..<mineEnd], other[theirs].items[theirsEnd - length..<theirsEnd])
      {
        for step in 1...length where self[mine].items[mineEnd - step].id != other[theirs].items[theirsEnd - step].id {
          return tail + step - 1
        }
      }
      tail += length
    }
    return min(tail, limit)
  }
}

extension ItemTree: Equatable where Item: Equatable {
  @inlinable
  static func == (first: ItemTree, second: ItemTree) -> Bool {
    guard first.count == second.count else { return false }
    var isEqual = true
    first.forEachStretchNotShared(with: second) { _, mine, theirs in
      isEqual = mine == theirs
      return isEqual
    }
    return isEqual
  }
}
