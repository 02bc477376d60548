import Foundation
import Observation
import Reactive

/// The engine under the screens: sections of items that load page by page, side by side, and reach the list through
/// one gate.
///
/// A screen gives it the sections and a way to load a page; it keeps the items, the paging of each section and the
/// order of changes.
///
/// ```swift
/// let photos = PagedList(sections: ["photos"]) { _, page in try await service.photos(page: page) }
/// photos.gate.bind(to: collectionView).store(in: &cancellables)
/// photos.loadNextPage(in: "photos")
/// ```
/// A view model holds one and conforms to ``PagedListViewModel``, which gives it all that a front end asks for.
///
/// Loads of different sections run concurrently, at most ``maximumLoads`` at a time and one for each
/// section. What they bring is put into the list one change at a time, with index paths computed in that turn, after
/// items that the section holds already have been dropped.
@MainActor
public final class PagedList<SectionID: Hashable & Sendable, Item: Identifiable & Equatable & Sendable>: Observable
where Item.ID: Sendable {
  /// Loads one page of a section, from 1. It may run anywhere and must end when its task is cancelled.
  public typealias LoadPage = @Sendable (_ section: SectionID, _ page: Int) async throws -> Page<Item>

  /// The items. Changes only inside the gate.
  public internal(set) var list: SectionedList<SectionID, Item> {
    get { items }
    _modify { yield &items }
  }
  @Observed private var items: SectionedList<SectionID, Item>
  @Observed var pagers: [SectionID: Pager]
  @Observed var placeholders: [SectionID: Int] = [:]

  /// Makes the changes; see ``SerialGate``.
  public let gate = SerialGate()
  /// How many loads run at a time; others wait in the order asked for.
  public let maximumLoads: Int
  /// So many items before a section's end the next page is asked for; at the last item in any case.
  public let prefetchDistance: Int

  // What follows is for the workings, in PagedList+Loads.swift.
  /// Counts the changes made, so that what was computed from the list can tell whether it still is that list.
  var revision = 0
  /// How many edits have been asked for whose difference is still being computed elsewhere.
  var editsOnTheirWay = 0 {
    didSet { if editsOnTheirWay == 0 { loadWaiters.resumeAll() } }
  }
  /// How many changes that may bring placeholders wait in the gate.
  var placeholderChanges = 0
  let loadPage: LoadPage
  let maximumPagesWithoutNewItems: Int
  var requests: [SectionID: Request] = [:] {
    didSet { if requests.count != oldValue.count { requestsInFlight.send(requests.count) } }
  }
  var queue: [(section: SectionID, load: Pager.Load)] = []
  var groups: [LoadGroup<SectionID, Answer>] = []
  var published: [SectionID: LoadState] = [:]
  let stateSubject = MainActorSubject<(SectionID, LoadState)>()
  let insertionSubject = MainActorSubject<(SectionID, [IndexPath])>()
  let loadWaiters = Waiters()
  let summarySubject = MainActorSubject<LoadSummary<SectionID>>()

  /// A list with empty sections; nothing loads until it is asked for.
  /// - Parameters:
  ///   - sections: in order, each once.
  ///   - maximumLoads: how many loads may run at a time.
  ///   - prefetchDistance: so many items before the end of a section ``willDisplay(_:)`` asks for the next page.
  ///   - maximumPagesWithoutNewItems: so many pages in a row that hold nothing new end in a failure that says so.
  ///   - loadPage: loads one page of a section.
  public init(
    sections: [SectionID], maximumLoads: Int = 4, prefetchDistance: Int = 10, maximumPagesWithoutNewItems: Int = 5,
    loadPage: @escaping LoadPage
  ) {
    precondition(maximumLoads > 0, "at least one load must be allowed to run")
    items = SectionedList(sections: sections)
    pagers = Dictionary(
      uniqueKeysWithValues: sections.map { ($0, Pager(maximumPagesWithoutNewItems: maximumPagesWithoutNewItems)) })
    self.maximumLoads = maximumLoads
    self.prefetchDistance = prefetchDistance
    self.maximumPagesWithoutNewItems = maximumPagesWithoutNewItems
    self.loadPage = loadPage
  }

  // MARK: - States

  /// Every change of a section's loading, on the main actor; ``state(of:)`` says the same by then. When a page has come
  /// in, the state follows the event of its items, in the same turn.
  public var loadStates: AnyMainActorPublisher<(SectionID, LoadState), Never> { stateSubject.eraseToAnyPublisher() }

  /// One summary for each ``loadFirstPages(in:order:)``, when the last of its sections has ended.
  public var allEnded: AnyMainActorPublisher<LoadSummary<SectionID>, Never> { summarySubject.eraseToAnyPublisher() }

  /// What a section's loading is at.
  /// - Precondition: the list has this section.
  public func state(of section: SectionID) -> LoadState { pager(section).state }

  /// How many sections have a page on its way.
  public var loadsInFlight: Int { pagers.values.count { $0.state.isLoading } }

  /// How many loads have been begun and not been answered; those in flight beyond them wait for a place or for the
  /// gate.
  package let requestsInFlight = CurrentValueSubject<Int, Never>(0)

  /// True while a section's load has been begun and not been answered.
  package func awaitsAnswer(in section: SectionID) -> Bool { requests[section] != nil }

  /// Returns when no load is in flight, no edit or change waits, and the last one has been completed; or when the task
  /// is cancelled. Tests await this instead of sleeping.
  public func settled() async { await wait { loadsInFlight > 0 || editsOnTheirWay > 0 } }

  /// Returns when no edit or change waits and the last one has been completed, or when the task is cancelled.
  public func idle() async { await wait { editsOnTheirWay > 0 } }

  private func wait(while isBusy: () -> Bool) async {
    while !Task.isCancelled {
      if isBusy() {
        await loadWaiters.wait()
      } else if !gate.isIdle {
        await gate.idle()
      } else {
        return
      }
    }
  }

  // MARK: - Counts

  /// How many items, or placeholders, a section shows.
  public func numberOfItems(in section: SectionID) -> Int {
    placeholders[section] ?? list.numberOfItems(in: section)
  }

  /// True while a section shows placeholders instead of items.
  public func showsPlaceholders(in section: SectionID) -> Bool { placeholders[section] != nil }

  // MARK: - Loading

  /// Asks for the first page of each of these sections for which none has been asked yet, or was cancelled. One whose
  /// first page failed waits for ``retry(_:)`` or ``refresh(_:)``.
  ///
  /// ``allEnded`` has one summary when the last of them has ended. If there is nothing to ask for, it has an empty one
  /// before this returns, or, from inside a delivery of it, right after that.
  /// - Parameters:
  ///   - sections: nil means all. Each must be in the list.
  ///   - order: when the answers reach the list.
  public func loadFirstPages(in sections: [SectionID]? = nil, order: ReleaseOrder = .asTheyCome) {
    let due = (sections ?? list.sections).filter { pager($0).isUntouched }
    guard !due.isEmpty else { return summarySubject.send(LoadSummary()) }
    groups.append(LoadGroup(due, order: order))
    for section in due { loadNextPage(in: section) }
  }

  /// Asks for a section's next page; does nothing while one is on its way, after a failure, or at the end.
  /// - Precondition: the list has this section.
  public func loadNextPage(in section: SectionID) {
    begin(in: section) { $0.wanted() }
  }

  /// Says how many items the front end can show at once; loading goes on until a section has as many, page after page,
  /// unless one fails or is the last. It stays in force: a refresh fills the section again, and so does an edit that
  /// leaves it with less.
  /// - Precondition: the list has this section.
  public func fill(_ section: SectionID, with count: Int) {
    let total = list.numberOfItems(in: section)
    begin(in: section) {
      $0.target = count
      return $0.wantedToFill(total: total)
    }
  }

  /// Says that a cell is about to be shown; near the end of its section this asks for the next page.
  ///
  /// A placeholder asks for nothing, so that showing some does not begin what ``loadFirstPages(in:order:)`` is to begin;
  /// nor does an index path of a section that is not there. Constant time.
  public func willDisplay(_ indexPath: IndexPath) {
    let list = list
    guard (0..<list.numberOfSections).contains(indexPath.section) else { return }
    let section = list.section(at: indexPath.section)
    guard !showsPlaceholders(in: section) else { return }
    let isNearEnd = indexPath.item >= list.numberOfItems(inSection: indexPath.section) - max(1, prefetchDistance)
    if isNearEnd { loadNextPage(in: section) }
  }

  /// Says that an item is about to be shown; near the end of its section this asks for the next page.
  public func willDisplay(_ id: Item.ID, in section: SectionID) {
    if let indexPath = list.indexPath(of: id, in: section) { willDisplay(indexPath) }
  }

  /// Begins a section anew with its first page. What it holds stays until that page is there, and if it fails.
  ///
  /// A load that is on its way is cancelled, and its answer is dropped even if it has come already. The items give way
  /// to those of the first page in one ``ListUpdate/reload(section:)``.
  /// - Precondition: the list has this section.
  public func refresh(_ section: SectionID) {
    giveUpRequest(of: section)
    begin(in: section) { $0.refresh() }
  }

  /// Begins a section's failed load again; does nothing in any other state.
  /// - Precondition: the list has this section.
  public func retry(_ section: SectionID) {
    begin(in: section) { $0.retry() }
  }

  /// Gives up a section's load; what it brings is dropped, even if it has arrived and waits for its turn. After a
  /// refresh that is cancelled the section is what it was before.
  /// - Precondition: the list has this section.
  public func cancel(_ section: SectionID) {
    guard update(section, { $0.cancel() }) else { return }
    giveUpRequest(of: section)
    removePlaceholders(in: section)
    publish(section)
  }

  /// Shows so many placeholders in each empty section, until its first page is there or has failed; with 0 it takes
  /// them away.
  ///
  /// A section whose load has ended by then, in whichever way, gets none: nothing would take them away. To show them
  /// while such a section is loaded again, ask after ``refresh(_:)`` or ``retry(_:)``.
  ///
  /// Each section's are a change of their own, with an animation in a view that is bound: show them before binding, and
  /// the view's first count has them.
  public func showPlaceholders(_ count: Int) {
    let wanted = count > 0 ? count : nil
    for section in list.sections {
      placeholderChanges += 1
      change { list in
        list.placeholderChanges -= 1
        guard let pager = list.pagers[section], list.list.numberOfItems(in: section) == 0,
          list.placeholders[section] != wanted, wanted == nil || pager.isUntouched || pager.state.isLoading
        else { return nil }
        list.placeholders[section] = wanted
        return list.reload(section)
      }
    }
  }

  // MARK: - Editing

  /// Changes the list itself: sections and items that come, go, move or change other than by loading.
  ///
  /// Waits for its turn in the gate. Sections that the edit brings in can be loaded from then on; the loads of those
  /// that it takes out are given up. A section that it gives items loses its placeholders.
  ///
  /// ```swift
  /// photos.edit { list in
  ///   let old = list
  ///   list.remove([photo.id], from: .photos)
  ///   return list.difference(from: old)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - edit: changes the list that is current by then, and says what it did; nil if there was nothing to do, and then
  ///     the list must be as it was.
  ///   - delivered: runs in the same turn, when the observers have heard of it.
  public func edit(
    _ edit: @escaping @MainActor (inout SectionedList<SectionID, Item>) -> ListBatch?,
    delivered: (@MainActor () -> Void)? = nil
  ) {
    change { pages in
      var list = pages.list  // a value of its own: the edit may look at what the screen shows
      guard let batch = edit(&list) else { return nil }
      let gone = pages.deletePlaceholders(for: list)
      pages.list = list
      pages.addPagers()
      return .batch(batch.deleting(gone))
    } delivered: { pages in
      pages.removePagers()
      delivered?()
      pages.fillSections()
    }
  }
}

extension ListBatch {
  fileprivate func deleting(_ more: [IndexPath]) -> ListBatch {
    var batch = self
    batch.deletedItems += more
    return batch
  }
}
