import Foundation

extension PagedList {
  /// Shows items from a cache or a saved state in a section whose first page is not there yet. They come in as one
  /// ``ListUpdate/reload(section:)``.
  ///
  /// The first page replaces them when it is there: one that is on its way, that of a ``refresh(_:)``, or that of a
  /// ``retry(_:)``. Until then they stay, and they stay if it fails. A seed whose turn comes after the first page is
  /// dropped, as is one for a section that the list does not have; items that are in it twice are left out.
  ///
  /// ```swift
  /// for (feed, saved) in savedFeeds { viewModel.seed(feed, saved.posts, next: saved.next) }
  /// viewModel.refreshAll()  // without a network, what was saved stays, and says that it could not be refreshed
  /// ```
  /// - Parameters:
  ///   - section: The section.
  ///   - items: What it is to show, in order.
  ///   - next: The page after these items, as ``nextPage(in:)`` said: the section pages on from there. ``PageKey/first``
  ///     if that is not known: then the next page to be asked for is the first one, and replaces them. Nil if nothing
  ///     follows.
  public func seed(_ section: SectionID, _ items: some Sequence<Item>, next: PageKey?) {
    let items = Array(items)
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

  /// The page that comes after the items of a section: what to save beside them, for ``seed(_:_:next:)``. Nil if nothing
  /// follows; ``PageKey/first`` before the first page is there.
  /// - Complexity: O(1).
  public func nextPage(in section: SectionID) -> PageKey? {
    statesMark.read()
    return loads.nextPage(of: section)
  }
}
