import Foundation

extension ListSnapshot {
  /// Returns the batch that turns a list view's contents from `old` into this snapshot.
  ///
  /// Deletions, insertions and moves, between sections too, fit one batch update. Items and sections that are marked in
  /// this snapshot, and were in `old`, are reloaded in it, or reconfigured right after it; see ``ListBatch/inOneBatch``.
  ///
  /// The batch is safe before it is short; see ``SectionedList/difference(from:by:)``.
  ///
  /// - Note: May be called anywhere. For long lists, call it off the main actor.
  /// - Complexity: O(*n* log *n*), where *n* is the number of items between the common head and the common tail of each
  ///   section. Comparing heads and tails skips what the snapshots share: it is effectively O(*k*) if this snapshot is
  ///   `old` after *k* edits next to each other.
  @inlinable
  public func difference(from old: ListSnapshot) -> ListBatch {
    let difference = ListDifference(from: old.list, to: list)
    var batch = difference.batch()
    batch.reloadedSections = IndexSet(reloadedSections.ranks.keys.lazy.compactMap(list.position))
      .subtracting(batch.insertedSections)
    // A reloaded section reloads its items, and a reloaded item need not be reconfigured.
    func indexPaths(of marks: ReloadMarks<ItemIdentifier>, but others: ReloadMarks<ItemIdentifier>? = nil)
      -> [IndexPath]
    {
      marks.ranks.keys.lazy
        .filter { others?.contains($0) != true }
        .compactMap { list.location(of: $0) }
        .filter { difference.keepsCell($0.section, $0.offset) && !batch.reloadedSections.contains($0.section) }
        .map { IndexPath($0.section, $0.offset) }
        .sorted()
    }
    batch.reloadedItems = indexPaths(of: reloadedItems)
    batch.reconfiguredItems = indexPaths(of: reconfiguredItems, but: reloadedItems)
    return batch
  }
}
