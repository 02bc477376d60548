import Foundation

/// The contents of one batch update.
///
/// ``deletedSections``, ``deletedItems`` and the `from` of moves are positions before the update; all others are
/// positions after it. ``reloadedItems`` and ``reconfiguredItems`` change no count and are carried out in a second
/// batch, after the first.
public struct ListBatch: Hashable, Sendable {
  /// From one place to another.
  public struct Move<Place: Hashable & Sendable>: Hashable, Sendable {
    /// The place before the update.
    public var from: Place
    /// The place after the update.
    public var to: Place
    /// A move from one place to another.
    public init(from: Place, to: Place) {
      self.from = from
      self.to = to
    }
  }

  /// Sections taken out, as positions before the update.
  public var deletedSections = IndexSet()
  /// Sections put in, as positions after the update.
  public var insertedSections = IndexSet()
  /// Sections that changed place.
  public var movedSections: [Move<Int>] = []
  /// Items taken out, as index paths before the update.
  public var deletedItems: [IndexPath] = []
  /// Items put in, as index paths after the update.
  public var insertedItems: [IndexPath] = []
  /// Items that changed place, within a section or between two.
  public var movedItems: [Move<IndexPath>] = []
  /// Sections to draw anew in the second batch, as positions after the update.
  public var reloadedSections = IndexSet()
  /// Items to draw anew in the second batch, as index paths after the update.
  public var reloadedItems: [IndexPath] = []
  /// Items to configure anew in the second batch, keeping their cells, as index paths after the update.
  public var reconfiguredItems: [IndexPath] = []

  /// A batch that changes nothing.
  public init() {}
}
