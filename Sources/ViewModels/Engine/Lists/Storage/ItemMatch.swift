/// A section before and after a change, narrowed down to what changed, with the items that match there.
@usableFromInline
struct ItemMatch<Item: Identifiable> {
  @usableFromInline typealias Tree = ItemTree<Item>

  /// The partner of an item that was deleted or inserted.
  @usableFromInline static var none: Int32 { -1 }
  /// The partner of an item that moved to or from another section.
  @usableFromInline static var elsewhere: Int32 { -2 }
  /// The partner of a new item that repeats another one.
  @usableFromInline static var repeated: Int32 { -3 }

  @usableFromInline let old: Tree
  @usableFromInline let new: Tree
  /// The old offsets between the common head and the common tail.
  @usableFromInline let oldRange: Range<Int>
  /// The new offsets between the common head and the common tail.
  @usableFromInline let newRange: Range<Int>
  /// For each offset in `oldRange`, the offset of the same item after the change, or one of the negative values.
  @usableFromInline var partnersOfOld: ContiguousArray<Int32>
  /// For each offset in `newRange`, the offset of the same item before the change, or one of the negative values.
  @usableFromInline var partnersOfNew: ContiguousArray<Int32>
  /// Whether a new item repeats one of the common tail.
  @usableFromInline var isInTail = false

  @inlinable
  init(old: Tree, new: Tree, looksForTail: Bool = true) {
    (self.old, self.new) = (old, new)
    let head = old.commonHead(with: new)
    let tail = looksForTail ? old.commonTail(with: new, limit: min(old.count, new.count) - head) : 0
    oldRange = head..<old.count - tail
    newRange = head..<new.count - tail
    partnersOfOld = ContiguousArray(repeating: Self.none, count: oldRange.count)
    partnersOfNew = ContiguousArray(repeating: Self.none, count: newRange.count)
  }

  /// How many taken offsets are passed over to find the next item that is expected. Behind a long run of them it costs
  /// less to look an item up; without a limit, a reversed order would take quadratic time.
  @usableFromInline static var maximumSteps: Int { 8 }

  /// Finds the partners. Nothing is hashed as long as items follow each other as before.
  ///
  /// - Parameter offsetInOld: Returns the offset of an id in the section before the change; nil if it was not there.
  /// - Returns: How many offsets were passed over, for tests of the bound.
  /// - Complexity: O(*n*), where *n* is the number of items in both ranges.
  @inlinable
  @discardableResult
  mutating func match(offsetInOld: (Item.ID) -> Int?) -> Int {
    guard !oldRange.isEmpty, !newRange.isEmpty else { return 0 }
    var passed = 0
    var (oldItems, newItems) = (LeafCursor(old), LeafCursor(new))
    // The offsets at which the next item is expected: behind the last partner, where that was before the last jump, and
    // ahead of the last partner. The second finds the way back after one item or a run of items has moved; the third
    // follows a reversed order.
    var (next, other, last) = (oldRange.lowerBound, oldRange.lowerBound, oldRange.lowerBound)
    for offset in newRange {
      var steps = 0
      while steps < Self.maximumSteps, next < oldRange.upperBound, !isFree(next) {
        next += 1
        steps += 1
      }
      passed += steps
      let id = newItems.leaf[newItems.offsetInLeaf(of: offset)].id
      if isFree(next), oldItems.holds(id, at: next) {
        // As expected.
      } else if isFree(next + 1), oldItems.holds(id, at: next + 1) {
        next += 1
      } else if isFree(other), oldItems.holds(id, at: other) {
        swap(&next, &other)
      } else if isFree(last - 1), oldItems.holds(id, at: last - 1) {
        next = last - 1
      } else if let found = offsetInOld(id) {
        guard isFree(found) else {
          partnersOfNew[offset - newRange.lowerBound] = Self.repeated
          isInTail = isInTail || found >= oldRange.upperBound
          continue
        }
        (next, other) = (found, next)
      } else {
        continue
      }
      last = next
      partnersOfOld[next - oldRange.lowerBound] = Int32(truncatingIfNeeded: offset)
      partnersOfNew[offset - newRange.lowerBound] = Int32(truncatingIfNeeded: next)
      next += 1
    }
    return passed
  }

  /// Whether an old offset is between head and tail, and has no partner yet.
  @inlinable
  func isFree(_ offset: Int) -> Bool {
    oldRange.contains(offset) && partnersOfOld[offset - oldRange.lowerBound] == Self.none
  }
}
