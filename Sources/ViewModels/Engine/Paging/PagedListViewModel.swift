import Foundation
import Reactive

/// What every screen of paged sections offers to its front end; the screens add their own.
///
/// ```swift
/// let viewModel = MoviesViewModel(service: service)
/// viewModel.bind(to: collectionView).store(in: &cancellables)
/// viewModel.loadFirstPages()
/// ```
@MainActor
public protocol PagedListViewModel<SectionID, Element>: ListDataSource {
  // Neither is called `Section` or `Item`: an app's own types of these names, which are in every sample of Apple's, could
  // not be used for them.

  /// Identifies a section.
  associatedtype SectionID: Hashable & Sendable
  /// What a section holds.
  associatedtype Element: Identifiable & Equatable & Sendable where Element.ID: Sendable

  /// The engine that loads and keeps the items.
  var pages: PagedList<SectionID, Element> { get }
}

// MARK: - What a front end asks

extension PagedListViewModel {
  /// The sections, in the order of their positions.
  public var sections: [SectionID] { pages.items.sections }

  /// How many sections there are.
  public var numberOfSections: Int { pages.items.numberOfSections }

  /// Returns how many items, placeholders and rows the section at this position shows: the answer to a data source's
  /// question, `collectionView(_:numberOfItemsInSection:)`.
  /// - Precondition: There is such a section.
  @inlinable
  public func numberOfItems(inSection section: Int) -> Int {
    let pages = pages
    pages.itemsMark.read()
    if !pages.extras.isEmpty { return pages.numberOfItems(in: pages.storedItems.section(at: section)) }
    return pages.storedItems.numberOfItems(inSection: section)
  }

  /// Returns how many items, placeholders and rows this section shows, wherever it stands; 0 if the list does not have it.
  @inlinable
  public func numberOfItems(in section: SectionID) -> Int { pages.numberOfItems(in: section) }

  /// Returns a section's items, as a value that can be kept; none while the section shows placeholders.
  /// - Complexity: O(1).
  public func items(in section: SectionID) -> SectionedList<SectionID, Element>.Items { pages.items.items(in: section) }

  /// Returns the item at an index path; nil for a placeholder and for a row that says a state.
  /// - Precondition: The section shows something there.
  /// - Complexity: O(1).
  @inlinable
  public func item(at indexPath: IndexPath) -> Element? {
    let pages = pages
    pages.itemsMark.read()
    if !pages.extras.isEmpty, pages.showsExtra(at: indexPath) { return nil }
    return pages.storedItems[indexPath]
  }

  /// Returns what stands at an index path: an item, a placeholder, or the section's state.
  ///
  /// ```swift
  /// switch viewModel.row(at: indexPath) {
  /// case .item(let post): show(post, in: cell)
  /// case .placeholder: showPlaceholder(in: cell)
  /// case .state(.failed(_, let error)): showRetry(error, in: cell)
  /// case .state: showSpinner(in: cell)
  /// }
  /// ```
  /// - Precondition: The section shows something there.
  /// - Complexity: O(1).
  public func row(at indexPath: IndexPath) -> ListRow<Element> {
    if let item = item(at: indexPath) { return .item(item) }
    guard case .row(let row) = pages.extras[pages.storedItems.section(at: indexPath[0])] else { return .placeholder }
    return .state(row)
  }

  /// Returns the item with this id in this section.
  public func item(_ id: Element.ID, in section: SectionID) -> Element? { pages.items[section, id] }

  /// Returns where the item with this id stands in this section.
  public func indexPath(of id: Element.ID, in section: SectionID) -> IndexPath? {
    pages.items.indexPath(of: id, in: section)
  }

  /// Returns whether all there is of a section has been loaded, and that is nothing.
  public func isEmpty(_ section: SectionID) -> Bool {
    pages.state(of: section).isFinished && pages.items.numberOfItems(in: section) == 0
  }

  /// The loading state of a section; see ``PagedList/state(of:)``.
  public func state(of section: SectionID) -> LoadState { pages.state(of: section) }

  /// The page that comes after the items of a section, to be saved beside them; nil if nothing follows.
  public func nextPage(in section: SectionID) -> PageKey? { pages.nextPage(in: section) }

  /// How many loads have been asked for and have not ended.
  public var loadsInFlight: Int { pages.loadsInFlight }
}

// MARK: - What a front end is told

