import Foundation
import Observation
import Reactive

/// The engine under the screens: sections of items that load page by page, side by side, and reach the list through
/// one gate.
///
/// A screen gives it the sections and a way to load a page; it keeps the items, the paging of each section and the
/// order of changes. Loads of different sections run concurrently, at most ``maximumLoads`` at a time and one for each
/// section. What they bring is put into the list one change at a time, with index paths computed in that turn, after
/// items that the section holds already have been dropped.
@MainActor
@Observable
public final class PagedList<Section: Hashable & Sendable, Item: Identifiable & Equatable & Sendable>
where Item.ID: Sendable {
  /// Loads one page of a section, from 1. It may run anywhere and must end when its task is cancelled.
  public typealias LoadPage = @Sendable (_ section: Section, _ page: Int) async throws -> Page<Item>

  private struct Request {
    let load: Pager.Load
    let task: AnyCancellable
  }
  private struct Answer {
    let load: Pager.Load
    let page: Result<Page<Item>, any Error>
  }

  /// The items. Changes only inside the gate.
  public private(set) var list: SectionedList<Section, Item>
  private var pagers: [Section: Pager]
  private var placeholders: [Section: Int] = [:]

  /// Makes the changes; see ``SerialGate``.
  @ObservationIgnored public let gate = SerialGate()
  /// How many loads run at a time; others wait in the order asked for.
  public let maximumLoads: Int
  /// So many items before a section's end the next page is asked for.
  public let prefetchDistance: Int

  @ObservationIgnored private let loadPage: LoadPage
  @ObservationIgnored private var requests: [Section: Request] = [:] {
    didSet { if requests.count != oldValue.count { requestsInFlight.send(requests.count) } }
  }
  @ObservationIgnored private var queue: [(section: Section, load: Pager.Load)] = []
  @ObservationIgnored private var groups: [LoadGroup<Section, Answer>] = []
  @ObservationIgnored private var published: [Section: LoadState] = [:]
  @ObservationIgnored private let stateSubject = EventSubject<(Section, LoadState)>()
  @ObservationIgnored private let loadWaiters = Waiters()
  @ObservationIgnored private let summarySubject = EventSubject<LoadSummary<Section>>()

  /// A list with empty sections; nothing loads until it is asked for.
  /// - Parameters:
  ///   - sections: in order, each once.
  ///   - maximumLoads: how many loads may run at a time.
  ///   - prefetchDistance: so many items before the end of a section ``willDisplay(_:)`` asks for the next page.
  ///   - barrenPagesLimit: so many pages in a row that hold nothing new end in a failure that says so.
  ///   - loadPage: loads one page of a section.
  public init(
    sections: [Section], maximumLoads: Int = 4, prefetchDistance: Int = 10, barrenPagesLimit: Int = 5,
    loadPage: @escaping LoadPage
  ) {
    precondition(maximumLoads > 0, "at least one load must be allowed to run")
    list = SectionedList(sections: sections)
    pagers = Dictionary(uniqueKeysWithValues: sections.map { ($0, Pager(barrenPagesLimit: barrenPagesLimit)) })
    self.maximumLoads = maximumLoads
    self.prefetchDistance = prefetchDistance
    self.loadPage = loadPage
  }

  // MARK: - States

  /// What each change of a section's loading was, on the main actor; the properties hold the same.
  public var loadStates: MainActorEvents<(Section, LoadState)> { stateSubject.events }

  /// One summary for each ``loadFirstPages(in:order:)``, when the last of its sections has ended.
  public var allEnded: MainActorEvents<LoadSummary<Section>> { summarySubject.events }

  /// What a section's loading is at.
  /// - Precondition: the list has this section.
  public func state(of section: Section) -> LoadState { pager(section).state }

  /// How many sections have a page on its way.
  public var loadsInFlight: Int { pagers.values.count { $0.state.isLoading } }

  /// How many loads have been begun and not been answered; those in flight beyond them wait for a place or for the gate.
  @ObservationIgnored package let requestsInFlight = CurrentValueSubject<Int, Never>(0)

  /// Returns when no load is in flight, no change waits, and the last one has been completed; or when the task is
  /// cancelled. Tests await this instead of sleeping.
  public func settled() async {
    while !Task.isCancelled {
      if loadsInFlight > 0 {
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
  public func numberOfItems(in section: Section) -> Int {
    placeholders[section] ?? list.numberOfItems(in: section)
  }

  /// True while a section shows placeholders instead of items.
  public func showsPlaceholders(in section: Section) -> Bool { placeholders[section] != nil }

  // MARK: - Loading

  /// Asks for the first page of these sections (all, if none are named) that have none yet.
  /// - Parameter order: when the answers reach the list.
  public func loadFirstPages(in sections: [Section]? = nil, order: ReleaseOrder = .asTheyCome) {
    let due = (sections ?? list.sections).filter { pager($0).isUntouched }
    guard !due.isEmpty else { return }
    groups.append(LoadGroup(due, order: order))
    for section in due { loadNextPage(in: section) }
  }

  /// Asks for a section's next page; does nothing while one is on its way, after a failure, or at the end.
  public func loadNextPage(in section: Section) {
    begin(in: section) { $0.wanted() }
  }

  /// Says how many items the front end can show at once; loading goes on until a section has as many.
  public func fill(_ section: Section, with count: Int) {
    let total = list.numberOfItems(in: section)
    begin(in: section) {
      $0.target = count
      return $0.wantedToFill(total: total)
    }
  }

  /// Says that a cell is about to be shown; near the end of its section this asks for the next page.
  ///
  /// An index path of a section that is not there does nothing. Constant time.
  public func willDisplay(_ indexPath: IndexPath) {
    guard list.sections.indices.contains(indexPath.section) else { return }
    let section = list.sections[indexPath.section]
    if indexPath.item >= list.numberOfItems(in: section) - prefetchDistance { loadNextPage(in: section) }
  }

  /// Says that an item is about to be shown; near the end of its section this asks for the next page.
  public func willDisplay(_ id: Item.ID, in section: Section) {
    if let indexPath = list.indexPath(of: id, in: section) { willDisplay(indexPath) }
  }

  /// Begins a section anew with its first page. What it holds stays until that page is there, and if it fails.
  public func refresh(_ section: Section) {
    giveUpRequest(of: section)
    begin(in: section) { $0.refresh() }
  }

  /// Begins a section's failed load again; does nothing in any other state.
  public func retry(_ section: Section) {
    begin(in: section) { $0.retry() }
  }

  /// Gives up a section's load; what it brings is dropped, even if it has arrived and waits for its turn.
  public func cancel(_ section: Section) {
    guard update(section, { $0.cancel() }) else { return }
    giveUpRequest(of: section)
    removePlaceholders(in: section)
    publish(section)
  }

  /// Shows so many placeholders in each empty section, until its first page is there or has failed.
  public func showPlaceholders(_ count: Int) {
    for section in list.sections {
      change { list in
        guard list.list.numberOfItems(in: section) == 0, list.placeholders[section] != count else { return nil }
        list.placeholders[section] = count
        return list.reload(section)
      }
    }
  }

  // MARK: - From the wish to the answer

  private func begin(in section: Section, _ event: (inout Pager) -> Pager.Load?) {
    guard let load = update(section, event) else { return }
    queue.append((section, load))
    publish(section)
    startRequests()
  }

  private func startRequests() {
    while requests.count < maximumLoads, !queue.isEmpty {
      let (section, load) = queue.removeFirst()
      guard pager(section).isCurrent(load) else { continue }
      let task = Task { [weak self, loadPage] in
        let page: Result<Page<Item>, any Error>
        do { page = .success(try await loadPage(section, load.page)) } catch { page = .failure(error) }
        self?.receive(Answer(load: load, page: page), of: section)
      }
      requests[section] = Request(load: load, task: AnyCancellable { task.cancel() })
    }
  }

  private func giveUpRequest(of section: Section) {
    requests[section] = nil
    ended(section, as: .cancelled)
    startRequests()
  }

  private func receive(_ answer: Answer, of section: Section) {
    guard requests[section]?.load == answer.load else { return }  // cancelled or outranked, and came all the same
    requests[section] = nil
    let group = groups.firstIndex { $0.contains(section) }
    let due = group.map { groups[$0].receive(answer, of: section) } ?? [(section, answer)]
    for (section, answer) in due { settle(answer, of: section) }
    startRequests()
  }

  // MARK: - From the answer to the list

  private func settle(_ answer: Answer, of section: Section) {
    switch answer.page {
    case .failure(let error):
      update(section) { $0.failed(.service(error), by: answer.load) }
      fail(section)
    case .success(let page):
      guard update(section, { $0.answered(number: page.number, by: answer.load) }) else { return fail(section) }
      change({ $0.apply(page, answer.load, to: section) }, delivered: { $0.applied(answer.load, to: section) })
    }
  }

  private func fail(_ section: Section) {
    removePlaceholders(in: section)
    publish(section)
    ended(section, as: .failed)
  }

  /// Runs inside the gate: the list is read and changed here, not before.
  private func apply(_ page: Page<Item>, _ load: Pager.Load, to section: Section) -> ListUpdate? {
    guard pager(section).isCurrent(load) else { return nil }
    let replaces = placeholders.removeValue(forKey: section) != nil || load.replaces
    let before = load.replaces ? 0 : list.numberOfItems(in: section)
    if load.replaces {
      list.replaceItems(in: section, with: page.items)
    } else {
      list.append(page.items, to: section)
    }
    let new = before..<list.numberOfItems(in: section)
    update(section) {
      $0.applied(
        added: new.count, repeats: page.items.count - new.count, unreadable: page.dropped.count, isLast: page.isLast)
    }
    if replaces { return reload(section) }
    guard !new.isEmpty, let position = list.position(of: section) else { return nil }
    return .insert(new.map { IndexPath(item: $0, section: position) })
  }

  private func applied(_ load: Pager.Load, to section: Section) {
    let pager = pager(section)
    guard pager.state.generation == load.generation, !pager.isCurrent(load) else { return }  // it was obsolete
    publish(section)
    ended(section, as: pager.state.error == nil ? .loaded : .failed)
    let total = list.numberOfItems(in: section)
    begin(in: section) { $0.wantedToFill(total: total) }
  }

  private func ended(_ section: Section, as outcome: LoadGroup<Section, Answer>.Outcome) {
    guard let group = groups.firstIndex(where: { $0.contains(section) }) else { return }
    let due = groups[group].ended(section, as: outcome)
    if let summary = groups[group].summary {
      groups.remove(at: group)
      summarySubject.send(summary)
    }
    for (section, answer) in due { settle(answer, of: section) }
  }

  // MARK: - Small change

  private func change(
    _ change: @escaping @MainActor (PagedList) -> ListUpdate?,
    delivered: @escaping @MainActor (PagedList) -> Void = { _ in }
  ) {
    gate.enqueue({ [weak self] in self.flatMap(change) }, delivered: { [weak self] in self.map(delivered) })
  }

  private func removePlaceholders(in section: Section) {
    guard placeholders[section] != nil else { return }
    change { list in list.placeholders.removeValue(forKey: section) == nil ? nil : list.reload(section) }
  }

  private func reload(_ section: Section) -> ListUpdate? {
    list.position(of: section).map { .reload(section: $0) }
  }

  private func publish(_ section: Section) {
    let state = pager(section).state
    guard published.updateValue(state, forKey: section) != state else { return }
    stateSubject.send((section, state))
    if loadsInFlight == 0 { loadWaiters.resumeAll() }
  }

  private func pager(_ section: Section) -> Pager {
    guard let pager = pagers[section] else { preconditionFailure("the list has no section \(section)") }
    return pager
  }

  @discardableResult
  private func update<Result>(_ section: Section, _ event: (inout Pager) -> Result) -> Result {
    var pager = pager(section)
    defer { pagers[section] = pager }
    return event(&pager)
  }
}
