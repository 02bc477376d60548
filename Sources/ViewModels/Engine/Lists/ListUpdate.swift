import Foundation

/// One change of a list, in the terms a list view is told it.
///
/// Section numbers are positions in the list. Index paths are in the index space that the field's name says.
/// ``description`` is for logs: `insert 1-0...1-19`.
public enum ListUpdate: Hashable, Sendable {
  /// Items came in at these index paths (after the update), ascending, all in one section.
  case insert([IndexPath])
  /// This section is to be counted and drawn anew (`reloadSections`, never `reloadData`).
  case reload(section: Int)
  /// Any mixture, to be carried out in one batch update.
  case batch(ListBatch)
}
