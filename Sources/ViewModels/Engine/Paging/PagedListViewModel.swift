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
public protocol PagedListViewModel<SectionID, Element>: GatedList {
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
  /// Makes the changes; see ``SerialGate``.
  public var gate: SerialGate { pages.gate }

  /// The sections, in the order of their positions.
  public var sections: [SectionID] {
    pages.itemMarks.readOrder()
    return pages.shown.list.sections
  }

  /// How many sections there are.
  @inlinable
  public var numberOfSections: Int {
    let pages = pages
    pages.itemMarks.readOrder()
    return pages.shown.list.numberOfSections
  }

  /// Returns the section at this position.
  /// - Precondition: There is such a section.
  public func section(at position: Int) -> SectionID {
    pages.itemMarks.readOrder()
    return pages.shown.list.section(at: position)
  }

  /// Returns how many items, placeholders and rows the section at this position shows: the answer to a data source's
  /// question, `collectionView(_:numberOfItemsInSection:)`.
  /// - Precondition: There is such a section.
  @inlinable
  public func numberOfItems(inSection section: Int) -> Int {
    let pages = pages
    pages.itemMarks.read(section)
    if !pages.extras.isEmpty { return numberOfItems(in: pages.shown.list.section(at: section)) }
    return pages.shown.list.numberOfItems(inSection: section)
  }

  /// Returns how many items, placeholders and rows a section shows, wherever it stands; 0 if the list does not have it.
  /// - Complexity: O(1).
  @inlinable
  public func numberOfItems(in section: SectionID) -> Int {
    let pages = pages
    guard let position = pages.shown.list.position(of: section) else {
      pages.itemMarks.readOrder()
      return 0
    }
    pages.itemMarks.read(position)
    let count = pages.shown.list.numberOfItems(inSection: position)
    if !pages.extras.isEmpty, let extra = pages.extras[section] { return extra.count(items: count) }
    return count
  }

  /// Returns whether a section shows placeholders instead of items.
  public func showsPlaceholders(in section: SectionID) -> Bool {
    let pages = pages
    pages.readItems(in: section)
    if case .placeholders = pages.extras[section] { return true }
    return false
  }

  /// Returns a section's items, as a value that can be kept; none while the section shows placeholders.
  /// - Complexity: O(1).
  @inlinable
  public func items(in section: SectionID) -> SectionedList<SectionID, Element>.Items {
    pages.readItems(in: section)
    return pages.shown.list.items(in: section)
  }

  /// Returns the item at an index path; nil for a placeholder, for a row that says a state, and where nothing stands.
  /// - Precondition: The index path has two indices, as those of list views have.
  /// - Complexity: O(1).
  @inlinable
  public func item(at indexPath: IndexPath) -> Element? {
    let pages = pages
    let position = indexPath[0]
    guard pages.itemMarks.read(position, of: pages.shown.list.numberOfSections) else { return nil }
    var offset = indexPath[1]
    if !pages.extras.isEmpty { offset -= pages.lead(of: pages.shown.list.section(at: position)) }
    return pages.shown.list.item(at: offset, inSectionAt: position)
  }

  /// Returns what stands at an index path: an item, a placeholder, or the section's state.
  /// - Precondition: The section shows something there.
  /// - Complexity: O(1).
  @inlinable
  public func row(at indexPath: IndexPath) -> Row<Element> {
    if let item = item(at: indexPath) { return .item(item) }
    return pages.extraRow(at: indexPath).map { $0.row() } ?? .placeholder
  }

  /// Returns the item with this id in this section; nil if it is not shown there.
  /// - Complexity: Effectively O(1).
  @inlinable
  public func item(_ id: Element.ID, in section: SectionID) -> Element? {
    pages.readItems(in: section)
    return pages.shown.list[section, id]
  }

  /// Returns where the item with this id stands in this section; nil if it is not shown there.
  /// - Complexity: Effectively O(1).
  @inlinable
  public func indexPath(of id: Element.ID, in section: SectionID) -> IndexPath? {
    let pages = pages
    guard let position = pages.shown.list.position(of: section) else {
      pages.itemMarks.readOrder()
      return nil
    }
    pages.itemMarks.read(position)
    guard let offset = SectionedList.offset(of: id, inSection: position, of: pages.shown.list) else { return nil }
    return IndexPath(position, pages.extras.isEmpty ? offset : offset + pages.lead(of: section))
  }

  /// Returns whether a section has loaded all its pages and shows no item: there is none, or a filter hides them all.
  public func isEmpty(_ section: SectionID) -> Bool {
    state(of: section).isFinished && items(in: section).isEmpty
  }

  /// The loading state of a section; idle for one that the list does not have.
  /// - Complexity: O(1).
  @inlinable
  public func state(of section: SectionID) -> LoadState {
    let pages = pages
    pages.readState(of: section)
    return pages.states[section] ?? LoadState()
  }

  /// The page that comes after the items of a section: the one of ``saved(_:)``. Nil if nothing
  /// follows; ``PageKey/first`` before the first page is there.
  /// - Complexity: O(1).
  public func nextPage(in section: SectionID) -> PageKey? {
    let pages = pages
    pages.readState(of: section)
    return pages.loads.nextPage(of: section)
  }

  /// The page that comes before the items of a section; nil if nothing does, as far as the pages have said.
  /// - Complexity: O(1).
  public func previousPage(in section: SectionID) -> PageKey? {
    let pages = pages
    pages.readState(of: section)
    return pages.loads.previousPage(of: section)
  }

  /// How many loads have been asked for and have not ended, the one of the sections included.
  /// - Complexity: O(1).
  public var loadsInFlight: Int {
    let pages = pages
    pages.loadsMark.read()
    return pages.loads.inFlight
  }
}

// MARK: - What a front end is told

extension PagedListViewModel {
  /// Every change of a section's loading, on the main actor; ``state(of:)`` says the same by then. When a page has come
  /// in, the state follows the event of its items, in the same turn.
  public var loadStates: AnyMainActorPublisher<(SectionID, LoadState), Never> {
    pages.stateSubject.eraseToAnyPublisher()
  }

  /// One summary for each ``loadFirstPages(in:order:)``, when the last of its sections has ended, and for each
  /// ``PagedList/loadSections(order:from:apply:)``, when all their first pages have, or when the sections could not be
  /// loaded; none for one that a newer call has outranked.
  public var allEnded: AnyMainActorPublisher<LoadSummary<SectionID>, Never> {
    pages.summarySubject.eraseToAnyPublisher()
  }

  /// The inserts among the ``GatedList/updates``: the section, and index paths whose `section` is its position.
  ///
  /// A front end that follows these alone stays consistent while nothing but next and previous pages is asked for: placeholders,
  /// rows, edits and most refreshes come as reloads and batches, in ``GatedList/updates``. Its view must have counted before it
  /// subscribes. The section is the one that stood there in the turn of the change, however late a subscriber asks.
  public var insertions: AnyMainActorPublisher<(SectionID, [IndexPath]), Never> {
    Insertions(subject: pages.insertionSubject, changesMade: pages.changesMade).eraseToAnyPublisher()
  }

  /// Returns when no edit or change waits and the last one has been completed, or when the task is cancelled.
  public func idle() async { await pages.gate.idle() }

  /// Returns when no load is in flight, no edit or change waits, and the last one has been completed; or when the task
  /// is cancelled. Tests await this instead of sleeping.
  public func settled() async { await pages.wait { $0.isWaitedFor } }
}
