import Foundation

/// Compares two lists, for the batch that turns the first into the second.
///
/// A pure computation in steps: pair the sections; skip what they share, and their common heads and tails; match the
/// items of each pair; match the items that changed sections; build the batch with the fewest moves.
@usableFromInline
struct ListDifference<SectionID: Hashable & Sendable, Item: Identifiable & Sendable> where Item.ID: Sendable {
  @usableFromInline typealias List = SectionedList<SectionID, Item>
  @usableFromInline typealias Pair = SectionPair<Item>

  /// An item that moved from one section to another.
  @usableFromInline
  struct Crossing {
    @usableFromInline let oldPair: Int
    @usableFromInline let oldOffset: Int
    @usableFromInline let newPair: Int
    @usableFromInline let newOffset: Int

    @inlinable
    init(oldPair: Int, oldOffset: Int, newPair: Int, newOffset: Int) {
      (self.oldPair, self.oldOffset) = (oldPair, oldOffset)
      (self.newPair, self.newOffset) = (newPair, newOffset)
    }
  }

  @usableFromInline let old: List
  /// The new list's sections, in order, then the deleted ones.
  @usableFromInline var pairs: [Pair] = []
  /// For each of the old list's sections, the index of its pair.
  @usableFromInline var pairsByOldPosition: [Int]
  @usableFromInline var crossings: [Crossing] = []

  @inlinable
  init(from old: List, to new: List) {
    self.old = old
    pairsByOldPosition = Array(repeating: 0, count: old.contents.count)
    for (position, content) in new.contents.enumerated() {
      let oldPosition = old.positions[content.section]
      if let oldPosition { pairsByOldPosition[oldPosition] = pairs.count }
      pairs.append(Pair(old: oldPosition.map { ($0, old.contents[$0].items) }, new: (position, content.items)))
    }
    for (position, content) in old.contents.enumerated() where new.positions[content.section] == nil {
      pairsByOldPosition[position] = pairs.count
      pairs.append(Pair(old: (position, content.items), new: nil))
    }
    for index in pairs.indices {
      guard let position = pairs[index].oldPosition else { continue }
      pairs[index].match { old.offset(of: $0, inSection: position) }
    }
    matchAcrossSections()
  }

  /// Finds the items that left one section and entered another.
  @inlinable
  mutating func matchAcrossSections() {
    let leaving = pairs.map { pair in pair.partnersOfOld.reduce(0) { $0 + ($1 == Pair.none ? 1 : 0) } }
    let allLeaving = leaving.reduce(0, +)
    for newPair in pairs.indices where allLeaving > leaving[newPair] {
      let start = pairs[newPair].newRange.lowerBound
      var items = LeafCursor(pairs[newPair].new)
      for step in pairs[newPair].partnersOfNew.indices where pairs[newPair].partnersOfNew[step] == Pair.none {
        let id = items.leaf[items.offsetInLeaf(of: start + step)].id
        guard let (oldPair, oldOffset) = firstLeaving(id) else { continue }
        pairs[oldPair].partnersOfOld[oldOffset - pairs[oldPair].oldRange.lowerBound] = Pair.elsewhere
        pairs[newPair].partnersOfNew[step] = Pair.elsewhere
        crossings.append(
          Crossing(oldPair: oldPair, oldOffset: oldOffset, newPair: newPair, newOffset: start + step))
      }
    }
  }

  /// Returns where an item with this id leaves a section; nil if none does.
  ///
  /// If several sections lose the id, it is the first of them in the list, so that the result doesn't depend on hashes.
  @inlinable
  func firstLeaving(_ id: Item.ID) -> (pair: Int, offset: Int)? {
    var first: (position: Int, offset: Int)?
    _ = old.index.location(hash: ItemIndex.hash(id)) { location in
      let (position, offset) = (old.positionsByKey[Int(location.section)], Int(location.offset))
      let pair = pairs[pairsByOldPosition[position]]
      guard pair.oldRange.contains(offset), pair.partnersOfOld[offset - pair.oldRange.lowerBound] == Pair.none,
        old.contents[position].holds(id, at: location)
      else { return false }
      if let known = first, known < (position, offset) { return false }
      first = (position, offset)
      return false
    }
    return first.map { (pairsByOldPosition[$0.position], $0.offset) }
  }
}

// MARK: - The batch

