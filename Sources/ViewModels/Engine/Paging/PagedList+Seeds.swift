import Foundation

extension PagedList {
  /// Asks for the turn in which a section's seed comes in.
  func seed(_ section: SectionID, _ items: [Item], next: PageKey?) {
    change { $0.apply(seed: items, next, to: section) }
  }

  private func apply(seed: [Item], _ next: PageKey?, to section: SectionID) -> ListUpdate? {
    guard let position = storedItems.position(of: section), loads.takesSeed(section) else { return nil }
    let old = storedItems
    extras[section] = nil
    revision += 1
    storedItems.replaceItems(in: section, with: seed)
    itemsMark.change()
    withExtendedLifetime(old) {}  // what has left is released when nothing is being accessed
    let count = storedItems.numberOfItems(inSection: position)
    take(.seeded(section, next: next, repeats: seed.count - count))
    if !stateRows.isEmpty { effects.append(.stateRow(section)) }
    return .reload(section: position)
  }
}
