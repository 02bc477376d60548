import Foundation

/// Compares two lists, for the batch that turns the first into the second.
///
/// A pure computation in steps: pair the sections; skip what they share, and their common heads and tails; match the
/// items of each pair; match the items that changed sections; find the sections that move; build the batch.
///
/// **Safe before few**: three kinds of batch add up and are known from public crash reports of UIKit all the same.
/// 1. A section moves to the position that it had, while an item leaves it.
/// 2. A section moves and its items change, beside an inserted section.
/// 3. An item moves out of a deleted section, or into an inserted one.
///
/// So a difference never moves a section to its own position, nor a section whose items change: that one is deleted and
/// inserted. Items move between sections that stay alone; any other is deleted and inserted. Among the batches that are
/// left it takes one with the fewest moves, and of several of those one that deletes and inserts the fewest sections.
@usableFromInline
struct ListDifference<SectionID: Hashable & Sendable, Item: Identifiable & Sendable> where Item.ID: Sendable {
  @usableFromInline typealias List = SectionedList<SectionID, Item>
  @usableFromInline typealias Pair = SectionPair<Item>
  @usableFromInline typealias Match = ItemMatch<Item>

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
  /// For each of the old list's sections that are compared, the index of its pair.
  @usableFromInline var pairsByOldPosition: [Int]
  @usableFromInline var crossings: [Crossing] = []
  /// The pairs of sections that move.
  @usableFromInline var moving: [Int] = []
  /// For each pair, whether its section is deleted and inserted although it is in both lists.
  @usableFromInline var isRecreated: [Bool] = []

  /// Compares all of two lists.
  /// - Parameters:
  ///   - comparesBirths: Whether a section that has gone and come back is another one. Births mean something between a
  ///     list and what has been made of it.
  ///   - isFixed: Whether a section's rows change, so that it can't be said to move.
  @inlinable
  init(from old: List, to new: List, comparesBirths: Bool = false, isFixed: (SectionID) -> Bool = { _ in false }) {
    self.old = old
    pairsByOldPosition = Array(repeating: 0, count: old.contents.count)
    var isPaired = Array(repeating: false, count: old.contents.count)
    for (position, content) in new.contents.enumerated() {
      var oldPosition = old.position(of: content.section)
      if comparesBirths, let there = oldPosition, old.contents[there].birth != content.birth { oldPosition = nil }
      if let oldPosition { (pairsByOldPosition[oldPosition], isPaired[oldPosition]) = (pairs.count, true) }
      pairs.append(Pair(old: oldPosition.map { ($0, old.contents[$0].items) }, new: (position, content.items)))
      pairs[pairs.count - 1].isFixed = isFixed(content.section)
    }
    for (position, content) in old.contents.enumerated() where !isPaired[position] {
      pairsByOldPosition[position] = pairs.count
      pairs.append(Pair(old: (position, content.items), new: nil))
    }
    compare()
  }

  /// Compares the sections at these positions, ascending, of two lists that have the same sections; the others are the
  /// same in both.
  @inlinable
  init(from old: List, to new: List, at positions: [Int]) {
    self.old = old
    pairsByOldPosition = Array(positions.indices)
    for position in positions {
      pairs.append(
        Pair(old: (position, old.contents[position].items), new: (position, new.contents[position].items)))
    }
    compare()
  }

  @inlinable
  mutating func compare() {
    for index in pairs.indices {
      guard let position = pairs[index].oldPosition else { continue }
      if pairs[index].items.oldRange.isEmpty || pairs[index].items.newRange.isEmpty { continue }
      pairs[index].items.match(old.finder(ofSectionAt: position))
    }
    findMovingSections()  // first: it decides between which sections items may move
    matchAcrossSections()
  }

  /// Whether a batch neither deletes nor inserts the section of this pair.
  @inlinable
  func stays(_ pair: Int) -> Bool {
    pairs[pair].oldPosition != nil && pairs[pair].newPosition != nil && !isRecreated[pair]
  }

