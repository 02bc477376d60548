import Foundation

/// A section before and after the update, narrowed down to what changed, with the items that match there.
///
/// An inserted section is empty before the update, a deleted one after it.
@usableFromInline
struct SectionPair<Item: Identifiable> {
  @usableFromInline typealias Items = PersistentVector<Item>

  /// The partner of an item that was deleted or inserted.
  @usableFromInline static var none: Int32 { -1 }
  /// The partner of an item that moved to or from another section.
  @usableFromInline static var elsewhere: Int32 { -2 }

  @usableFromInline let oldPosition: Int?
  @usableFromInline let newPosition: Int?
  @usableFromInline let old: Items
  @usableFromInline let new: Items
  /// The old offsets between the common head and the common tail.
  @usableFromInline let oldRange: Range<Int>
  /// The new offsets between the common head and the common tail.
  @usableFromInline let newRange: Range<Int>
  /// For each offset in `oldRange`, the offset of the same item after the update, or ``none`` or ``elsewhere``.
  @usableFromInline var partnersOfOld: ContiguousArray<Int32>
  /// For each offset in `newRange`, the offset of the same item before the update, or ``none`` or ``elsewhere``.
  @usableFromInline var partnersOfNew: ContiguousArray<Int32>

  @inlinable
  init(old: (position: Int, items: Items)?, new: (position: Int, items: Items)?) {
    (oldPosition, newPosition) = (old?.position, new?.position)
    (self.old, self.new) = (old?.items ?? Items(), new?.items ?? Items())
    let head = Self.commonHead(self.old, self.new)
    let tail = Self.commonTail(self.old, self.new, limit: min(self.old.count, self.new.count) - head)
    oldRange = head..<self.old.count - tail
    newRange = head..<self.new.count - tail
    partnersOfOld = ContiguousArray(repeating: Self.none, count: oldRange.count)
    partnersOfNew = ContiguousArray(repeating: Self.none, count: newRange.count)
  }

  @inlinable
  static func commonHead(_ old: Items, _ new: Items) -> Int {
    var head = min(old.count, new.count)
    old.forEachLeafNotShared(with: new) { start, old, new in
      let count = min(old.count, new.count)
      if hasSameBytes(old, from: 0, new, from: 0, count: count) { return true }
      for offset in 0..<count where old[offset].id != new[offset].id {
        head = start + offset
        return false
      }
      return true
    }
    return head
  }

  @inlinable
  static func commonTail(_ old: Items, _ new: Items, limit: Int) -> Int {
    var tail = 0
    while tail < limit {
      let (oldLeaf, oldStart) = old.leaf(containing: old.count - tail - 1)
      let (newLeaf, newStart) = new.leaf(containing: new.count - tail - 1)
      let (oldEnd, newEnd) = (old.count - tail - oldStart, new.count - tail - newStart)
      let count = min(oldEnd, newEnd, limit - tail)
      if !hasSameBytes(oldLeaf, from: oldEnd - count, newLeaf, from: newEnd - count, count: count) {
        for step in 1...count where oldLeaf[oldEnd - step].id != newLeaf[newEnd - step].id { return tail + step - 1 }
      }
      tail += count
    }
    return tail
  }

  /// Returns whether `count` items are byte for byte the same; always false for types with references, unless the
  /// storage is the same.
  ///
  /// Comparing bytes takes a fraction of the time that comparing ids takes. Equal items may differ in their padding, so
  /// false means only that the ids have to be compared.
  @inlinable
  static func hasSameBytes(
    _ old: ContiguousArray<Item>, from oldStart: Int, _ new: ContiguousArray<Item>, from newStart: Int, count: Int
  ) -> Bool {
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        guard let first = old.baseAddress, let second = new.baseAddress else { return true }
        if first == second, oldStart == newStart { return true }
        return _isPOD(Item.self)
          && memcmp(first + oldStart, second + newStart, count * MemoryLayout<Item>.stride) == 0
      }
    }
  }
}

// MARK: - Matching

extension SectionPair {
  /// Finds the partners within this section. Nothing is hashed as long as items follow each other as before.
  ///
  /// - Parameter offsetInOld: Returns the offset of an id in the section before the update; nil if it was not there.
  @inlinable
  mutating func match(offsetInOld: (Item.ID) -> Int?) {
    guard !oldRange.isEmpty, !newRange.isEmpty else { return }
    var (oldItems, newItems) = (LeafCursor(old), LeafCursor(new))
    // The offsets at which the next item is expected: behind the last partner, and where that was before the last jump.
    // The second finds its way back after one item or a run of items has moved.
    var (next, other) = (oldRange.lowerBound, oldRange.lowerBound)
    for offset in newRange {
      while next < oldRange.upperBound, partnersOfOld[next - oldRange.lowerBound] != Self.none { next += 1 }
      let id = newItems.leaf[newItems.offsetInLeaf(of: offset)].id
      if next < oldRange.upperBound, oldItems.holds(id, at: next) {
        // As expected.
      } else if next + 1 < oldRange.upperBound, oldItems.holds(id, at: next + 1) {
        next += 1
      } else if other < oldRange.upperBound, oldItems.holds(id, at: other) {
        swap(&next, &other)
      } else if let found = offsetInOld(id), oldRange.contains(found) {
        (next, other) = (found, next)
      } else {
        continue
      }
      partnersOfOld[next - oldRange.lowerBound] = Int32(truncatingIfNeeded: offset)
      partnersOfNew[offset - newRange.lowerBound] = Int32(truncatingIfNeeded: next)
      next += 1
    }
  }
}
