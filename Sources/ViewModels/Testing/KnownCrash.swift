import Foundation
import ListEngine

/// A batch that adds up, and that is known from public crash reports (2014 to 2019) to have crashed a list view all the
/// same. Whether systems of today still fail is not known.
enum KnownCrash: Hashable {
  /// A section moves to the position that it had, and an item leaves it (rdar 48941906).
  case moveToSamePosition(section: Int, leaving: IndexPath)
  /// A section moves, its items change, and a section is inserted (rdar 26021018, rdar 31779360, IGListKit issue 691).
  case changesInMovedSection(from: Int, to: Int)
  /// An item moves out of a section that is deleted: an exception up to iOS 8 (JSQDataSourcesKit issue 12).
  case moveFromDeletedSection(IndexPath)
  /// An item moves into a section that is inserted: an exception up to iOS 8 (TLIndexPathTools issue 18).
  case moveIntoInsertedSection(IndexPath)
}

extension CheckedBatch {
  /// The patterns that the batch contains: those of its section moves, then those of its item moves, each in order.
  var knownCrashes: [KnownCrash] { sectionMoveCrashes + itemMoveCrashes }

  private var itemMoveCrashes: [KnownCrash] {
    record.movedItems.flatMap { move in
      let leaves = deletedSections.contains(move.from.section)
      let enters = insertedSections.contains(move.to.section)
      return (leaves ? [KnownCrash.moveFromDeletedSection(move.from)] : [])
        + (enters ? [.moveIntoInsertedSection(move.to)] : [])
    }
  }

  private var sectionMoveCrashes: [KnownCrash] {
    guard !record.movedSections.isEmpty else { return [] }
    let losing = Set(record.deletedItems.map(\.section) + record.movedItems.map(\.from.section))
    let gaining = Set(record.insertedItems.map(\.section) + record.movedItems.map(\.to.section))
    return record.movedSections.compactMap { move in
      if move.from == move.to {
        let leaving = record.movedItems.first { $0.from.section == move.from && $0.to.section != move.to }
        return leaving.map { .moveToSamePosition(section: move.from, leaving: $0.from) }
      }
      let changes = losing.contains(move.from) || gaining.contains(move.to)
      return changes && !insertedSections.isEmpty ? .changesInMovedSection(from: move.from, to: move.to) : nil
    }
  }
}

extension KnownCrash {
  private var movesSection: Bool {
    switch self {
    case .moveToSamePosition, .changesInMovedSection: true
    case .moveFromDeletedSection, .moveIntoInsertedSection: false
    }
  }

  /// What a view says of it, in words that are not UIKit's.
  func text(for view: StrictListView.Kind) -> String {
    let pattern =
      switch self {
      case .moveToSamePosition(let section, let path):
        "section \(section) moves to the position that it had, and \(view.item) \(path.short) moves out of it"
      case .changesInMovedSection(let from, let to):
        "section \(from) moves to \(to) and its \(view.item)s change, in an update that inserts a section"
      case .moveFromDeletedSection(let path):
        "cannot move \(view.anItem) from a deleted section: \(view.item) \(path.short)"
      case .moveIntoInsertedSection(let path):
        "cannot move \(view.anItem) into a newly inserted section: \(view.item) \(path.short)"
      }
    return "\(pattern) (a warning of StrictListView's own, not UIKit's: this adds up, but public crash reports name a"
      + " \(view.name) that did not survive it; delete and insert the \(movesSection ? "section" : view.item) instead)"
  }
}
