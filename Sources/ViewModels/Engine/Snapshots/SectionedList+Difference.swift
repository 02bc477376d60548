import Foundation

/// How a list view is to show new contents of an item that it shows already.
public enum ContentUpdate: Sendable {
  /// The cell is kept and configured anew (`reconfigureItems`).
  case reconfigure
  /// The cell is made anew (`reloadItems`): for contents that need another kind of cell.
  case reload
}

extension SectionedList {
  /// What a list view that shows `old` must do to show this list.
  ///
  /// Items are told apart by their ids. Deletions, insertions and moves, between sections too, fit one batch update;
  /// items whose contents differ are redrawn in a second one. Of all possible sets of moves it is a smallest one.
  ///
  /// ```swift
  /// var new = list
  /// new.update(photo, in: .photos)
  /// let batch = new.difference(from: list) { $0.caption == $1.caption }  // nothing else of a photo shows
  /// ```
  ///
  /// It can be called anywhere: for big lists, off the main actor.
  ///
  /// - Parameters:
  ///   - old: the list that is shown.
  ///   - update: how items with new contents are redrawn.
  ///   - areSame: whether two items with the same id have the same contents; by default they are not compared.
  /// - Complexity: what the two share, and where ids follow each other as before, is passed over without hashing; in
  ///   what is left, n log n at worst. If `old` was appended to, it follows what was appended.
  @inlinable
  public func difference(
    from old: SectionedList, updating update: ContentUpdate = .reconfigure, by areSame: ((Item, Item) -> Bool)? = nil
  ) -> ListBatch {
    let difference = ListDifference(from: old, to: self)
    var batch = difference.batch()
    if let areSame {
      let changed = difference.changedItems(by: areSame)
      switch update {
      case .reconfigure: batch.reconfiguredItems = changed
      case .reload: batch.reloadedItems = changed
      }
    }
    return batch
  }
}

extension SectionedList {
  /// Adds the items that have been updated explicitly to those that differ: `==` may look at ids alone.
  @usableFromInline
  func addingUpdatedItems(to changed: [IndexPath], shownBefore old: SectionedList) -> [IndexPath] {
    guard let updatedItems else { return changed }
    var all = Set(changed)
    for (section, ids) in updatedItems {
      guard let position = positions[section] else { continue }
      for id in ids where old.place(of: id) != nil {
        if let offset = offset(of: id, inSection: position) { all.insert([position, offset]) }
      }
    }
    return all.count == changed.count ? changed : all.sorted()
  }
}

extension SectionedList where Item: Equatable {
  /// What a list view that shows `old` must do to show this list; items that are not equal to those with the same id
  /// before are redrawn, and so are those that ``update(_:in:)`` has named, whatever `==` says of them.
  ///
  /// See ``difference(from:updating:by:)``.
  @inlinable
  public func difference(from old: SectionedList, updating update: ContentUpdate = .reconfigure) -> ListBatch {
    var batch = difference(from: old, updating: update, by: ==)
    switch update {
    case .reconfigure: batch.reconfiguredItems = addingUpdatedItems(to: batch.reconfiguredItems, shownBefore: old)
    case .reload: batch.reloadedItems = addingUpdatedItems(to: batch.reloadedItems, shownBefore: old)
    }
    return batch
  }
}
