import Reactive

// What was saved, and what to save.

extension PagedListViewModel {
  /// Shows items from a cache or a saved state in a section whose first page is not there yet.
  ///
  /// The first page takes their place when it is there, whether it was already loading or comes from
  /// ``refresh(_:at:joiningOn:configuringAll:)`` or ``retry(_:)``; one that joins on leaves those that it may. Until then they stay,
  /// and they stay if it fails. A second seed takes the place of the first. A seed whose turn comes after the first page is
  /// dropped, as is one for a section that the list does not have; items that are in it twice are left out.
  ///
  /// - Note: Of edits that were made before a seed, those stay that are being sent, those made while the section loads, and
  ///   removals. Others were made on what the section held, and go with it: seed a section before it can be edited.
  ///
  /// ```swift
  /// for (feed, saved) in savedFeeds { viewModel.seed(feed, saved.posts, next: saved.next) }
  /// viewModel.refreshAll()  // without a network, what was saved stays, and says that it could not be refreshed
  /// ```
  /// - Parameters:
  ///   - section: The section.
  ///   - items: What it is to show, in order.
  ///   - previous: The page before these items, as ``previousPage(in:)`` said; nil if nothing comes before.
  ///   - next: The page after these items, as ``nextPage(in:)`` said: the section pages on from there. ``PageKey/first``
  ///     if that is not known: then the next page to be asked for is the first one, and replaces them. Nil if nothing
  ///     follows.
  public func seed(
    _ section: SectionID, _ items: some Sequence<Element>, previous: PageKey? = nil, next: PageKey?
  ) {
    seed(section, SavedSection(items: Array(items), previous: previous, next: next))
  }

  /// Shows what ``saved(_:)`` said; see ``seed(_:_:previous:next:)``.
  ///
  /// It is dropped if it came from another loader than the section's newest one: the hits of one query are not shown as those
  /// of another, and its cursor is not used. What a loader without a name brought is dropped in any case. While the section
  /// has a loader without a name, what was saved from the list's own loader can't be told from items of the app's own, and is
  /// shown. So give the section its loader first, with a name, by ``PagedList/refresh(_:named:at:from:)``.
  public func seed(_ section: SectionID, _ saved: SavedSection<Element>) {
    pages.change { $0.apply(saved, to: section) }
  }

  /// What a section holds, to be saved: its items, and where to go on. Observers are told when any of it changes, hidden
  /// items included; they may be told when a page or an edit has changed nothing.
  /// - Complexity: O(*n*), where *n* is the number of items.
  public func saved(_ section: SectionID) -> SavedSection<Element> {
    pages.readSaved(in: section)
    return SavedSection(
      items: Array((pages.shown.whole ?? pages.shown.list).items(in: section)), previous: previousPage(in: section),
      next: nextPage(in: section),
      source: pages.loads.records[.section(section)]?.source?.savedName, totalItems: state(of: section).totalItems)
  }

  /// The sections of which there may be something else to save, because of a page, a seed or an edit, on the main actor, after the
  /// update of that change. Wait for a pause before you save, for each section by itself: a drag or a fast scroll says it often. A
  /// section that has gone is not told of: whether what was saved of it goes, too, is up to the app.
  public var savedChanges: AnyMainActorPublisher<SectionID, Never> { pages.savedSubject.eraseToAnyPublisher() }
}
