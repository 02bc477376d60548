import Foundation

extension PagedList {
  /// Sets which states have rows, and asks for the turns in which the sections' rows become what they should be.
  func showStateRows(_ kinds: StateRow.Kinds) {
    stateRows = kinds
    for section in storedItems.sections { changeStateRow(of: section) }
  }

  /// Asks the gate for the turn in which a section's row becomes what it should be.
  func changeStateRow(of section: SectionID) { change(animated: false) { $0.updateStateRow(of: section) } }

  /// Whether an index path is that of a placeholder or of a state, in a list that shows some.
  @usableFromInline
  func showsExtra(at indexPath: IndexPath) -> Bool {
    switch extras[storedItems.section(at: indexPath[0])] {
    case .placeholders: true
    case .row: indexPath[1] == storedItems.numberOfItems(inSection: indexPath[0])
    case nil: false
    }
  }

  /// Computed in the turn: the section may be at something else than when it was asked for.
  private func updateStateRow(of section: SectionID) -> ListUpdate? {
    guard let position = storedItems.position(of: section) else { return nil }
    let count = storedItems.numberOfItems(inSection: position)
    var old: StateRow?
    switch extras[section] {
    case .placeholders: return nil
    case .row(let row): old = row
    case nil: break
    }
    let new = StateRow(loads.state(of: .section(section)), holdsItems: count > 0, in: stateRows)
    guard old != new else { return nil }
    itemsMark.change()
    extras[section] = new.map { .row($0) }
    let path = IndexPath(item: count, section: position)
    var batch = ListBatch()
    if old == nil {
      batch.insertedItems = [path]
    } else if new == nil {
      batch.deletedItems = [path]
    } else {
      batch.reloadedItems = [path]
    }
    return .batch(batch)
  }
}
