import Foundation
import ListEngine

/// What was asked for between the opening and the closing of a batch, one entry a section or item.
struct RecordedBatch {
  typealias Move = ListBatch.Move

  var deletedSections: [Int] = []
  var insertedSections: [Int] = []
  var movedSections: [Move<Int>] = []
  var reloadedSections: [Int] = []
  var deletedItems: [IndexPath] = []
  var insertedItems: [IndexPath] = []
  var movedItems: [Move<IndexPath>] = []
  var reloadedItems: [IndexPath] = []
  var reconfiguredItems: [IndexPath] = []

  /// Whether nothing was asked for.
  private(set) var isEmpty = true

  mutating func add(_ operation: ListOperation) {
    isEmpty = false
    switch operation {
    case .deleteSections(let sections): deletedSections += sections
    case .insertSections(let sections): insertedSections += sections
    case .moveSection(let from, let to): movedSections.append(Move(from: from, to: to))
    case .reloadSections(let sections): reloadedSections += sections
    case .deleteItems(let indexPaths): deletedItems += indexPaths
    case .insertItems(let indexPaths): insertedItems += indexPaths
    case .moveItem(let from, let to): movedItems.append(Move(from: from, to: to))
    case .reloadItems(let indexPaths): reloadedItems += indexPaths
    case .reconfigureItems(let indexPaths): reconfiguredItems += indexPaths
    }
  }

  /// The record as it is checked and carried out: each reload as a delete and an insert, identical moves once,
  /// deletes descending, inserts ascending.
  ///
  /// A reload inserts at its old place, less one for each explicit delete at or below it, plus one for each explicit
  /// insert at or below it. Moves are left out of this account, as UIKit leaves them out; hence the crashes that a
  /// reload beside a move leads to.
  /// - Throws: ``UpdateViolation/deleteAndReload(_:)``
  func withoutReloads() throws(UpdateViolation) -> RecordedBatch {
    for section in reloadedSections.sorted() where deletedSections.contains(section) {
      throw .deleteAndReload(IndexPath(item: NSNotFound, section: section))
    }
    let explicitDeletes = Set(deletedItems)
    for indexPath in reloadedItems.sorted() where explicitDeletes.contains(indexPath) {
      throw .deleteAndReload(indexPath)
    }

    let sections = Shift(deletes: deletedSections, inserts: insertedSections)
    let deletesBySection = Dictionary(grouping: deletedItems, by: \.section)
    let insertsBySection = Dictionary(grouping: insertedItems, by: \.section)
    var result = self
    result.reloadedSections = []
    result.reloadedItems = []
    result.deletedSections += reloadedSections
    result.insertedSections += reloadedSections.map { sections($0) }
    result.deletedItems += reloadedItems
    for (section, indexPaths) in Dictionary(grouping: reloadedItems, by: \.section) {
      let newSection = sections(section)
      let items = Shift(
        deletes: (deletesBySection[section] ?? []).map(\.item),
        inserts: (insertsBySection[newSection] ?? []).map(\.item))
      result.insertedItems += indexPaths.map { IndexPath(item: items($0.item), section: newSection) }
    }
    result.deletedSections.sort(by: >)
    result.deletedItems.sort(by: >)
    result.insertedSections.sort()
    result.insertedItems.sort()
    result.movedSections = movedSections.unique
    result.movedItems = movedItems.unique
    return result
  }
}

/// Where a place ends up after deletes and inserts in its index space.
private struct Shift {
  let deletes: [Int]
  let inserts: [Int]

  init(deletes: [Int], inserts: [Int]) {
    self.deletes = deletes.sorted()
    self.inserts = inserts.sorted()
  }

  /// - Complexity: O(log *n*), where *n* is the number of deletes and inserts.
  func callAsFunction(_ place: Int) -> Int {
    let left = place - deletes.indices.partitioningIndex { deletes[$0] > place }
    return left + inserts.indices.partitioningIndex { inserts[$0] - $0 > left }
  }
}

extension Array where Element: Hashable {
  /// The first element that stands here twice.
  var firstRepeat: Element? {
    var seen = Set<Element>()
    return first { !seen.insert($0).inserted }
  }
}