extension ListDifference {
  /// Returns the batch of deletions, insertions and moves.
  @inlinable
  func batch() -> ListBatch {
    var batch = ListBatch()
    addSections(to: &batch)
    for pair in pairs {
      guard let oldPosition = pair.oldPosition, let newPosition = pair.newPosition else { continue }
      for (step, partner) in pair.partnersOfOld.enumerated() where partner == Pair.none {
        batch.deletedItems.append([oldPosition, pair.oldRange.lowerBound + step])
      }
      for (step, partner) in pair.partnersOfNew.enumerated() where partner == Pair.none {
        batch.insertedItems.append([newPosition, pair.newRange.lowerBound + step])
      }
      for step in indicesOutsideLongestIncreasingSubsequence(pair.partnersOfNew) {
        batch.movedItems.append(
          .init(
            from: [oldPosition, Int(pair.partnersOfNew[step])],
            to: [newPosition, pair.newRange.lowerBound + step]))
      }
    }
    for crossing in crossings {
      guard let oldPosition = pairs[crossing.oldPair].oldPosition else { continue }
      guard let newPosition = pairs[crossing.newPair].newPosition else { continue }
      batch.movedItems.append(
        .init(
          from: [oldPosition, crossing.oldOffset],
          to: [newPosition, crossing.newOffset]))
    }
    return batch
  }

  @inlinable
  func addSections(to batch: inout ListBatch) {
    var surviving: [(old: Int, new: Int)] = []
    for pair in pairs {
      switch (pair.oldPosition, pair.newPosition) {
      case (let old?, let new?): surviving.append((old, new))
      case (let old?, nil): batch.deletedSections.insert(old)
      case (nil, let new?): batch.insertedSections.insert(new)
      case (nil, nil): break
      }
    }
    for step in indicesOutsideLongestIncreasingSubsequence(ContiguousArray(surviving.lazy.map { Int32($0.old) })) {
      batch.movedSections.append(.init(from: surviving[step].old, to: surviving[step].new))
    }
  }
}

// MARK: - Contents

extension ListDifference {
  /// Returns the items with the same id and different contents, as ascending index paths after the update.
  @inlinable
  func changedItems(by areSame: (Item, Item) -> Bool) -> [IndexPath] {
    var changed: [IndexPath] = []
    for pair in pairs {
      guard pair.oldPosition != nil, let position = pair.newPosition else { continue }
      func compare(_ start: Int, _ old: ContiguousArray<Item>.SubSequence, _ new: ContiguousArray<Item>.SubSequence) {
        for (step, (old, new)) in zip(old, new).enumerated() where !areSame(old, new) {
          changed.append([position, start + step])
        }
      }
      let head = pair.newRange.lowerBound
      pair.old.forEachLeafNotShared(with: pair.new) { start, old, new in
        let count = min(old.count, new.count, head - start)
        if count > 0 { compare(start, old[..<count], new[..<count]) }
        return start + count < head
      }
      var (oldItems, newItems) = (LeafCursor(pair.old), LeafCursor(pair.new))
      for (step, partner) in pair.partnersOfNew.enumerated() where partner >= 0 {
        let oldOffset = oldItems.offsetInLeaf(of: Int(partner))
        let newOffset = newItems.offsetInLeaf(of: head + step)
        if !areSame(oldItems.leaf[oldOffset], newItems.leaf[newOffset]) {
          changed.append([position, head + step])
        }
      }
      var (oldStart, newStart) = (pair.oldRange.upperBound, pair.newRange.upperBound)
      while newStart < pair.new.count {
        let (oldOffset, newOffset) = (oldItems.offsetInLeaf(of: oldStart), newItems.offsetInLeaf(of: newStart))
        let count = min(oldItems.leaf.count - oldOffset, newItems.leaf.count - newOffset)
        if oldOffset != newOffset || !Pair.Items.isSameStorage(oldItems.leaf, newItems.leaf) {
          compare(newStart, oldItems.leaf[oldOffset..<oldOffset + count], newItems.leaf[newOffset..<newOffset + count])
        }
        (oldStart, newStart) = (oldStart + count, newStart + count)
      }
    }
    for crossing in crossings {
      guard let position = pairs[crossing.newPair].newPosition else { continue }
      if !areSame(pairs[crossing.oldPair].old[crossing.oldOffset], pairs[crossing.newPair].new[crossing.newOffset]) {
        changed.append([position, crossing.newOffset])
      }
    }
    return crossings.isEmpty ? changed : changed.sorted()
  }
}
