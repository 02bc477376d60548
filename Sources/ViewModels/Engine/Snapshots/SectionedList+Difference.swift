import Foundation

/// How a list view shows the new contents of an item that it shows already.
public enum ContentUpdate: Sendable {
  /// Configures the cell again and keeps it (`reconfigureItems`).
  case reconfigure
  /// Replaces the cell (`reloadItems`), for contents that need another kind of cell.
  case reload
}

extension SectionedList {
  /// Returns the batch that turns a list view's contents from `old` into this list.
  ///
  /// Items are matched by their ids. Deletions, insertions and moves, between sections too, fit one batch update, with
  /// as few moves as possible. Items with new contents are reconfigured or reloaded in a second one.
  ///
  /// ```swift
  /// var new = list
  /// new.update(photo, in: .photos)
  /// let batch = new.difference(from: list) { $0.caption == $1.caption }  // nothing else of a photo shows
  /// ```
  ///
  /// - Parameters:
  ///   - old: The list that is shown.
  ///   - update: How items with new contents are shown.
  ///   - areSame: Returns whether two items with the same id have the same contents. By default contents are not
  ///     compared.
  /// - Note: May be called anywhere. For long lists, call it off the main actor.
  /// - Complexity: O(*n* log *n*) at worst, where *n* is the number of items that the lists don't share. O(*k*) if this
  ///   list is `old` with *k* items appended.
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
  /// Returns `changed` with the items that were passed to ``update(_:in:)``, since `==` may compare ids alone.
  @usableFromInline
  func addingUpdatedItems(to changed: [IndexPath], shownBefore old: SectionedList) -> [IndexPath] {
    guard let updatedItems else { return changed }
    var all = Set(changed)
    for (section, ids) in updatedItems {
      guard let position = positions[section] else { continue }
      for id in ids where old.location(of: id) != nil {
        if let offset = offset(of: id, inSection: position) { all.insert([position, offset]) }
      }
    }
    return all.count == changed.count ? changed : all.sorted()
  }
}

extension SectionedList where Item: Equatable {
  /// Returns the batch that turns a list view's contents from `old` into this list, with contents compared by `==`.
  ///
  /// Items that were passed to ``update(_:in:)`` count as changed even if they are equal. Otherwise it is
  /// ``difference(from:updating:by:)``.
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
