import Foundation

extension ListSnapshot {
  /// Returns the batch that turns a list view's contents from `old` into this snapshot.
  ///
  /// Deletions, insertions and moves, between sections too, fit one batch update, with as few moves as possible. Items
  /// and sections that are marked in this snapshot, and were in `old`, are reloaded or reconfigured in a second one.
  ///
  /// - Note: May be called anywhere. For long lists, call it off the main actor.
  /// - Complexity: O(*n* log *n*) at worst, where *n* is the number of items that the snapshots don't share. O(*k*) if
  ///   this snapshot is `old` with *k* items appended.
  @inlinable
  public func difference(from old: ListSnapshot) -> ListBatch {
    var batch = ListDifference(from: old.list, to: list).batch()
    batch.reloadedSections = IndexSet(
      reloadedSections.ranks.keys.lazy.filter { old.list.position(of: $0) != nil }.compactMap(list.position))
    // A reloaded section reloads its items, and a reloaded item need not be reconfigured.
    func indexPaths(of marks: ReloadMarks<ItemIdentifier>, but others: ReloadMarks<ItemIdentifier>? = nil)
      -> [IndexPath]
    {
      marks.ranks.keys.lazy
        .filter { old.list.location(of: $0) != nil && others?.contains($0) != true }
        .compactMap { list.location(of: $0) }
        .filter { !batch.reloadedSections.contains($0.section) }
        .map { [$0.section, $0.offset] as IndexPath }
        .sorted()
    }
    batch.reloadedItems = indexPaths(of: reloadedItems)
    batch.reconfiguredItems = indexPaths(of: reconfiguredItems, but: reloadedItems)
    return batch
  }
}