  /// Finds the items that left one section and entered another, among the sections that stay.
  ///
  /// If several sections lose an id, it comes from the first of them in the list, so that the result doesn't depend on
  /// hashes.
  @inlinable
  mutating func matchAcrossSections() {
    let leaving = pairs.indices.map { pair in
      stays(pair) ? pairs[pair].items.partnersOfOld.reduce(0) { $0 + ($1 == Match.none ? 1 : 0) } : 0
    }
    let allLeaving = leaving.reduce(0, +)
    let entering = pairs.indices.filter { pair in
      stays(pair) && allLeaving > leaving[pair] && pairs[pair].items.partnersOfNew.contains(Match.none)
    }
    guard !entering.isEmpty else { return }
    var departures = Departures(of: pairs, in: pairsByOldPosition.filter(stays), count: allLeaving)
    for newPair in entering {
      let start = pairs[newPair].items.newRange.lowerBound
      var items = LeafCursor(pairs[newPair].items.new)
      for step in pairs[newPair].items.partnersOfNew.indices
      where pairs[newPair].items.partnersOfNew[step] == Match.none {
        let place = items.offsetInLeaf(of: start + step)
        guard let (oldPair, oldOffset) = departures.take(items.leaf[place].id, items.hashes[place], in: pairs) else {
          continue
        }
        pairs[oldPair].items.partnersOfOld[oldOffset - pairs[oldPair].items.oldRange.lowerBound] = Match.elsewhere
        pairs[newPair].items.partnersOfNew[step] = Match.elsewhere
        crossings.append(
          Crossing(oldPair: oldPair, oldOffset: oldOffset, newPair: newPair, newOffset: start + step))
      }
    }
  }

  /// The items that leave sections, by their ids; of equal ids the first in the list comes first.
  @usableFromInline
  struct Departures {
    @usableFromInline var chains: HashChains
    @usableFromInline var departures: [(pair: Int, offset: Int)] = []

    @inlinable
    init(of pairs: [Pair], in order: [Int], count: Int) {
      chains = HashChains(capacity: count)
      departures.reserveCapacity(count)
      for pair in order.reversed() {
        var items = LeafCursor(pairs[pair].items.old)
        let start = pairs[pair].items.oldRange.lowerBound
        for (step, partner) in pairs[pair].items.partnersOfOld.enumerated().reversed() where partner == Match.none {
          let place = items.offsetInLeaf(of: start + step)
          chains.add(items.hashes[place])
          departures.append((pair, start + step))
        }
      }
    }

    @inlinable
    mutating func take(_ id: Item.ID, _ hash: UInt32, in pairs: [Pair]) -> (pair: Int, offset: Int)? {
      let departures = departures
      let place = chains.takeLast(hash) { pairs[departures[$0].pair].items.old[departures[$0].offset].id == id }
      return place.map { departures[$0] }
    }
  }
}

// MARK: - The batch

extension ListDifference {
  @inlinable
  mutating func findMovingSections() {
    isRecreated = Array(repeating: false, count: pairs.count)
    let surviving = pairs.indices.filter { pairs[$0].oldPosition != nil && pairs[$0].newPosition != nil }
    let order = ContiguousArray(surviving.map { Int32(pairs[$0].oldPosition ?? 0) })
    for step in indicesOutsideLongestIncreasingSubsequence(order, preferring: { !pairs[surviving[$0]].canMove }) {
      let pair = surviving[step]
      if pairs[pair].canMove { moving.append(pair) } else { isRecreated[pair] = true }
    }
  }

  /// Returns the batch of deletions, insertions and moves.
  @inlinable
  func batch() -> ListBatch {
    var batch = ListBatch()
    for (index, pair) in pairs.enumerated() {
      if let old = pair.oldPosition, isRecreated[index] || pair.newPosition == nil { batch.deletedSections.insert(old) }
      if let new = pair.newPosition, isRecreated[index] || pair.oldPosition == nil {
        batch.insertedSections.insert(new)
      }
      guard let oldPosition = pair.oldPosition, let newPosition = pair.newPosition, !isRecreated[index] else {
        continue
      }
      let (oldPath, newPath) = (IndexPath(index: oldPosition), IndexPath(index: newPosition))
      for (step, partner) in pair.items.partnersOfOld.enumerated() where partner == Match.none {
        batch.deletedItems.append(oldPath.appending(pair.items.oldRange.lowerBound + step))
      }
      for (step, partner) in pair.items.partnersOfNew.enumerated() where partner == Match.none {
        batch.insertedItems.append(newPath.appending(pair.items.newRange.lowerBound + step))
      }
      let moved = indicesOutsideLongestIncreasingSubsequence(pair.items.partnersOfNew)
      batch.movedItems.reserveCapacity(batch.movedItems.count + moved.count)
      for step in moved {
        batch.movedItems.append(
          .init(
            from: oldPath.appending(Int(pair.items.partnersOfNew[step])),
            to: newPath.appending(pair.items.newRange.lowerBound + step)))
      }
    }
    for pair in moving {
      guard let old = pairs[pair].oldPosition, let new = pairs[pair].newPosition else { continue }
      batch.movedSections.append(.init(from: old, to: new))
    }
    for crossing in crossings {
      guard let oldPosition = pairs[crossing.oldPair].oldPosition else { continue }
      guard let newPosition = pairs[crossing.newPair].newPosition else { continue }
      batch.movedItems.append(
        .init(from: IndexPath(oldPosition, crossing.oldOffset), to: IndexPath(newPosition, crossing.newOffset)))
    }
    return batch
  }
}

