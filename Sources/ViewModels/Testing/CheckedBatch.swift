import Foundation
import ListEngine

/// A batch update that is about to be believed: what was asked for, and the counts before and after.
///
/// A pure value. ``init(_:before:after:)`` throws the first violation in UIKit's order: deletes,
/// inserts, moves, the number of sections, the number of items of each section that survives.
struct CheckedBatch {
  /// Without reloads.
  let record: RecordedBatch
  /// Items in each section before the update.
  let before: [Int]
  /// Items in each section after it.
  let after: [Int]
  /// The new position of each old section; nil if it was deleted.
  private(set) var newSections: [Int?] = []
  /// The old position of each new section; nil if it was inserted.
  private(set) var oldSections: [Int?] = []

  let deletedSections: Set<Int>
  let insertedSections: Set<Int>

  /// - Complexity: O(*s* + *n* log *n*) for *s* sections and *n* entries of the record.
  init(_ record: RecordedBatch, before: [Int], after: [Int]) throws(UpdateViolation) {
    let record = try record.withoutReloads()
    self.record = record
    self.before = before
    self.after = after
    deletedSections = Set(record.deletedSections)
    insertedSections = Set(record.insertedSections)
    try checkDeletes()
    try checkInserts()
    try checkMoves()
    try checkSectionTotal()
    newSections = makeNewSections()
    oldSections = Array(repeating: nil, count: after.count)
    for (old, new) in newSections.enumerated() {
      if let new { oldSections[new] = old }
    }
    try checkItemTotals()
  }

  /// Sections that are neither deleted nor moved keep their order and fill the places nobody else took.
  private func makeNewSections() -> [Int?] {
    var result = [Int?](repeating: nil, count: before.count)
    var taken = insertedSections
    for move in record.movedSections {
      result[move.from] = move.to
      taken.insert(move.to)
    }
    var free = after.indices.lazy.filter { !taken.contains($0) }.makeIterator()
    for section in before.indices where result[section] == nil && !deletedSections.contains(section) {
      result[section] = free.next()
    }
    return result
  }
}
