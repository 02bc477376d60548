import Foundation

// In the gate's turn: what a change did to the list, and what a list view is told of it. This is the one place where an
// update is decided.

extension PagedList {
  /// What to tell of items that have come into a section in which nothing else has changed, and of what that made of its row.
  /// - Parameter new: Their offsets, ascending; empty if only the section's state has changed.
  func update(ofNewItems new: [Int], inSectionAt position: Int) -> ListUpdate? {
    let section = shown.list.section(at: position)
    let (old, extra) = (extras[section], deriveExtra(of: section))
    if old != extra || !new.isEmpty { itemMarks.change(CollectionOfOne(position)) }
    let paths = new.map { IndexPath(item: $0 + (extra?.lead ?? 0), section: position) }
    let count = shown.list.numberOfItems(inSection: position)
    if old == extra, paths.isEmpty { return nil }
    let isAtEnd = new.first == count - new.count || new.last == new.count - 1
    if old == extra, isAtEnd { return .insert(paths) }
    if old?.isPlaceholders == true || extra?.isPlaceholders == true { return .reload(section: position) }
    var batch = ListBatch()
    batch.insertedItems = paths
    batch.tell(old, items: count - new.count, inSectionAt: position, became: extra, items: count, inSectionAt: position)
    return .batch(batch)
  }

  /// What to tell of a list that has changed in these sections, and of what that made of their rows.
  /// - Parameters:
  ///   - old: The list before.
  ///   - sections: Those whose items may have changed.
  ///   - changesSections: Whether sections have come, gone or moved.
  ///   - isAnswer: Whether a page of the one section has come in, which may be told as an insert or a reload.
  ///   - isOwnMove: Whether a view has made the change itself. It has counted the rows that there are, so these stay; what
  ///     becomes of them has a turn of its own.
  func update(
    from old: List, in sections: [SectionID], changesSections: Bool = false, isAnswer: Bool = false,
    isOwnMove: Bool = false
  ) -> ListUpdate? {
    if changesSections {
      for section in old.sections where shown.list.birth(of: section) != old.birth(of: section) {
        extras[section] = nil
      }
    }
    var rows: [(section: SectionID, old: SectionExtra?, new: SectionExtra?)] = []
    for section in sections where shown.list.position(of: section) != nil {
      let row = extras[section]
      // Placeholders stand where the items would.
      let isKept = isOwnMove && row?.isPlaceholders != true
      rows.append((section, row, isKept ? row : deriveExtra(of: section)))
    }
    var batch: ListBatch
    if changesSections {
      let fixed = Set(rows.lazy.filter { $0.old != $0.new }.map(\.section))
      batch = comparing.sectionsBatch(old, shown.list) { fixed.contains($0) }
    } else {
      batch = comparing.batch(old, shown.list, sections.compactMap { old.position(of: $0) }.sorted())
    }
    shown.forgetUpdates()
    batch.shift(
      old: Dictionary(uniqueKeysWithValues: rows.compactMap { row in row.old.leadAt(old.position(of: row.section)) }),
      new: Dictionary(
        uniqueKeysWithValues: rows.compactMap { row in row.new.leadAt(shown.list.position(of: row.section)) }))
    var hasPlaceholders = false
    for row in rows {
      guard let from = old.position(of: row.section), let to = shown.list.position(of: row.section) else { continue }
      guard !batch.deletedSections.contains(from), !batch.insertedSections.contains(to) else { continue }
      hasPlaceholders = row.old?.isPlaceholders == true || row.new?.isPlaceholders == true || hasPlaceholders
      batch.tell(
        row.old, items: old.numberOfItems(inSection: from), inSectionAt: from, became: row.new,
        items: shown.list.numberOfItems(inSection: to), inSectionAt: to)
    }
    guard batch != ListBatch() else { return nil }
    if !changesSections { itemMarks.change(batch.sectionsOfItems) }
    guard isAnswer, let position = sections.first.flatMap({ shown.list.position(of: $0) }) else { return .batch(batch) }
    let (before, after) = (old.numberOfItems(inSection: position), shown.list.numberOfItems(inSection: position))
    let (oldLead, lead) = (rows.first?.old?.lead ?? 0, rows.first?.new?.lead ?? 0)
    let isAllNew = before > 0 && batch.deletedItems.count { oldLead..<oldLead + before ~= $0.item } == before
    if hasPlaceholders || isAllNew { return .reload(section: position) }
    var page = ListBatch()
    for first in [lead + before, lead] {
      page.insertedItems = (first..<first + max(0, after - before)).map { IndexPath(item: $0, section: position) }
      if batch == page { return .insert(page.insertedItems) }
    }
    return .batch(batch)
  }

