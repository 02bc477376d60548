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
  /// The hashes of the new ids that have been looked up, in a tree that has none; 0 for the others.
  @usableFromInline var hashesOfNew: ContiguousArray<UInt32> = []
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

  /// Finds the partners. Nothing is hashed as long as items follow each other as before, and no id twice. The old tree has
  /// hashes.
  ///
  /// - Parameters:
  ///   - finder: What finds items in the section before the change.
  ///   - giveUpPart: It is given up when that part of the items does not follow the one before; 0 for never.
  /// - Returns: How many offsets were passed over, for tests of the bound; nil if it was given up.
  /// - Complexity: O(*n*), where *n* is the number of items in both ranges.
  @inlinable
  @discardableResult
  mutating func match(_ finder: ItemFinder<Item>, givingUpAt giveUpPart: Int = 0) -> Int? {
    guard !oldRange.isEmpty, !newRange.isEmpty else { return 0 }
    // A few at the head, where news come in, decide nothing.
    var (passed, breaks, mayBreak) = (0, 0, giveUpPart == 0 ? Int.max : newRange.count / (8 * giveUpPart))
    // Where one offset and another are expected in turns, each has a cursor of its own.
    var (oldItems, otherItems, newItems) = (LeafCursor(old), LeafCursor(old), LeafCursor(new))
    // The offsets at which the next item is expected: behind the last partner, where that was before the last jump, and
    // ahead of the last partner. The second finds the way back after one item or a run of items has moved; the third
    // follows a reversed order.
    var (next, other, last) = (oldRange.lowerBound, oldRange.lowerBound, oldRange.lowerBound)
    var offset = newRange.lowerBound
    while true {
      let start = offset
      matchRun(&offset, &next, &oldItems, &newItems)
      if offset > start { last = next - 1 }
      if offset == newRange.upperBound { return passed }
      breaks += 1
      if breaks > mayBreak, (breaks - mayBreak) * giveUpPart > offset - newRange.lowerBound { return nil }
      var steps = 0
      while steps < Self.maximumSteps, next < oldRange.upperBound, !isFree(next) {
        next += 1
        steps += 1
      }
      passed += steps
      let place = newItems.offsetInLeaf(of: offset)
      if steps > 0, isFree(next), oldItems.holds(newItems, place, at: next) {
        // Behind those that were taken.
      } else if isFree(next + 1), oldItems.holds(newItems, place, at: next + 1) {
        next += 1
      } else if isFree(other), otherItems.holds(newItems, place, at: other) {
        swap(&next, &other)
        swap(&oldItems, &otherItems)
      } else if isFree(last - 1), oldItems.holds(newItems, place, at: last - 1) {
        next = last - 1
      } else {
        let found = finder.offset(of: newItems.leaf[place].id, hash: hash(newItems, place, at: offset))
        offset += 1
        guard let found else { continue }
        guard isFree(found) else {
          partnersOfNew[offset - 1 - newRange.lowerBound] = Self.repeated
          isInTail = isInTail || found >= oldRange.upperBound
          continue
        }
        (next, other) = (found, next)
        swap(&oldItems, &otherItems)
        offset -= 1
      }
      partnersOfOld[next - oldRange.lowerBound] = Int32(truncatingIfNeeded: offset)
      partnersOfNew[offset - newRange.lowerBound] = Int32(truncatingIfNeeded: next)
      (last, next, offset) = (next, next + 1, offset + 1)
    }
  }

  /// Makes partners of the items that follow each other in both trees, and moves both offsets behind them.
  @inlinable
  mutating func matchRun(
    _ offset: inout Int, _ partner: inout Int, _ oldItems: inout LeafCursor<Item>, _ newItems: inout LeafCursor<Item>
  ) {
    while partner < oldRange.upperBound, offset < newRange.upperBound {
      let (oldPlace, newPlace) = (oldItems.offsetInLeaf(of: partner), newItems.offsetInLeaf(of: offset))
      let (oldStep, newStep) = (partner - oldRange.lowerBound, offset - newRange.lowerBound)
      let limit = min(
        min(oldItems.leaf.count - oldPlace, newItems.leaf.count - newPlace),
        min(oldRange.count - oldStep, newRange.count - newStep))
      var length = 0
      while length < limit, partnersOfOld[oldStep + length] == Self.none,
        oldItems.leaf[oldPlace + length].id == newItems.leaf[newPlace + length].id
      {
        partnersOfOld[oldStep + length] = Int32(truncatingIfNeeded: offset + length)
        partnersOfNew[newStep + length] = Int32(truncatingIfNeeded: partner + length)
        length += 1
      }
      (offset, partner) = (offset + length, partner + length)
      if length < limit { return }
    }
  }

  /// The hash of the id at a new offset, which a cursor stands at; kept if it has to be computed.
  @inlinable
  mutating func hash(_ newItems: LeafCursor<Item>, _ place: Int, at offset: Int) -> UInt32 {
    if !newItems.hashes.isEmpty { return newItems.hashes[place] }
    let hash = ItemIndex.hash(newItems.leaf[place].id)
    if hashesOfNew.isEmpty { hashesOfNew = ContiguousArray(repeating: 0, count: newRange.count) }
    hashesOfNew[offset - newRange.lowerBound] = hash
    return hash
  }

  /// The hash of the id at a new offset, computed if it has not been.
  @inlinable
  func hash(of id: Item.ID, at offset: Int) -> UInt32 {
    let known = hashesOfNew.isEmpty || !newRange.contains(offset) ? 0 : hashesOfNew[offset - newRange.lowerBound]
    return known == 0 ? ItemIndex.hash(id) : known
  }

  /// Whether an old offset is between head and tail, and has no partner yet.
  @inlinable
  func isFree(_ offset: Int) -> Bool {
    oldRange.contains(offset) && partnersOfOld[offset - oldRange.lowerBound] == Self.none
  }
}
