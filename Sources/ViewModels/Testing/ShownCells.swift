import Foundation
import ListEngine

/// What stands in a list view, kept by replaying its updates and never by looking at the model.
struct ShownCells {
  private(set) var sections: [[String]]

  /// Asks for every cell.
  @MainActor
  init(counts: [Int], cell: (IndexPath) -> String) {
    sections = counts.enumerated().map { section, count in
      (0..<count).map { cell(IndexPath(item: $0, section: section)) }
    }
  }

  /// Takes deleted cells out, lets moved ones keep their content and asks for inserted and reconfigured ones.
  /// - Complexity: O(number of sections + items of the sections touched); an append costs what it appends.
  @MainActor
  mutating func replay(_ update: CheckedBatch, cell: (IndexPath) -> String) {
    let record = update.record
    var left: [Int: Set<Int>] = [:]
    var arrived: [Int: [Int: String?]] = [:]
    var inserted: [Int: Set<Int>] = [:]
    let reconfigured = Set(record.reconfiguredItems)
    for path in record.deletedItems { left[path.section, default: []].insert(path.item) }
    for path in record.insertedItems { inserted[path.section, default: []].insert(path.item) }
    for move in record.movedItems {
      let content = reconfigured.contains(move.from) ? nil : sections[move.from.section][move.from.item]
      left[move.from.section, default: []].insert(move.from.item)
      arrived[move.to.section, default: [:]].updateValue(content, forKey: move.to.item)
    }
    let reconfiguredBySection = Dictionary(grouping: reconfigured, by: \.section)

    var old = sections
    sections = Array(repeating: [], count: update.after.count)
    for (section, newSection) in update.newSections.enumerated() {
      guard let newSection else { continue }
      let (gone, arrivals) = (left[section] ?? [], arrived[newSection] ?? [:])
      let places = inserted[newSection] ?? []
      let anew = reconfiguredBySection[section] ?? []
      swap(&sections[newSection], &old[section])
      let count = sections[newSection].count
      if gone.isEmpty, arrivals.isEmpty, anew.isEmpty, places.allSatisfy({ $0 >= count }) {
        for item in count..<update.after[newSection] {
          sections[newSection].append(cell(IndexPath(item: item, section: newSection)))
        }
        continue
      }
      let stale = Set(anew.map(\.item))
      var stayed = sections[newSection].enumerated().lazy.filter { !gone.contains($0.offset) }
        .map { stale.contains($0.offset) ? nil : $0.element }.makeIterator()
      sections[newSection] = (0..<update.after[newSection]).map { item in
        let content = arrivals[item] ?? (places.contains(item) ? nil : stayed.next() ?? nil)
        return content ?? cell(IndexPath(item: item, section: newSection))
      }
    }
    for section in update.insertedSections {
      let arrivals = arrived[section] ?? [:]
      sections[section] = (0..<update.after[section]).map { item in
        (arrivals[item] ?? nil) ?? cell(IndexPath(item: item, section: section))
      }
    }
  }

  /// Moves a cell, as a drag does.
  mutating func move(from: IndexPath, to: IndexPath) {
    let cell = sections[from.section].remove(at: from.item)
    sections[to.section].insert(cell, at: to.item)
  }

  /// Asks for cells again where they stand; places that do not exist are left out.
  @MainActor
  mutating func reconfigure(_ indexPaths: [IndexPath], cell: (IndexPath) -> String) {
    for path in indexPaths
    where sections.indices.contains(path.section) && sections[path.section].indices.contains(path.item) {
      sections[path.section][path.item] = cell(path)
    }
  }
}