  // MARK: - Rows and placeholders

  /// What a section shows besides its items, as its state says.
  func extra(of section: SectionID) -> SectionExtra? {
    guard loads.mayShowPlaceholders || showsStateRows else { return nil }
    let holdsItems = shown.list.numberOfItems(in: section) > 0
    if !holdsItems, let count = loads.placeholdersDue(in: section) { return .placeholders(count) }
    let state = loads.state(of: .section(section))
    let front = holdsItems ? StateRow(before: state, in: frontRows) : nil
    let back = StateRow(state, holdsItems: holdsItems, in: stateRows)
    return front == nil && back == nil ? nil : .rows(front: front, back: back)
  }

  /// Whether sections show rows of their states.
  @usableFromInline var showsStateRows: Bool { !stateRows.union(frontRows).isEmpty }

  /// How many rows stand before a section's items.
  @usableFromInline
  func lead(of section: SectionID) -> Int { extras.isEmpty ? 0 : extras[section]?.lead ?? 0 }

  /// The row that holds no item and stands at an index path; nil for a placeholder.
  @usableFromInline
  func extraRow(at indexPath: IndexPath) -> StateRow? {
    extras[shown.list.section(at: indexPath[0])]?.row(at: indexPath[1])
  }

  private func deriveExtra(of section: SectionID) -> SectionExtra? {
    let extra = extra(of: section)
    if extra != nil || !extras.isEmpty { extras[section] = extra }
    return extra
  }

  /// Asks the gate for the turn in which a section's row becomes what its state says, if it is anything else.
  func askForRow(of section: SectionID) {
    let extra = extra(of: section)
    guard extras[section] != extra else { return }
    let isPlaceholders = extras[section]?.isPlaceholders == true || extra?.isPlaceholders == true
    change(animated: isPlaceholders) { pages in
      guard let position = pages.shown.list.position(of: section) else { return nil }
      return pages.update(ofNewItems: [], inSectionAt: position)
    }
  }
}

extension SectionExtra? {
  /// The row before so many items, the one after them, and the placeholders, each with where it stands.
  fileprivate func parts(items: Int) -> [(row: SectionExtra, offsets: Range<Int>)?] {
    switch self {
    case nil: return [nil, nil, nil]
    case .placeholders(let count): return [nil, nil, (.placeholders(count), 0..<count)]
    case .rows(let front, let back):
      let end = items + (self?.lead ?? 0)
      return [
        front.map { (.rows(front: $0, back: nil), 0..<1) }, back.map { (.rows(front: nil, back: $0), end..<end + 1) },
        nil,
      ]
    }
  }

  fileprivate func leadAt(_ position: Int?) -> (Int, Int)? {
    guard let position, let lead = self?.lead, lead > 0 else { return nil }
    return (position, lead)
  }
}

extension ListBatch {
  /// Counts with the rows that stand before the items of sections.
  /// - Parameters:
  ///   - old: How many there were, by the position of the section before.
  ///   - new: How many there are, by its position afterwards.
  fileprivate mutating func shift(old: [Int: Int], new: [Int: Int]) {
    func shifted(_ path: IndexPath, _ leads: [Int: Int]) -> IndexPath {
      IndexPath(item: path.item + leads[path.section, default: 0], section: path.section)
    }
    if !old.isEmpty { deletedItems = deletedItems.map { shifted($0, old) } }
    if !new.isEmpty {
      insertedItems = insertedItems.map { shifted($0, new) }
      reloadedItems = reloadedItems.map { shifted($0, new) }
      reconfiguredItems = reconfiguredItems.map { shifted($0, new) }
    }
    if old.isEmpty, new.isEmpty { return }
    movedItems = movedItems.map { Move(from: shifted($0.from, old), to: shifted($0.to, new)) }
  }

  /// Adds what became of the rows before and after a section's items, or of its placeholders.
  fileprivate mutating func tell(
    _ old: SectionExtra?, items oldItems: Int, inSectionAt oldPosition: Int, became new: SectionExtra?,
    items newItems: Int, inSectionAt newPosition: Int
  ) {
    let (gone, come) = (old.parts(items: oldItems), new.parts(items: newItems))
    for part in 0...2 where gone[part]?.row != come[part]?.row {
      deletedItems += gone[part]?.offsets.map { IndexPath(item: $0, section: oldPosition) } ?? []
      insertedItems += come[part]?.offsets.map { IndexPath(item: $0, section: newPosition) } ?? []
    }
  }
}
