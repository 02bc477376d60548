import Foundation
import ListEngine

// Places that do not exist, and places asked for twice. Items of a deleted section are deleted with it, those of an
// inserted one inserted with it, so neither is looked at one by one.
extension CheckedBatch {
  func checkDeletes() throws(UpdateViolation) {
    let movedSections = Set(record.movedSections.map(\.from))
    let movedItems = Set(record.movedItems.map(\.from))
    for section in record.deletedSections {
      guard before.indices.contains(section) else { throw .deleteSection(section, before: before.count) }
      if movedSections.contains(section) { throw .deleteAndMoveSection(section) }
    }
    for path in record.deletedItems where !deletedSections.contains(path.section) {
      if movedItems.contains(path) { throw .deleteAndMoveItem(path) }
      guard before.indices.contains(path.section) else {
        throw .deleteInMissingSection(path, before: before.count)
      }
      let count = before[path.section]
      guard 0..<count ~= path.item else { throw .deleteItem(path, before: count) }
    }
  }

  func checkInserts() throws(UpdateViolation) {
    let movedSections = Set(record.movedSections.map(\.to))
    let movedItems = Set(record.movedItems.map(\.to))
    for section in record.insertedSections {
      guard after.indices.contains(section) else { throw .insertSection(section, after: after.count) }
      if movedSections.contains(section) { throw .insertAndMoveSection(section) }
    }
    for path in record.insertedItems where !insertedSections.contains(path.section) {
      if movedItems.contains(path) { throw .insertAndMoveItem(path) }
      guard after.indices.contains(path.section) else { throw .insertInMissingSection(path, after: after.count) }
      let count = after[path.section]
      guard 0..<count ~= path.item else { throw .insertItem(path, after: count) }
    }
  }

  func checkMoves() throws(UpdateViolation) {
    var targets: [Int: Int] = [:]
    var sources: [Int: Int] = [:]
    for move in record.movedSections {
      guard before.indices.contains(move.from) else { throw .moveSection(move.from, before: before.count) }
      guard after.indices.contains(move.to) else {
        throw .moveToSection(move.from, to: move.to, after: after.count)
      }
      if let other = targets.updateValue(move.to, forKey: move.from) {
        throw .sectionToTwoPlaces(move.from, other, move.to)
      }
      if let other = sources.updateValue(move.from, forKey: move.to) {
        throw .sectionsToOnePlace(other, move.from, move.to)
      }
    }
    try checkItemMoves()
  }

  private func checkItemMoves() throws(UpdateViolation) {
    var targets: [IndexPath: IndexPath] = [:]
    var sources: [IndexPath: IndexPath] = [:]
    for move in record.movedItems {
      let (from, to) = (move.from, move.to)
      guard before.indices.contains(from.section) else { throw .moveFromMissingSection(from, before: before.count) }
      guard 0..<before[from.section] ~= from.item else { throw .moveItem(from, before: before[from.section]) }
      guard after.indices.contains(to.section) else { throw .moveToMissingSection(from, to: to, after: after.count) }
      guard 0..<after[to.section] ~= to.item else { throw .moveToItem(from, to: to, after: after[to.section]) }
      if let other = targets.updateValue(to, forKey: from) { throw .itemToTwoPlaces(from, other, to) }
      if let other = sources.updateValue(from, forKey: to) { throw .itemsToOnePlace(other, from, to) }
    }
  }
}