extension PagedListViewModel {
  /// Every change of a section's loading, on the main actor; see ``PagedList/loadStates``.
  public var loadStates: AnyMainActorPublisher<(SectionID, LoadState), Never> { pages.loadStates }

  /// One summary for each group of first pages, when the last of its sections has ended.
  public var allEnded: AnyMainActorPublisher<LoadSummary<SectionID>, Never> { pages.allEnded }

  /// Every change of the list, on the main actor, in the turn in which it was made.
  public var updates: AnyMainActorPublisher<ListUpdate, Never> { pages.gate.updates }

  /// The inserts among the ``updates``: the section, and index paths whose `section` is its position.
  ///
  /// A front end that follows these alone stays consistent while nothing but pages is asked for: a refresh and
  /// placeholders come as reloads, in ``updates``. Its view must have counted before it subscribes. The section is the
  /// one that stood there in the turn of the change, however late a subscriber asks.
  public var insertions: AnyMainActorPublisher<(SectionID, [IndexPath]), Never> {
    Insertions(subject: pages.insertionSubject, changesMade: pages.changesMade).eraseToAnyPublisher()
  }

  /// The changes, for a loop that makes each of them in a list view; see ``SerialGate/changes``.
  public var changes: ListChanges { pages.gate.changes }

  /// Binds a list view; see ``SerialGate/bind(to:sectionOffset:)``.
  public func bind(
    to view: some ListView, sectionOffset: @autoclosure @escaping @MainActor () -> Int = 0
  ) -> AnyCancellable {
    pages.gate.bind(to: view, sectionOffset: sectionOffset())
  }

  /// Keeps the change that is being delivered open; see ``SerialGate/holdCurrentChange()``.
  public func holdCurrentChange() -> SerialGate.Hold? { pages.gate.holdCurrentChange() }

  /// Returns when no edit or change waits and the last one has been completed.
  public func idle() async { await pages.idle() }

  /// Returns when no load is in flight and no edit or change waits; see ``PagedList/settled()``.
  public func settled() async { await pages.settled() }
}

// MARK: - What a front end can want

extension PagedListViewModel {
  /// Loads the first page of every section that has not loaded yet; see ``PagedList/loadFirstPages(in:order:)``.
  public func loadFirstPages(in sections: [SectionID]? = nil, order: ReleaseOrder = .asTheyCome) {
    pages.loadFirstPages(in: sections, order: order)
  }

  /// Asks for a section's next page; see ``PagedList/loadNextPage(in:)``.
  public func loadNextPage(in section: SectionID) { pages.loadNextPage(in: section) }

  /// Keeps loading pages until the section holds at least `count` items; see ``PagedList/fill(_:with:)``.
  public func fill(_ section: SectionID, with count: Int) { pages.fill(section, with: count) }

  /// Call this when a cell is about to appear. Near the end of a section it loads the next page.
  public func willDisplay(_ indexPath: IndexPath) { pages.willDisplay(indexPath) }

  /// Call this when an item is about to appear. Near the end of its section it loads the next page.
  public func willDisplay(_ id: Element.ID, in section: SectionID) { pages.willDisplay(id, in: section) }

  /// Starts a section again; what it holds stays until its first page is there; see ``PagedList/refresh(_:)``.
  public func refresh(_ section: SectionID) { pages.refresh(section) }

  /// Starts every section again; see ``PagedList/refresh(_:)``.
  public func refreshAll() { for section in sections { pages.refresh(section) } }

  /// Begins a section's failed load again; see ``PagedList/retry(_:)``.
  public func retry(_ section: SectionID) { pages.retry(section) }

  /// Begins again what has failed, in every section.
  public func retryFailed() { for section in sections { pages.retry(section) } }

  /// Shows `count` placeholders in every empty section; see ``PagedList/showPlaceholders(_:)``.
  public func showPlaceholders(_ count: Int) { pages.showPlaceholders(count) }

  /// Ends each section in a row that shows its loading state, in these states; see ``PagedList/showStateRows(_:)``.
  public func showStateRows(_ rows: StateRows) { pages.showStateRows(rows) }

  /// Shows items from a cache or a saved state in a section whose first page is not there yet; see
  /// ``PagedList/seed(_:_:next:)``.
  public func seed(_ section: SectionID, _ items: some Sequence<Element>, next: PageKey?) {
    pages.seed(section, items, next: next)
  }

  /// Gives up a section's load.
  public func cancel(_ section: SectionID) { pages.cancel(section) }
}
