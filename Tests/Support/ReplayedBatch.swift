import Foundation
import ListEngine

/// What a list shows after a batch, worked out from the rules alone: nothing here knows how the batch was made.
///
/// Cells that are deleted go, those that are moved go where the move says, new ones take their stated places, and all
/// others fill what is left in their old order. Contents of cells come from the old list, except for inserted ones and
/// those that the second batch redraws.
package struct ReplayedBatch<SectionID: Hashable & Sendable, Item: Identifiable & Hashable & Sendable>
where Item.ID: Sendable {
  package private(set) var sections: [[Item]] = []
  package private(set) var faults: [String] = []

  package init(_ batch: ListBatch, from old: SectionedList<SectionID, Item>, to new: SectionedList<SectionID, Item>) {
    let origins = origins(of: batch, from: old.numberOfSections, to: new.numberOfSections)
    let arrivals = Dictionary(uniqueKeysWithValues: batch.movedItems.map { ($0.to, $0.from) })
    let inserted = Set(batch.insertedItems)
    let gone = Set(batch.deletedItems).union(batch.movedItems.map(\.from))
    if gone.count != batch.deletedItems.count + batch.movedItems.count { faults.append("deleted and moved") }

    for (position, section) in new.sections.enumerated() {
      var staying: [Item] = []
      if let origin = origins[position] {
        let before = old.items(in: old.sections[origin])
        staying = before.indices.filter { !gone.contains(IndexPath(item: $0, section: origin)) }.map { before[$0] }
        if old.sections[origin] != section { faults.append("section \(position) is not \(section)") }
      }
      var rest = staying.makeIterator()
      let cells = new.items(in: section).indices.compactMap { offset -> Item? in
        let path = IndexPath(item: offset, section: position)
        if let from = arrivals[path] { return old[from] }
        if inserted.contains(path) || origins[position] == nil { return new[path] }
        return rest.next()
      }
      if rest.next() != nil || cells.count != new.numberOfItems(in: section) { faults.append("count of \(section)") }
      sections.append(cells)
    }
    redraw(batch, from: new)
  }

  /// The old position of each new section; nil if it was inserted.
  private func origins(of batch: ListBatch, from old: Int, to new: Int) -> [Int?] {
    let moves = Dictionary(uniqueKeysWithValues: batch.movedSections.map { ($0.to, $0.from) })
    let moved = Set(moves.values)
    var rest = (0..<old).filter { !batch.deletedSections.contains($0) && !moved.contains($0) }.makeIterator()
    return (0..<new).map { position in
      batch.insertedSections.contains(position) ? nil : moves[position] ?? rest.next()
    }
  }

  private mutating func redraw(_ batch: ListBatch, from new: SectionedList<SectionID, Item>) {
    guard faults.isEmpty else { return }
    for path in batch.reloadedItems + batch.reconfiguredItems {
      sections[path.section][path.item] = new[path]
    }
    for section in batch.reloadedSections { sections[section] = Array(new.items(in: new.sections[section])) }
  }
}
