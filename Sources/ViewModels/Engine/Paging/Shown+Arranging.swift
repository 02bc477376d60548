// What is shown of the sections that have an arrangement. Nothing here is remembered, made again or sent: an arrangement
// says what is shown of what there is.

extension Shown {
  /// Shows a section as an arrangement says; nil shows it as it was loaded.
  mutating func arrange(_ section: SectionID, as arrangement: Arrangement<Item>?) {
    guard list.position(of: section) != nil else { return }
    if arrangement == nil, arrangements[section] == nil { return }
    let all = whole ?? list
    arrangements[section] = arrangement
    whole = all
    arrange(section)
    if arrangements.isEmpty { (list, whole) = (all, nil) }
  }

  /// Arranges all items of a section again; without an arrangement, shows the whole section.
  mutating func arrange(_ section: SectionID) {
    guard let items = whole?.items(in: section) else { return }
    if let arrangement = arrangements[section] {
      work.arrange(&list, section, items, arrangement)
    } else {
      work.replaceItems(&list, section, Array(items))
    }
  }

  /// Shows items that have come in at these offsets of the whole section.
  /// - Returns: The offsets at which they are shown, ascending, without the ones that a filter hides.
  mutating func show(_ new: Range<Int>, of section: SectionID) -> [Int] {
    guard let all = whole, let position = all.position(of: section) else { return [] }
    let ids = all.items(inSectionAt: position)[new].map(\.id)
    arrange(Set(ids), in: section)
    return ids.compactMap { list.offset(of: $0, inSection: position) }.sorted()
  }

  /// Arranges some items of a section again: each comes, goes or moves as the arrangement says.
  /// - Complexity: O(*k* log *n*), where *k* is the number of ids.
  mutating func arrange(_ ids: Set<Item.ID>, in section: SectionID) {
    guard let arrangement = arrangements[section], let all = whole, let position = all.position(of: section) else {
      return
    }
    if ids.count > 100, ids.count > all.numberOfItems(inSection: position) / 8 { return arrange(section) }
    work.place(&list, position, all, ids, arrangement)
  }

  /// Repeats on what is shown what an edit has done to the whole list.
  mutating func arrange(
    after calls: [RecordedOperation<SectionID, Item>],
    _ operations: [(section: Section, operation: ItemOperation<Item>)]
  ) {
    for call in calls where call.changesSections { call.makeSections(of: &list) }
    var ids: [SectionID: Set<Item.ID>] = [:]
    for (section, operation) in operations.lazy.map({ ($0.section.id, $0.operation) }) {
      if arrangements[section] == nil {
        work.make(&list, operation, section)
      } else {
        ids[section, default: []].formUnion(operation.touched)
      }
    }
    for (section, ids) in ids { arrange(ids, in: section) }
    for (section, updates) in whole?.updatedItems ?? [:] { list.markUpdates(updates.keys, in: section) }
    whole?.forgetUpdates()
  }

  /// Forgets the arrangements of sections that have gone.
  mutating func forgetArrangements(of old: List, in new: List) {
    arrangements = arrangements.filter { new.birth(of: $0.key) == old.birth(of: $0.key) }
  }

  /// Whether a section is shown in an order of its own, so that to move an item in it changes nothing.
  func isOrdered(_ section: SectionID) -> Bool { arrangements[section]?.order != nil }
}
