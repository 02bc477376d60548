import Foundation

extension ListBatch {
  /// The same changes for one batch of a list view; for front ends that carry updates out by hand. Cells are configured
  /// again after the batch.
  ///
  /// A list view reads the places of a reload as those before its batch, and computes where the cell comes to stand
  /// without the moves beside it. So beside other changes a reloaded item is deleted and inserted, at places that say what is
  /// meant; and so is a section that moves and holds one, since a section that moves had better not change inside.
  ///
  /// - Complexity: O(1) without reloads; else O(*n* log *n*), where *n* is the number of entries, and O(*n* *k*) for *k*
  ///   reloaded sections and sections that move and hold reloaded items.
  public var inOneBatch: ListBatch {
    if reloadedItems.isEmpty && reloadedSections.isEmpty { return self }
    var batch = self
    batch.reloadedItems.removeAll { reloadedSections.contains($0.section) }
    if !changesPlaces { return batch }
    let moved = Set(movedSections.map(\.to))
    let sections = OldPlaces(
      arrivals: insertedSections + movedSections.map(\.to), departures: deletedSections + movedSections.map(\.from))
    for section in reloadedSections.union(IndexSet(batch.reloadedItems.map(\.section).filter(moved.contains))) {
      let old = movedSections.first { $0.to == section }?.from ?? sections[section]
      if let old { batch.makeAnew(old, section) }
    }
    batch.reloadedSections = []
    batch.makeItemsAnew(sections)
    return batch
  }

  private var changesPlaces: Bool {
    !(deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty && deletedItems.isEmpty
      && insertedItems.isEmpty && movedItems.isEmpty)
  }

  /// Deletes and inserts a section. Items that move out of it become inserts where they go, items that move in become deletes.
  private mutating func makeAnew(_ old: Int, _ new: Int) {
    deletedSections.insert(old)
    insertedSections.insert(new)
    movedSections.removeAll { $0.to == new }
    let moves = movedItems.filter { $0.from.section == old || $0.to.section == new }
    movedItems.removeAll { $0.from.section == old || $0.to.section == new }
    deletedItems.removeAll { $0.section == old }
    insertedItems.removeAll { $0.section == new }
    deletedItems += moves.map(\.from).filter { $0.section != old }
    insertedItems += moves.map(\.to).filter { $0.section != new }
    reloadedItems.removeAll { $0.section == new }
    reconfiguredItems.removeAll { $0.section == new }
  }

  /// Deletes and inserts the items to reload.
  private mutating func makeItemsAnew(_ sections: OldPlaces) {
    guard !reloadedItems.isEmpty else { return }
    let sources = Dictionary(movedItems.map { ($0.to, $0.from) }) { first, _ in first }
    let arrivals = Dictionary(grouping: insertedItems + movedItems.map(\.to), by: \.section)
    let departures = Dictionary(grouping: deletedItems + movedItems.map(\.from), by: \.section)
    for (section, items) in Dictionary(grouping: reloadedItems, by: \.section) {
      guard let old = sections[section] else {
        deletedItems += items.compactMap { sources[$0] }  // the section comes with it
        continue
      }
      let places = OldPlaces(
        arrivals: arrivals[section, default: []].map(\.item), departures: departures[old, default: []].map(\.item))
      for item in items {
        guard let source = sources[item] ?? places[item.item].map({ IndexPath(item: $0, section: old) }) else {
          continue
        }
        deletedItems.append(source)
        insertedItems.append(item)
      }
    }
    let anew = Set(reloadedItems)
    movedItems.removeAll { anew.contains($0.to) }
    reloadedItems = []
  }
}

/// Where the places after an update were before it; with arrivals and departures exchanged, where those before it are after it.
struct OldPlaces {
  private let arrivals: [Int]
  private let departures: [Int]

  init(arrivals: [Int], departures: [Int]) {
    self.arrivals = arrivals.sorted()
    self.departures = departures.sorted()
  }

  /// Nil for a place that was taken by an arrival.
  /// - Complexity: O(log *n*), where *n* is the number of arrivals and departures.
  subscript(place: Int) -> Int? {
    let before = arrivals.indices.partitioningIndex { arrivals[$0] >= place }
    if before < arrivals.count, arrivals[before] == place { return nil }
    let old = place - before
    return old + departures.indices.partitioningIndex { departures[$0] - $0 > old }
  }
}
