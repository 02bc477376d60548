import Foundation

// What a front end can want of a list. Each call is an event of the loads' value; called from an observer, it takes
// effect when that event has been delivered to all.

extension PagedListViewModel {
  /// Asks for the first page of each of these sections for which none has been asked yet, or was cancelled. One whose
  /// first page failed waits for ``retry(_:)`` or ``refresh(_:)``.
  ///
  /// ``allEnded`` has one summary when the last of them has ended. If there is nothing to ask for, it has an empty one
  /// before this returns; called from an observer, right after what is being delivered.
  /// - Parameters:
  ///   - sections: nil means all.
  ///   - order: When the answers reach the list.
  public func loadFirstPages(in sections: [SectionID]? = nil, order: ReleaseOrder = .asTheyCome) {
    pages.send(.loadFirst(sections, order))
  }

  /// Asks for a section's next page; does nothing while one is on its way, after a failure of that page, or at the end.
  /// A section whose refresh failed goes on where it was.
  public func loadNextPage(in section: SectionID) { pages.send(.loadNext(section)) }

  /// Keeps loading pages until the section holds at least `count` items, one fails, or one is the last.
  ///
  /// It stays in force: a refresh fills the section again, and so does an edit that leaves it with less.
  public func fill(_ section: SectionID, with count: Int) { pages.send(.fill(section, count)) }

  /// Call this when a cell is about to appear. Near the end of a section it loads the next page.
  ///
  /// A placeholder asks for nothing, so that showing some does not begin what ``loadFirstPages(in:order:)`` is to begin;
  /// nor does an index path of a section that is not there.
  /// - Complexity: O(1).
  @inlinable
  public func willDisplay(_ indexPath: IndexPath) {
    let pages = pages
    let position = indexPath[0]
    guard position >= 0, position < pages.shown.list.numberOfSections else { return }
    let threshold = pages.shown.list.numberOfItems(inSection: position) - max(1, pages.prefetchDistance)
    guard indexPath[1] >= threshold else { return }
    let section = pages.shown.list.section(at: position)
    if case .placeholders = pages.extras[section] { return }
    loadNextPage(in: section)
  }

  /// Call this when an item is about to appear. Near the end of its section it loads the next page.
  public func willDisplay(_ id: Element.ID, in section: SectionID) {
    if let indexPath = pages.shown.list.indexPath(of: id, in: section) { willDisplay(indexPath) }
  }

  /// Starts a section again with its first page. What it holds stays until that page is there, and if it fails.
  ///
  /// A load that is on its way is cancelled, and its answer is dropped even if it has come already. The items give way
  /// to those of the first page in one ``ListUpdate/reload(section:)``.
  public func refresh(_ section: SectionID) { pages.send(.refresh(.section(section), from: nil)) }

  /// Starts every section again; see ``refresh(_:)``.
  public func refreshAll() { for section in sections { refresh(section) } }

  /// Begins a section's failed load again, that of the first page if both have failed; does nothing in any other state.
  public func retry(_ section: SectionID) { pages.send(.retry(.section(section))) }

  /// Begins again what has failed, in every section.
  public func retryFailed() { for section in sections { retry(section) } }

  /// Gives up a section's load; what it brings is dropped, even if it has arrived and waits for its turn. After a
  /// refresh that is cancelled the section is what it was before.
  public func cancel(_ section: SectionID) { pages.send(.cancel(.section(section))) }

  /// Shows `count` placeholders in each empty section, until its first page is there or has failed; with 0 it takes
  /// them away.
  ///
  /// A section whose load has ended by then, in whichever way, gets none: nothing would take them away. To show them
  /// while such a section loads again, ask after ``refresh(_:)`` or ``retry(_:)``. They stay while a section that has
  /// failed is retried before the gate has come to take them away.
  ///
  /// In a view that is bound they come in with one animation. Show them before binding, and the view's first count has
  /// them.
  public func showPlaceholders(_ count: Int) { pages.send(.showPlaceholders(count)) }

  /// Ends each section in a row that shows its loading state, in these states; in others, and with an empty set, it has none.
  ///
  /// A row is counted, like an item, and comes, goes and changes through the gate: by a ``ListUpdate/batch(_:)`` without
  /// animation, after the change that it follows. A page is an ``ListUpdate/insert(_:)`` of its own all the same. A section
  /// that shows placeholders has no row. ``row(at:)`` says what stands at an index path, and ``item(at:)`` is nil for a
  /// row. A front end that follows ``insertions`` alone must leave them off.
  public func showStateRows(_ kinds: Row<Element>.Kinds) {
    pages.stateRows = StateRow.Kinds(rawValue: kinds.rawValue)
    for section in pages.shown.list.sections { pages.askForRow(of: section) }
  }

  /// Shows items from a cache or a saved state in a section whose first page is not there yet. They come in as one
  /// ``ListUpdate/reload(section:)``.
  ///
  /// The first page replaces them when it is there, whether it was already loading or comes from ``refresh(_:)`` or
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
  public func seed(_ section: SectionID, _ items: some Sequence<Element>, next: PageKey?) {
    pages.seed(section, Array(items), next: next)
  }
}
