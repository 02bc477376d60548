// What of a section is shown, and in which order.

extension PagedListViewModel {
  /// Shows only some of a section's items, or in another order than that in which they were loaded.
  ///
  /// ```swift
  /// inbox.arrange(.inbox, filter: { !$0.isRead }, order: { $0.date > $1.date })
  /// inbox.arrange(.inbox)  // all again, as they were loaded
  /// ```
  /// It waits for its turn in the gate and comes out as one difference. From then on it holds, until another one takes its
  /// place: pages, refreshes, seeds and edits fall into their places, and an item that an edit changes comes or goes. It is no
  /// edit; nothing is removed, remembered or sent.
  ///
  /// Whatever a front end asks, index paths, counts, ``item(at:)`` and ``willDisplay(_:)``, is of what is shown. An edit's list is what
  /// there is, hidden items included, in loaded order; so an edit from a cell names its item by its id. What is saved is that,
  /// too; see ``saved(_:)``.
  ///
  /// A section that shows less than ``fill(_:with:)`` wants, or nothing, loads on. When as many pages in a row as may hold
  /// nothing new have held nothing that is shown, it stops with ``LoadError/nothingShown(pages:)``.
  ///
  /// - Parameters:
  ///   - section: The section. One that the list does not have is not arranged.
  ///   - filter: Whether an item is shown; nil shows all. It may run anywhere, and has to say the same of equal items: where it
  ///     depends on anything else, arrange again when that changes.
  ///   - order: Whether the first of two items is shown before the second, a strict weak order as `sort(by:)` wants it; nil is
  ///     the loaded order. Items of which neither comes first stay in loaded order.
  /// - Complexity: O(*n* log *n*), where *n* is the number of items there are. Afterwards a page or an edit of *k* items costs
  ///   O(*k* log *n*); one that replaces all, or comes while edits are being sent, costs that again.
  public func arrange(
    _ section: SectionID, filter: (@Sendable (Element) -> Bool)? = nil,
    order: (@Sendable (Element, Element) -> Bool)? = nil
  ) {
    let arrangement = Arrangement(filter: filter, order: order)
    pages.change { pages in
      let old = pages.shown.list
      pages.shown.arrange(section, as: arrangement)
      pages.take(.arranged(section))
      return pages.update(from: old, in: [section])
    }
  }
}
