import Foundation
import ListEngine

/// A rule that a batch update breaks, in the order of Apple's messages; the last two cases are this package's own.
enum UpdateViolation: Error, Hashable {
  case deleteAndReload(IndexPath)
  case deleteSection(Int, before: Int)
  case deleteAndMoveSection(Int)
  case deleteAndMoveItem(IndexPath)
  case deleteInMissingSection(IndexPath, before: Int)
  case deleteItem(IndexPath, before: Int)
  case insertSection(Int, after: Int)
  case insertAndMoveSection(Int)
  case insertAndMoveItem(IndexPath)
  case insertInMissingSection(IndexPath, after: Int)
  case insertItem(IndexPath, after: Int)
  case moveSection(Int, before: Int)
  case moveToSection(Int, to: Int, after: Int)
  case moveFromMissingSection(IndexPath, before: Int)
  case moveItem(IndexPath, before: Int)
  case moveToMissingSection(IndexPath, to: IndexPath, after: Int)
  case moveToItem(IndexPath, to: IndexPath, after: Int)
  case sectionToTwoPlaces(Int, Int, Int)
  case itemToTwoPlaces(IndexPath, IndexPath, IndexPath)
  case sectionsToOnePlace(Int, Int, Int)
  case itemsToOnePlace(IndexPath, IndexPath, IndexPath)
  case sectionTotal(before: Int, after: Int, inserted: Int, deleted: Int)
  case itemTotal(section: Int, before: Int, after: Int, ItemChanges)
  case moreDeletedThanThere(section: Int)
  case repeatedSection(Int, in: String)
  case repeatedItem(IndexPath, in: String)

  /// Whether the counts don't add up, and nothing else is wrong.
  var isOfTotals: Bool {
    switch self {
    case .sectionTotal, .itemTotal: true
    default: false
    }
  }

  /// How many items a section gained and lost.
  struct ItemChanges: Hashable {
    var inserted = 0
    var deleted = 0
    var movedIn = 0
    var movedOut = 0
    /// What the section must hold after the update.
    func applied(to count: Int) -> Int { count + inserted - deleted + movedIn - movedOut }
  }
}

extension UpdateViolation {
  /// Apple's text to the letter, in the words of the given kind of view.
  func text(for view: StrictListView.Kind) -> String {
    let item = view.item
    switch self {
    case .deleteAndReload(let path):
      return "attempt to delete and reload the same index path (\(path.long))"
    case .deleteSection(let section, let before):
      return "attempt to delete section \(section), but there are only \(before) sections before the update"
    case .deleteAndMoveSection(let section):
      return "attempt to perform a delete and a move from the same section (\(section))"
    case .deleteAndMoveItem(let path):
      return "attempt to perform a delete and a move from the same index path (\(path.short))"
    case .deleteInMissingSection(let path, let before):
      return "attempt to delete \(item) \(path.item) from section \(path.section),"
        + " but there are only \(before) sections before the update"
    case .deleteItem(let path, let before):
      return "attempt to delete \(item) \(path.item) from section \(path.section)"
        + " which only contains \(before) \(item)s before the update"
    case .insertSection(let section, let after):
      return "attempt to insert section \(section) but there are only \(after) sections after the update"
    case .insertAndMoveSection(let section):
      return "attempt to perform an insert and a move to the same section (\(section))"
    case .insertAndMoveItem(let path):
      return "attempt to perform an insert and a move to the same index path (\(path.short))"
    case .insertInMissingSection(let path, let after):
      return "attempt to insert \(item) \(path.item) into section \(path.section),"
        + " but there are only \(after) sections after the update"
    case .insertItem(let path, let after):
      return "attempt to insert \(item) \(path.item) into section \(path.section),"
        + " but there are only \(after) \(item)s in section \(path.section) after the update"
    case .moveSection(let section, let before):
      return "attempt to move section \(section), but there are only \(before) sections before the update"
    case .moveToSection(let from, let to, let after):
      return "attempt to to move section \(from) to section \(to),"
        + " but there are only \(after) sections after the update"
    case .moveFromMissingSection(let path, let before):
      return "attempt to move index path (\(path.long)) from a section that does not exist"
        + " - there are only \(before) sections before the update"
    case .moveItem(let path, let before):
      return "attempt to move index path (\(path.long)) that does not exist"
        + " - there are only \(before) \(item)s in section \(path.section) before the update"
    case .moveToMissingSection(let from, let to, let after):
      return "attempt to move index path (\(from.long)) to index path (\(to.long)) in section that does not exist"
        + " - there are only \(after) sections after the update"
    case .moveToItem(let from, let to, let after):
      return "attempt to move index path (\(from.long)) to index path (\(to.long)) that does not exist"
        + " - there are only \(after) \(item)s in section \(to.section) after the update"
    case .sectionToTwoPlaces(let from, let first, let second):
      return "attempt to move section \(from) to both section \(first) and section \(second)"
    case .itemToTwoPlaces(let from, let first, let second):
      return "attempt to move \(item) at index path \(from.long) to both \(first.long) and \(second.long)"
    case .sectionsToOnePlace(let first, let second, let to):
      return "attempt to move both section \(first) and section \(second) to section \(to)"
    case .itemsToOnePlace(let first, let second, let to):
      return "attempt to move both \(item) at index path \(first.long) and \(second.long) to \(to.long)"
    case .sectionTotal(let before, let after, let inserted, let deleted):
      return "Invalid update: invalid number of sections.  The number of sections contained in the \(view.name)"
        + " after the update (\(after)) must be equal to the number of sections contained in the \(view.name)"
        + " before the update (\(before)), plus or minus the number of sections inserted or deleted"
        + " (\(inserted) inserted, \(deleted) deleted)."
    case .itemTotal(let section, let before, let after, let changes):
      return "Invalid update: invalid number of \(item)s in section \(section).  The number of \(item)s contained"
        + " in an existing section after the update (\(after)) must be equal to the number of \(item)s contained"
        + " in that section before the update (\(before)), plus or minus the number of \(item)s inserted or deleted"
        + " from that section (\(changes.inserted) inserted, \(changes.deleted) deleted) and plus or minus the"
        + " number of \(item)s moved into or out of that section (\(changes.movedIn) moved in,"
        + " \(changes.movedOut) moved out)."
    case .moreDeletedThanThere(let section):
      return "Invalid update: invalid number of \(item)s in section \(section)."
        + "  Attempt to delete more \(item)s than exist in section."
    case .repeatedSection(let section, let list):
      return Self.ownText("section \(section)", list, view)
    case .repeatedItem(let path, let list):
      return Self.ownText("index path \(path.long)", list, view)
    }
  }

  private static func ownText(_ place: String, _ list: String, _ view: StrictListView.Kind) -> String {
    "\(place) is \(list) more than once in one update (a check of StrictListView's own, not UIKit's:"
      + " a \(view.name) may let this pass and show the wrong content later)"
  }
}

extension StrictListView.Kind {
  var item: String { self == .collectionView ? "item" : "row" }
  var anItem: String { self == .collectionView ? "an item" : "a row" }
  var name: String { self == .collectionView ? "collection view" : "table view" }
}

extension IndexPath {
  /// As Foundation describes it.
  fileprivate var long: String { "{length = 2, path = \(section) - \(item)}" }
}
