import Foundation

extension ListSnapshot {
  /// What a list view that shows `old` must do to show this snapshot.
  ///
  /// Deletions, insertions and moves, between sections too, fit one batch update. What is marked for reloading here,
  /// and was in `old`, is redrawn in a second one. Of all possible sets of moves it is a smallest one.
  ///
  /// It can be called anywhere: for big lists, off the main actor.
  ///
  /// - Complexity: what the two share, and where items follow each other as before, is passed over without hashing; in
  ///   what is left, n log n at worst. If `old` was appended to, it follows what was appended.
  @inlinable
  public func difference(from old: ListSnapshot) -> ListBatch {
    var batch = ListDifference(from: old.list, to: list).batch()
    batch.reloadedSections = IndexSet(
      reloadedSections.turns.keys.lazy.filter { old.list.position(of: $0) != nil }.compactMap(list.position))
    // A section that is drawn anew draws its items, and an item that is reloaded need not be reconfigured.
    func places(of marks: ReloadMarks<ItemIdentifier>, but others: ReloadMarks<ItemIdentifier>? = nil) -> [IndexPath] {
      marks.turns.keys.lazy
        .filter { old.list.place(of: $0) != nil && others?.contains($0) != true }
        .compactMap { list.place(of: $0) }
        .filter { !batch.reloadedSections.contains($0.section) }
        .map { [$0.section, $0.offset] as IndexPath }
        .sorted()
    }
    batch.reloadedItems = places(of: reloadedItems)
    batch.reconfiguredItems = places(of: reconfiguredItems, but: reloadedItems)
    return batch
  }
}
