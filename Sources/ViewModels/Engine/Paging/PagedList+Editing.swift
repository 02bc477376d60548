import Foundation

extension PagedList {
  /// What an edit changes.
  public typealias List = SectionedList<SectionID, Item>

  /// Changes the list in any way: sections and items that come, go, move or change other than by loading.
  ///
  /// Edits wait for their turn in the gate and are made one after another, each on the list as it is by then. What to
  /// tell a list view is found out by comparing the list before and after, with the fewest moves, so it cannot be
  /// wrong; an edit that changes nothing tells nothing. An item that ``SectionedList/update(_:in:)`` names is configured
  /// again even if `==` sees no difference.
  ///
  /// Sections that the edit brings in can be loaded from then on; the loads of those that it takes out are given up. A
  /// section that it gives items loses its placeholders.
  ///
  /// ```swift
  /// photos.edit { list in list.remove([photo.id], from: .photos) }
  /// ```
  ///
  /// - Parameter edit: Changes the list. In a list of 2,000 items or more it runs off the main actor, and runs again if
  ///   the list has changed meanwhile; so it should do nothing else.
  public func edit(_ edit: @escaping @Sendable (inout List) -> Void) {
    if editsOnTheirWay == 0, storedItems.numberOfItems < longList { return editInTheGate(edit) }
    editsOnTheirWay += 1
    lastEdit = Task { [weak self, lastEdit] in
      await lastEdit?.value
      await self?.carryOut(edit)
      self?.editHasEnded()
    }
  }

  private func editInTheGate(_ edit: @escaping @Sendable (inout List) -> Void) {
    change { $0.apply(Edited($0.storedItems, edit)) }
  }

  private func editHasEnded() {
    editsOnTheirWay -= 1
    waiters.resumeAll()
  }

  private func carryOut(_ edit: @escaping @Sendable (inout List) -> Void) async {
    // After three misses the edit is made in the gate itself, so that a busy list never puts it off for ever.
    for _ in 1...3 {
      let (list, revision) = (storedItems, revision)
      let edited = await Task.detached { Edited(list, edit) }.value
      if await apply(edited, ifStillAt: revision) { return }
    }
    editInTheGate(edit)
  }

  /// Hands an edit to the gate, and returns when its turn has passed.
  /// - Returns: Whether the list still was what the edit had been computed from.
  private func apply(_ edited: Edited, ifStillAt revision: Int) async -> Bool {
    await withCheckedContinuation { continuation in
      var isCurrent = false
      change { pages in
        isCurrent = pages.revision == revision
        return isCurrent ? pages.apply(edited) : nil
      } delivered: { _ in
        continuation.resume(returning: isCurrent)
      }
    }
  }

  /// In the gate's turn: takes over an edited list.
  func apply(_ edited: Edited) -> ListUpdate? {
    let gone = deleteExtras(for: edited.list)
    revision += 1
    var batch = edited.batch
    batch.deletedItems += gone
    let old = storedItems
    storedItems = edited.list
    if batch != ListBatch() { itemsMark.change() }
    withExtendedLifetime(old) {}  // what has left is released when nothing is being accessed
    take(.sections(storedItems.sectionsWithBirths))
    if !stateRows.isEmpty { effects += storedItems.sections.map { .stateRow($0) } }
    return batch == ListBatch() ? nil : .batch(batch)
  }

  /// Drops the placeholders of sections that have items in this new list, and all that stood in sections that are gone.
  /// - Returns: Where they stood.
  private func deleteExtras(for new: List) -> [IndexPath] {
    guard !extras.isEmpty else { return [] }
    var deleted: [IndexPath] = []
    for (position, section) in storedItems.sections.enumerated() {
      guard let extra = extras[section] else { continue }
      let hasGone = new.birth(of: section) != storedItems.birth(of: section)
      var first = 0
      switch extra {
      case .placeholders: guard hasGone || new.numberOfItems(in: section) > 0 else { continue }
      case .row:
        guard hasGone else { continue }
        first = storedItems.numberOfItems(inSection: position)
      }
      extras[section] = nil
      let end = extra.count(items: first)
      deleted += (first..<end).map { IndexPath(item: $0, section: position) }
    }
    return deleted
  }

  /// A list after an edit, and what changed.
  struct Edited: Sendable {
    let list: List
    let batch: ListBatch

    init(_ old: List, _ edit: (inout List) -> Void) {
      var new = old
      edit(&new)
      batch = new.difference(from: old)
      new.forgetUpdates()
      list = new
    }
  }
}

extension SectionedList {
  /// Takes out the sections that are not named, puts in those that are new, and moves the rest into this order; what
  /// stays keeps its items.
  /// - Parameter sections: In order; repeats are dropped.
  mutating func replaceSections(with sections: [SectionID]) {
    var wanted: Set<SectionID> = []
    let sections = sections.filter { wanted.insert($0).inserted }
    removeSections(self.sections.filter { !wanted.contains($0) })
    insertSections(sections)
    arrangeSections(in: sections)
  }
}
