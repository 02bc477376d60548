import Foundation

extension SectionedList {
  /// Returns the batch that turns a list view's contents from `old` into this list.
  ///
  /// Items are matched by their ids. Deletions, insertions and moves, between sections too, fit one batch update. Items
  /// with new contents are reconfigured right after it; see ``ListBatch/inOneBatch``.
  ///
  /// The batch is safe before it is short: a section that changes its place and whose items change, too, is deleted and
  /// inserted, and no item moves out of a deleted section or into an inserted one, because batches that do so add up and
  /// have crashed UIKit all the same. Beyond that it has the fewest moves.
  ///
  /// ```swift
  /// var new = list
  /// new.update(photo, in: .photos)
  /// let batch = new.difference(from: list) { $0.caption == $1.caption }  // nothing else of a photo shows
  /// ```
  ///
  /// - Parameters:
  ///   - old: The list that is shown.
  ///   - areSame: Returns whether two items with the same id have the same contents. By default contents are not
  ///     compared.
  /// - Note: May be called anywhere. For long lists, call it off the main actor.
  /// - Complexity: O(*n* log *n*), where *n* is the number of items between the common head and the common tail of each
  ///   section. Comparing heads and tails skips what the lists share: it is effectively O(*k*) if this list is `old`
  ///   after *k* edits next to each other.
  @inlinable
  public func difference(from old: SectionedList, by areSame: ((Item, Item) -> Bool)? = nil) -> ListBatch {
    batch(of: ListDifference(from: old, to: self), by: areSame, andUpdated: false)
  }

  /// - Parameter andUpdated: Whether the items that were passed to ``update(_:in:)`` count as changed whatever
  ///   `areSame` returns.
  @inlinable
  func batch(
    of difference: ListDifference<SectionID, Item>, by areSame: ((Item, Item) -> Bool)?, andUpdated: Bool
  ) -> ListBatch {
    var batch = difference.batch()
    guard let areSame else { return batch }
    var changed = difference.changedItems(by: areSame)
    if andUpdated, let updatedItems {
      var all = Set(changed)
      // An item may have been moved into another section since.
      let old = Set(difference.old.updatedItems?.values.flatMap(\.values) ?? [])
      for (section, ids) in updatedItems {
        guard let position = position(of: section) else { continue }
        for (id, number) in ids where !old.contains(number) {
          guard let offset = offset(of: id, inSection: position), difference.keepsCell(position, offset) else {
            continue
          }
          all.insert(IndexPath(position, offset))
        }
      }
      if all.count > changed.count { changed = all.sorted() }
    }
    batch.reconfiguredItems = changed
    return batch
  }
}

extension SectionedList where Item: Equatable {
  /// Returns the batch that turns a list view's contents from `old` into this list, with contents compared by `==`.
  ///
  /// Items that were passed to ``update(_:in:)`` since `old` was copied count as changed even if they are equal. Otherwise it is
  /// ``difference(from:by:)``.
  @inlinable
  public func difference(from old: SectionedList) -> ListBatch {
    batch(of: ListDifference(from: old, to: self), by: ==, andUpdated: true)
  }
}

enum DifferenceLimits {
  /// How many items make a list so long that it is compared off the main actor. A hop to another thread and back costs
  /// time, too. The benchmark of differences says what comparing 5,000 items costs; the bound is below that.
  static let longList = 2_000
  /// The most moves of one snapshot that views are told. Each is a cell to a list view, shown or not; nobody follows a
  /// thousand with the eye.
  static let maximumMoves = 1_000
}
