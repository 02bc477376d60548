import Foundation

/// The contents of one batch update.
///
/// ``deletedSections``, ``deletedItems`` and the `from` of moves refer to the list before the update, everything else
/// to the list after it. Reloads and reconfigurations change no count. An adapter deletes and inserts what is reloaded
/// beside other changes, and reconfigures after the batch.
///
/// ```swift
/// var batch = ListBatch()
/// batch.deletedItems = [IndexPath(item: 1, section: 0)]
/// batch.movedItems = [.init(from: [0, 3], to: [0, 0])]
/// print(batch)  // delete 0-1; move 0-3 to 0-0
/// ```
public struct ListBatch: Hashable, Sendable {
  /// A move of a section, by positions, or of an item, by index paths.
  public struct Move<Location: Hashable & Sendable>: Hashable, Sendable {
    /// The location before the update.
    public var from: Location
    /// The location after the update.
    public var to: Location
    /// Creates a move.
    public init(from: Location, to: Location) {
      self.from = from
      self.to = to
    }
  }

  /// Deleted sections, as positions before the update.
  public var deletedSections = IndexSet()
  /// Inserted sections, as positions after the update.
  public var insertedSections = IndexSet()
  /// Moved sections.
  public var movedSections: [Move<Int>] = []
  /// Deleted items, as index paths before the update.
  public var deletedItems: [IndexPath] = []
  /// Inserted items, as index paths after the update.
  public var insertedItems: [IndexPath] = []
  /// Moved items, within a section or between two.
  public var movedItems: [Move<IndexPath>] = []
  /// Sections to reload, as positions after the update.
  public var reloadedSections = IndexSet()
  /// Items to reload, with new cells, as index paths after the update.
  public var reloadedItems: [IndexPath] = []
  /// Items to reconfigure, in the cells they have, as index paths after the update.
  public var reconfiguredItems: [IndexPath] = []

  /// Creates a batch that changes nothing.
  public init() {}
}

extension ListBatch {
  /// The positions of the sections in which items come, go, move or are configured again; before or after, as they are named.
  var sectionsOfItems: Set<Int> {
    let items = [deletedItems, insertedItems, reloadedItems, reconfiguredItems].joined().map(\.section)
    return Set(items).union(movedItems.flatMap { [$0.from.section, $0.to.section] }).union(reloadedSections)
  }
}
