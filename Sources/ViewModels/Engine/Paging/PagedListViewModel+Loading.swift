import Foundation

// What a front end can want of a list. Each call is an event of the loads' value; called from an observer, it takes
// effect when that event has been delivered to all.

extension PagedListViewModel {
  /// Asks for the first page of each of these sections for which none has been asked yet, or was cancelled. One whose
  /// first page failed waits for ``retry(_:)`` or ``refresh(_:at:joiningOn:configuringAll:)``, and one that was seeded for a
  /// refresh, unless the seed did not know what follows; see ``seed(_:_:previous:next:)``.
  ///
  /// ``allEnded`` has one summary when the last of them has ended. If there is nothing to ask for, it has an empty one
  /// before this returns; called from an observer, right after what is being delivered.
  /// - Parameters:
  ///   - sections: Nil means all.
  ///   - order: When the answers reach the list.
  /// - Returns: The loads that this has begun, to wait for.
  @discardableResult
  public func loadFirstPages(
    in sections: [SectionID]? = nil, order: ReleaseOrder = .asTheyCome
  ) -> BegunLoads<SectionID> {
    pages.begin { .loadFirst(sections, order, ticket: $0) }
  }

  /// Asks for a section's next page; does nothing while one is on its way, after a failure of that page, or at the end.
  /// A section whose refresh failed goes on where it was; while a refresh is on its way, the wish is kept, for the case that it
  /// fails or joins on.
  public func loadNextPage(in section: SectionID) { pages.send(.loadNext(section)) }

  /// Asks for the page before a section's first item; does nothing while it is on its way, after it has failed, or if nothing
  /// comes before. Its items come in as an insert at offset 0.
  ///
  /// Which page that is, a page says itself; see ``Page/previousCursor`` and ``refresh(_:at:joiningOn:configuringAll:)``. While
  /// another page of the section is on its way, the wish is kept until that has ended; a first page that comes and takes the place
  /// of what was there ends it.
  public func loadPreviousPage(in section: SectionID) { pages.send(.loadPrevious(section)) }

  /// Keeps loading pages until the section holds at least `count` items, one fails, or one is the last: next ones, and where
  /// nothing follows, previous ones.
  ///
  /// It stays in force: a refresh fills the section again, and so does an edit that leaves it with less. Without it, a section
  /// that has had its first page wants to show one item.
  public func fill(_ section: SectionID, with count: Int) { pages.send(.fill(section, count)) }

  /// Call this when a cell is about to appear. Near the end of a section it loads the next page; near its beginning the
  /// previous one, if there is one.
  ///
  /// A placeholder asks for nothing, so that showing some does not begin what ``loadFirstPages(in:order:)`` is to begin;
  /// nor does an index path of a section that is not there. Where the section shows rows of its state, the page is asked for in
  /// the next turn, or right before what else is asked for in this one: a list view that is making a cell may not be told of a
  /// row that comes.
  /// - Precondition: The index path has two indices, as those of list views have.
  /// - Complexity: O(1).
  @inlinable
  public func willDisplay(_ indexPath: IndexPath) { willDisplay(indexPath, asksLater: pages.showsStateRows) }

  /// - Parameter asksLater: Whether the pages are asked for in the next turn: with a row, asking is an insert.
  @inlinable
  func willDisplay(_ indexPath: IndexPath, asksLater: Bool) {
    let pages = pages
    let position = indexPath[0]
    guard position >= 0, position < pages.shown.list.numberOfSections else { return }
    let distance = max(1, pages.prefetchDistance)
    // Rows before the items are not told apart: a row there says that the previous page needs no asking for.
    let (isNearFront, isNearEnd) = (
      indexPath[1] < distance, indexPath[1] >= pages.shown.list.numberOfItems(inSection: position) - distance
    )
    guard isNearFront || isNearEnd else { return }
    let section = pages.shown.list.section(at: position)
    if case .placeholders = pages.extras[section] { return }
    let asksForPrevious = isNearFront && pages.states[section]?.prepend == .idle
    if asksLater {
      pages.wantsLater(section, next: isNearEnd, previous: asksForPrevious)
    } else {
      pages.wants(section, next: isNearEnd, previous: asksForPrevious)
    }
  }

  /// Call this when an item is about to appear; see ``willDisplay(_:)``.
  public func willDisplay(_ id: Element.ID, in section: SectionID) {
    if let indexPath = pages.shown.list.indexPath(of: id, in: section) { willDisplay(indexPath) }
  }

