import Foundation
import ListEngine

// before + inserted - deleted must be after. A place that is deleted or inserted twice makes these sums meaningless, so
// repeats are refused ahead of each.
extension CheckedBatch {
  func checkSectionTotal() throws(UpdateViolation) {
    if let section = record.deletedSections.firstRepeat { throw .repeatedSection(section, in: "deleted or reloaded") }
    if let section = record.insertedSections.firstRepeat { throw .repeatedSection(section, in: "inserted") }
    let (inserted, deleted) = (record.insertedSections.count, record.deletedSections.count)
    guard before.count + inserted - deleted == after.count else {
      throw .sectionTotal(before: before.count, after: after.count, inserted: inserted, deleted: deleted)
    }
  }

  func checkItemTotals() throws(UpdateViolation) {
    let deleted = Dictionary(grouping: record.deletedItems, by: \.section)
    let inserted = Dictionary(grouping: record.insertedItems, by: \.section)
    var movedIn: [Int: Int] = [:]
    var movedOut: [Int: Int] = [:]
    for move in record.movedItems where newSections[move.from.section] != move.to.section {
      movedOut[move.from.section, default: 0] += 1
      movedIn[move.to.section, default: 0] += 1
    }
    // UIKit goes through the sections in their new order, and names each by its new position.
    for newSection in after.indices {
      guard let section = oldSections[newSection] else { continue }
      let changes = UpdateViolation.ItemChanges(
        inserted: inserted[newSection]?.count ?? 0, deleted: deleted[section]?.count ?? 0,
        movedIn: movedIn[newSection] ?? 0, movedOut: movedOut[section] ?? 0)
      let expected = changes.applied(to: before[section])
      if expected < 0 { throw .moreDeletedThanThere(section: newSection) }
      if let path = deleted[section]?.firstRepeat { throw .repeatedItem(path, in: "deleted or reloaded") }
      if let path = inserted[newSection]?.firstRepeat { throw .repeatedItem(path, in: "inserted") }
      guard expected == after[newSection] else {
        throw .itemTotal(section: newSection, before: before[section], after: after[newSection], changes)
      }
    }
  }
}
