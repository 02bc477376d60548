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
/// let photos = PagedList(sections: ["photos"]) { _, page in try await service.photos(page: page.number) }
/// photos.bind(to: collectionView).store(in: &cancellables)
/// photos.loadNextPage(in: "photos")
/// ```
/// It offers all that ``PagedListViewModel`` does, so a front end can use it as it is; a view model of your own holds
/// one and conforms to that protocol.
///
/// Loads of different sections run concurrently, at most ``maximumLoads`` at a time and one for each section. What
/// they bring is put into the list one change at a time, with index paths computed in that turn, after items that the
/// section holds already have been dropped. Naming a section that the list does not have does nothing.
@MainActor
public final class PagedList<SectionID: Hashable & Sendable, Item: Identifiable & Equatable & Sendable>: Observable
where Item.ID: Sendable {
  /// Loads one page of a section. It may run anywhere, and should end when its task is cancelled.
  public typealias LoadPage = @Sendable (_ section: SectionID, _ page: PageKey) async throws -> Page<Item>
  /// Loads one page of a section that has been given a loader of its own; see ``refresh(_:named:at:from:)``.
  public typealias SectionLoader = @Sendable (_ page: PageKey) async throws -> Page<Item>

  /// The items. Changes only inside the gate.
  public var items: SectionedList<SectionID, Item> {
    itemMarks.readAll()
    return shown.list
  }

  /// Makes the changes; see ``SerialGate``.
  public let gate: SerialGate
  /// How many loads of pages run at a time; others wait in the order asked for. A load of the sections does not count.
  public let maximumLoads: Int
  /// How close to an end of a section an item has to be for its cell to ask for the page beyond; the outermost item always does.
  public let prefetchDistance: Int
  /// How long a load may take, from the start of its request, retries included; nil for no limit. A service that does not
  /// answer in time has failed with ``LoadError/timedOut(after:)``. It holds for requests that start after it is set.
  public var timeLimit: Duration? = .seconds(60)
  /// Measures the time limit.
  public var clock: any Clock<Duration> = ContinuousClock()

  // Plain stored properties, read where they stand: `numberOfItems(in:)` is asked for each cell.
  @usableFromInline let itemMarks = SectionMarks()
  @usableFromInline var shown: Shown<SectionID, Item>
  /// What sections show instead of items, or beside them; part of their counts, so it changes only inside the gate.
  @usableFromInline var extras: [SectionID: SectionExtra] = [:]
  /// Which states have rows after the items, and before them.
  var stateRows: StateRow.Kinds = []
  var frontRows: StateRow.Kinds = []
  @usableFromInline let stateMarks = SectionMarks()
  /// Of what is saved, which an arrangement may hide.
  let savedMarks = SectionMarks()
  let loadsMark = ChangeMark()
  let sectionsStateMark = ChangeMark()
  /// The states that sections have reported, but idle ones. The loads' value has them too, in records that are slow to
  /// look into where code is not specialised.
  @usableFromInline var states: [SectionID: LoadState] = [:]

  // The workings, in PagedList+Loads.swift and PagedList+Editing.swift.
  let loadPage: LoadPage
  let comparing: ListComparing<SectionID, Item>
  var loads: Loads<SectionID, Content, Source>
  var requests: [Int: AnyCancellable] = [:]
  /// What has been asked for and not been taken in. It waits while effects are carried out or a change is made.
  var events: [Event] = []
  /// What is to be done, in the order in which the value said it.
  var effects: [Effect] = []
  var isBusy = false
  /// What callers wait for, by ticket.
  var begun: [Int: BegunLoads<SectionID>] = [:]
  var lastTicket = 0
  /// How many edits are being sent.
  var editsBeingSent = 0
  var untold: Untold?
  /// The sections of which something else is to be saved since the last change; told when that has been told.
  var unsaved: [SectionID] = []
  let savedSubject = MainActorSubject<SectionID>()
  let stateSubject = MainActorSubject<(SectionID, LoadState)>()
  let sectionsStateSubject = MainActorSubject<LoadState>()
  let summarySubject = MainActorSubject<LoadSummary<SectionID>>()
  let editSubject = MainActorSubject<EditEvent<SectionID, Item.ID>>()
  let insertionSubject = MainActorSubject<Insertions<SectionID>.Event>()
  let changesMade = ChangeCounter()
  let waiters = Waiters()

  /// What happens to each load, for tools that print or draw a run.
  package let trace = MainActorSubject<LoadTrace<SectionID>>()
  /// How many requests have been started and not been answered.
  package let requestsInFlight = CurrentValueSubject<Int, Never>(0)

  /// Creates a list with empty sections; nothing loads until it is asked for.
  /// - Parameters:
  ///   - sections: In order, each once.
  ///   - maximumLoads: How many loads may run at a time.
  ///   - prefetchDistance: How many items from an end of a section ``PagedListViewModel/willDisplay(_:)`` asks for the page beyond it.
  ///   - maximumPagesWithoutNewItems: How many pages in a row may hold nothing new before the section fails and says so.
  ///   - other: A list that will share a list view with this one; their changes wait in one queue.
  ///   - loadPage: Loads one page of a section.
  /// - Precondition: `maximumLoads` and `maximumPagesWithoutNewItems` are greater than 0.
  @inlinable
  public convenience init(
    sections: [SectionID], maximumLoads: Int = 6, prefetchDistance: Int = 10, maximumPagesWithoutNewItems: Int = 5,
    sharing other: (any GatedList)? = nil, loadPage: @escaping LoadPage
  ) {
    self.init(
      SectionedList(sections: sections), maximumLoads, prefetchDistance, maximumPagesWithoutNewItems, other, loadPage,
      ListWork(), ListComparing())
  }

  @usableFromInline
  init(
    _ items: List, _ maximumLoads: Int, _ prefetchDistance: Int, _ maximumPagesWithoutNewItems: Int,
    _ other: (any GatedList)?, _ loadPage: @escaping LoadPage, _ work: ListWork<SectionID, Item>,
    _ comparing: ListComparing<SectionID, Item>
  ) {
    shown = Shown(items, work: work)
    self.comparing = comparing
    loads = Loads(
      maximumLoads: maximumLoads, maximumPagesWithoutNewItems: maximumPagesWithoutNewItems,
      sections: items.sectionsWithBirths)
    self.maximumLoads = maximumLoads
    self.prefetchDistance = prefetchDistance
    gate = other.map { SerialGate(sharing: $0.gate) } ?? SerialGate()
    self.loadPage = loadPage
  }

  deinit {
    // Tasks that wait for these loads go on with an empty summary. In a later turn: no app's code runs inside a deinit.
    if !begun.isEmpty { Task { @MainActor [begun] in for loads in begun.values { loads.end(LoadSummary()) } } }
  }

  // MARK: - Observation

  /// Registers a reader of a section's items, or of the sections if there is none of this name.
  @inlinable
  func readItems(in section: SectionID) {
    if let position = shown.list.position(of: section) { itemMarks.read(position) } else { itemMarks.readOrder() }
  }

  /// Registers a reader of a section's state, or of the sections if there is none of this name.
  @inlinable
  func readState(of section: SectionID) {
    if let position = shown.list.position(of: section) { stateMarks.read(position) } else { stateMarks.readOrder() }
  }

  /// Registers a reader of what a section holds, shown or not, or of the sections if there is none of this name.
  func readSaved(in section: SectionID) {
    if let position = shown.list.position(of: section) { savedMarks.read(position) } else { savedMarks.readOrder() }
  }

  // MARK: - Waiting

  /// Whether a load is in flight or about to be asked for, or an edit is being sent.
  var isWaitedFor: Bool { loads.inFlight > 0 || editsBeingSent > 0 || !events.isEmpty }

  /// Returns when this list is not busy and its gate is idle, or when the task is cancelled.
  func wait(while isBusy: (PagedList) -> Bool) async {
    await gate.idle(waiters) { isBusy(self) }
  }
}

extension PagedList: PagedListViewModel {
  /// This list itself.
  public var pages: PagedList { self }
}