// MARK: - Contents

extension ListDifference {
  /// Returns the items with the same id and different contents, as ascending index paths after the update.
  @inlinable
  func changedItems(by areSame: (Item, Item) -> Bool) -> [IndexPath] {
    var changed: [IndexPath] = []
    for (index, pair) in pairs.enumerated() where !isRecreated[index] {
      guard pair.oldPosition != nil, let position = pair.newPosition else { continue }
      func compare(_ start: Int, _ old: ContiguousArray<Item>.SubSequence, _ new: ContiguousArray<Item>.SubSequence) {
        for (step, (old, new)) in zip(old, new).enumerated() where !areSame(old, new) {
          changed.append(IndexPath(position, start + step))
        }
      }
      let head = pair.items.newRange.lowerBound
      pair.items.old.forEachStretchNotShared(with: pair.items.new) { start, old, new in
        let count = min(old.count, head - start)
        if count > 0 { compare(start, old.prefix(count), new.prefix(count)) }
        return start + count < head
      }
      var (oldItems, newItems) = (LeafCursor(pair.items.old), LeafCursor(pair.items.new))
      for (step, partner) in pair.items.partnersOfNew.enumerated() where partner >= 0 {
        let oldOffset = oldItems.offsetInLeaf(of: Int(partner))
        let newOffset = newItems.offsetInLeaf(of: head + step)
        if !areSame(oldItems.leaf[oldOffset], newItems.leaf[newOffset]) {
          changed.append(IndexPath(position, head + step))
        }
      }
      var (oldStart, newStart) = (pair.items.oldRange.upperBound, pair.items.newRange.upperBound)
      while newStart < pair.items.new.count {
        let (oldOffset, newOffset) = (oldItems.offsetInLeaf(of: oldStart), newItems.offsetInLeaf(of: newStart))
        let count = min(oldItems.leaf.count - oldOffset, newItems.leaf.count - newOffset)
        if oldOffset != newOffset || !ItemTree<Item>.isSameStorage(oldItems.leaf, newItems.leaf) {
          compare(newStart, oldItems.leaf[oldOffset..<oldOffset + count], newItems.leaf[newOffset..<newOffset + count])
        }
        (oldStart, newStart) = (oldStart + count, newStart + count)
      }
    }
    for crossing in crossings {
      guard let position = pairs[crossing.newPair].newPosition else { continue }
      let (old, new) = (pairs[crossing.oldPair].items.old, pairs[crossing.newPair].items.new)
      if !areSame(old[crossing.oldOffset], new[crossing.newOffset]) {
        changed.append(IndexPath(position, crossing.newOffset))
      }
    }
    return crossings.isEmpty ? changed : changed.sorted()
  }

  /// Returns whether the cell of the item at a position and offset of the new list is one that the old list had.
  @inlinable
  func keepsCell(_ position: Int, _ offset: Int) -> Bool {
    // Pairs come in the order of the new list's sections, if all are compared.
    let isInOrder = position < pairs.count && pairs[position].newPosition == position
    guard let pair = isInOrder ? position : pairs.firstIndex(where: { $0.newPosition == position }) else { return true }
    let match = pairs[pair].items
    let partner = match.newRange.contains(offset) ? match.partnersOfNew[offset - match.newRange.lowerBound] : 0
    return partner == Match.elsewhere
      || partner >= 0 && pairs[pair].oldPosition != nil && !isRecreated[pair]
  }
}

// MARK: - The pairs

/// A section before and after the update, with the items that match in it.
///
/// An inserted section is empty before the update, a deleted one after it.
@usableFromInline
struct SectionPair<Item: Identifiable> {
  @usableFromInline let oldPosition: Int?
  @usableFromInline let newPosition: Int?
  @usableFromInline var items: ItemMatch<Item>
  /// Whether something else than its items changes in the section.
  @usableFromInline var isFixed = false

  @inlinable
  init(old: (position: Int, items: ItemTree<Item>)?, new: (position: Int, items: ItemTree<Item>)?) {
    (oldPosition, newPosition) = (old?.position, new?.position)
    items = ItemMatch(old: old?.items ?? ItemTree(), new: new?.items ?? ItemTree())
  }

  /// Whether a batch may say that the section moves: it has another position, and its items are as before.
  @inlinable var canMove: Bool {
    !isFixed && oldPosition != newPosition && items.oldRange.isEmpty && items.newRange.isEmpty
  }
}