  /// Starts a section again with its first page. What it holds stays until that page is there, and if it fails.
  ///
  /// A load that is on its way is cancelled, and its answer is dropped even if it has come already. The page comes in as
  /// a difference: what stays is left alone, in its cell and with its focus; only where nothing stays, it is one
  /// ``ListUpdate/reload(section:)``. A page that brings nothing new tells nothing.
  ///
  /// ```swift
  /// .refreshable { _ = await viewModel.refresh(.inbox, joiningOn: true).summary }
  /// viewModel.refresh(.conversation, at: PageKey(cursor: firstUnread))
  /// ```
  /// - Parameters:
  ///   - section: The section.
  ///   - page: The page to begin with. Any page will do; what comes before it is loaded by ``loadPreviousPage(in:)``.
  ///   - joiningOn: Whether the page joins on to what the section holds, if both have an item: then it takes the place of
  ///     those between the first and the last that both have, and what stands before and after them stays, with the
  ///     keys of the pages beyond. Before a page that nothing comes before, and after one that is the last, nothing stays.
  ///     Without such an item, or with pages of another loader, the section begins again.
  ///   - configuringAll: Whether the cells of items that stay are configured again, too: where `==` sees less than they
  ///     show, or they show something that is no part of an item, such as a time that passes.
  /// - Returns: The load that this has begun, to wait for.
  @discardableResult
  public func refresh(
    _ section: SectionID, at page: PageKey = .first, joiningOn: Bool = false, configuringAll: Bool = false
  ) -> BegunLoads<SectionID> {
    pages.begin {
      .refreshAll([section], .init(page: page, joinsOn: joiningOn, configuresAll: configuringAll), ticket: $0)
    }
  }

  /// Starts every section again; see ``refresh(_:at:joiningOn:configuringAll:)``.
  /// - Returns: The loads that this has begun, to wait for.
  @discardableResult
  public func refreshAll(joiningOn: Bool = false, configuringAll: Bool = false) -> BegunLoads<SectionID> {
    pages.begin { .refreshAll(sections, .init(joinsOn: joiningOn, configuresAll: configuringAll), ticket: $0) }
  }

  /// Begins a section's failed load again; the first page's, if others have failed, too. Does nothing in any other
  /// state. If the next and the previous page have failed, both are asked for, one after the other.
  ///
  /// While another page of the section is on its way, the wish is kept until that has ended. A ``cancel(_:)`` and a refresh
  /// take it back.
  public func retry(_ section: SectionID) { pages.send(.retry(.section(section))) }

  /// Begins again what has failed, in every section.
  public func retryFailed() { for section in sections { retry(section) } }

  /// Gives up a section's load; what it brings is dropped, even if it has arrived and waits for its turn. The section shows
  /// what it showed before. What had failed and is given up while it is tried again counts as not asked for.
  public func cancel(_ section: SectionID) { pages.send(.cancel(.section(section))) }

  /// Shows `count` placeholders in each empty section that the list has now, until its first page is there; with 0 it takes them
  /// away. A section that comes later has none until this is called again.
  ///
  /// They stand in a section that has not been asked for yet, and while its first page is on its way. When that fails or
  /// is cancelled they go, and they come again with the next try.
  ///
  /// In a view that is bound they come in with one animation. Show them before binding, and the view's first count has
  /// them.
  public func showPlaceholders(_ count: Int) { pages.send(.showPlaceholders(count)) }

  /// Shows a row at the end of each section while its state is in `kinds`, and one at its front while its state is in `front`. Off
  /// to begin with.
  ///
  /// A row is counted, like an item, and comes, goes and changes through the gate: together with the page that it is about,
  /// in one ``ListUpdate/batch(_:)``, or by itself and without animation. A section that shows placeholders has no row.
  /// ``row(at:)`` says what stands at an index path, and ``item(at:)`` is nil for a row. A front end that follows
  /// ``insertions`` alone must leave them off.
  /// - Parameters:
  ///   - kinds: The states of the first page and of the next one that have a row after the items. In a section that shows no
  ///     item and has no next page, that row is about the previous one.
  ///   - front: The states of the previous page that have a row before the items. A section that shows no item has none there.
  public func showStateRows(_ kinds: Row<Element>.Kinds, atFront front: Row<Element>.Kinds = []) {
    pages.stateRows = StateRow.Kinds(rawValue: kinds.rawValue)
    pages.frontRows = StateRow.Kinds(rawValue: front.rawValue)
    for section in pages.shown.list.sections { pages.askForRow(of: section) }
  }
}
