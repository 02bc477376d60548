import Foundation

/// What a list view is told of one change of its list.
///
/// Sections are given by position. Each property of a ``ListBatch`` says whether its index paths refer to the list
/// before the update or after it. ``description`` is for logs: `insert 1-0...1-19`.
public enum ListUpdate: Hashable, Sendable {
  /// Inserts items at these index paths (after the update), ascending, all in one section.
  case insert([IndexPath])
  /// Counts and shows this section again (`reloadSections`, never `reloadData`).
  case reload(section: Int)
  /// Performs any mixture in one batch update.
  case batch(ListBatch)
}
