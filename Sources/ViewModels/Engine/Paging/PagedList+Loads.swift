import Foundation
import Reactive

// Carries out what the loads' value says. This is the only place with effects: requests, changes through the gate,
// and what observers hear.

extension PagedList {
  typealias Event = Loads<SectionID, Content, Source>.Event
  typealias Effect = Loads<SectionID, Content, Source>.Effect

  /// What a load brings.
  enum Content: Sendable {
    case page(Page<Item>)
    case sections(ReleaseOrder, @MainActor @Sendable () -> [SectionID])
  }

  /// Where a load comes from, if not from the list's own loader.
  enum Source: Sendable {
    case pages(SectionLoader, name: String?)
    case sections(@Sendable () async throws -> Content)

    var name: String? { if case .pages(_, let name) = self { name } else { nil } }
    /// The name that is saved: without one, what is saved is no loader's.
    var savedName: String { name ?? "\0" }
  }

  // MARK: - One entry

  /// Sends an event of loads that can be awaited.
  /// - Parameter event: Makes it, with the number by which it is told that they have ended.
  func begin(_ event: (_ ticket: Int) -> Event) -> BegunLoads<SectionID> {
    lastTicket += 1
    let loads = BegunLoads<SectionID>(gate: gate)
    begun[lastTicket] = loads
    send(event(lastTicket))
    return loads
  }

  /// Asks for the pages at the ends of a section that come into sight.
  @usableFromInline
  func wants(_ section: SectionID, next: Bool, previous: Bool) {
    if next { send(.loadNext(section)) }
    if previous { send(.loadPrevious(section)) }
  }

  /// Asks for them in the next turn, or with the next event if that comes before, in order: a refresh or a cancel takes them back.
  @usableFromInline
  func wantsLater(_ section: SectionID, next: Bool, previous: Bool) {
    if events.isEmpty { Task { [weak self] in self?.run() } }
    if next { events.append(.loadNext(section)) }
    if previous { events.append(.loadPrevious(section)) }
  }

  /// Takes an event in, and carries out what follows.
  ///
  /// An observer may call this at any time. While effects are carried out, or a change is made, its event waits, so that
  /// all observers have heard of the state that it is about before that state is left.
  func send(_ event: Event) {
    events.append(event)
    run()
  }

  /// Carries on until nothing is left to do.
  ///
  /// The gate waits meanwhile: a change that an observer asks for, or sets free, is made when all have heard.
  func run() {
    guard !isBusy else { return }
    isBusy = true
    gate.queue.delaying {
      carryOutEffects()
      while !events.isEmpty {
        let due = events
        events = []
        for event in due {
          take(event)
          carryOutEffects()
        }
      }
      isBusy = false
    }
    if !isWaitedFor { waiters.resumeAll() }
  }

  /// Takes in what cells ask for that have appeared in this turn: it is about the list as it was before a change.
  func takeInWishes() {
    let due = events
    events = []
    for event in due { take(event) }
  }

  private func carryOutEffects() {
    while !effects.isEmpty {
      let due = effects
      effects = []
      for effect in due { carryOut(effect) }
    }
  }

  /// Changes the value, and tells SwiftUI if a state has changed. What follows is carried out later.
  func take(_ event: Event) {
    let inFlight = loads.inFlight
    let new = loads.handle(event) { shown.list.numberOfItems(in: $0) }
    effects += new
    if case .refreshAll(let sections, _, let ticket) = event, sections.count == 1 {
      begun[ticket]?.generation = loads.records[.section(sections[0])]?.paging.state.generation
    }
    let retired = loads.takeRetired()
    var changed: [Int] = []
    for effect in new {
      switch effect {
      case .report(let target, let state):
        guard case .section(let section) = target else {
          sectionsStateMark.change()
          continue
        }
        states[section] = state == LoadState() ? nil : state
        if let position = shown.list.position(of: section) { changed.append(position) }
      case .trace(let load, .asked), .trace(let load, .ended):
        guard shown.remembers > 0, case .section(let section) = load.target else { continue }
        shown.forget(in: section, upTo: loads.loadInFlight(in: section))
      case .start, .cancel, .change, .placeholders, .summarize, .resolve, .follow, .trace: continue
      }
    }
    stateMarks.change(changed)
    if loads.inFlight != inFlight { loadsMark.change() }
    withExtendedLifetime(retired) {}  // released here, when nothing is being accessed
  }

  private func carryOut(_ effect: Effect) {
    switch effect {
    case .start(let load, let source): start(load, source)
    case .cancel(let load): endRequest(of: load)
    case .change(let load, let content): change { $0.apply(content, of: load) }
    case .placeholders(let section): askForRow(of: section)
    case .report(let target, let state):
      report(state, of: target)
      if case .section(let section) = target { askForRow(of: section) }
    case .summarize(let summary): summarySubject.send(summary)
    case .resolve(let ticket, let summary): begun.removeValue(forKey: ticket)?.end(summary)
    case .follow(let event): events.append(event)
    case .trace(let load, let step): report(load, step)
    }
  }

  private func report(_ state: LoadState, of target: LoadTarget<SectionID>) {
    switch target {
    case .section(let section): stateSubject.send((section, state))
    case .sections: sectionsStateSubject.send(state)
    }
  }

  private func report(_ load: Load<SectionID>, _ step: LoadTrace<SectionID>.Step) {
    guard case .section(let section) = load.target else { return }
    trace.send(LoadTrace(section: section, load: load.id, page: load.page.number, phase: load.phase, step: step))
  }

  // MARK: - Requests

  private func start(_ load: Load<SectionID>, _ source: Source?) {
    let task = Task { [weak self, loadPage] in
      if Task.isCancelled { return }  // outranked before it began: the service need not know
      let answer = await Self.answer(to: load, from: source, or: loadPage)
      self?.receive(answer, to: load)
    }
    let alarm = timeLimit.map { limit in
      Task { [weak self, clock] in
        do { try await clock.sleep(for: limit) } catch { return }
        self?.send(.timedOut(load, .timedOut(after: limit)))
      }
    }
    requests[load.id] = AnyCancellable {
      task.cancel()
      alarm?.cancel()
    }
    requestsInFlight.value = requests.count
    report(load, .started)
  }

  private func receive(_ answer: Result<Content, LoadError>, to load: Load<SectionID>) {
    endRequest(of: load)
    send(.answered(load, answer))
  }

  private func endRequest(of load: Load<SectionID>) {
    requests[load.id] = nil
    requestsInFlight.value = requests.count
  }

  private nonisolated static func answer(
    to load: Load<SectionID>, from source: Source?, or loadPage: LoadPage
  ) async -> Result<Content, LoadError> {
    do {
      switch (source, load.target) {
      case (.sections(let load), _): return .success(try await load())
      case (.pages(let loader, _), _): return check(try await loader(load.page), load)
      case (nil, .section(let section)): return check(try await loadPage(section, load.page), load)
      case (nil, .sections): preconditionFailure("sections are loaded from a source alone")
      }
    } catch let error as LoadError {
      return .failure(error)
    } catch {
      return .failure(.service(error))
    }
  }

  private nonisolated static func check(_ page: Page<Item>, _ load: Load<SectionID>) -> Result<Content, LoadError> {
    if let number = page.number, number != load.page.number {
      return .failure(.wrongPage(asked: load.page.number, answered: number))
    }
    return .success(.page(page))
  }

  // MARK: - In the gate's turn

  /// Asks the gate for a turn. What follows from the change is carried out when its observers have heard of it.
  func change(
    animated: Bool = true, views: QueuedChange.Views = .areUpdated, at place: ChangeQueue.Place = .last,
    _ make: @escaping @MainActor (PagedList) -> ListUpdate?,
    delivered: @escaping @MainActor (PagedList) -> Void = { _ in }
  ) {
    var made: ListUpdate?
    var wasBusy = false
    gate.enqueue(animated: animated, views: views, at: place) { [weak self] in
      guard let self else { return nil }
      wasBusy = isBusy
      isBusy = true
      changesMade.increment()
      takeInWishes()
      made = make(self)
      if !unsaved.isEmpty { savedMarks.change(unsaved.unique.compactMap { shown.list.position(of: $0) }) }
      return made
    } delivered: { [weak self] in
      guard let self else { return }
      if case .insert(let indexPaths) = made, let first = indexPaths.first {
        let section = shown.list.section(at: first.section)
        insertionSubject.send(.init(change: changesMade.value, section: section, indexPaths: indexPaths))
      }
      delivered(self)
      let saved = unsaved
      unsaved = []
      for section in saved.unique where shown.list.position(of: section) != nil { savedSubject.send(section) }
      isBusy = wasBusy
      run()
    }
  }

  private func apply(_ content: Content, of load: Load<SectionID>) -> ListUpdate? {
    // Outranked while it waited for its turn.
    guard loads.isCurrent(load) else { return nil }
    switch (content, load.target) {
    case (.page(let page), .section(let section)): return apply(page, load, to: section)
    case (.sections(let order, let sections), _): return apply(sections(), order, load)
    case (.page, .sections): preconditionFailure("sections are loaded from a source of sections")
    }
  }

  private func apply(_ page: Page<Item>, _ load: Load<SectionID>, to section: SectionID) -> ListUpdate? {
    guard let position = shown.list.position(of: section) else { return nil }
    if shown.onlyAdds(to: section, load.phase) {
      let new = shown.add(page.items, to: section, load.phase)
      hasApplied(page, load, new.applied)
      return update(ofNewItems: new.offsets, inSectionAt: position)
    }
    let (old, record) = (shown.list, loads.records[load.target])
    let hasPrevious = load.page.previous(by: page.previousCursor, beside: page.nextCursor) != nil
    // The pages of another query or order are not joined on to, and beside the only page there is nothing.
    let joins =
      load.isFirst && record?.joinsOn == true && record?.nextSource == nil && (hasPrevious || !page.isLast)
    var applied = shown.apply(
      page.items, of: load.id, to: section, load.phase,
      joining: joins ? AppliedPage.Left(front: hasPrevious, back: !page.isLast) : nil)
    // What stays beside the first page that there is has come with none.
    if record?.paging.hasFirstPage != true { applied.left = nil }
    hasApplied(page, load, applied)
    if load.isFirst, record?.configuresAll == true { shown.configureAll(in: section) }
    #if DEBUG
      if load.isFirst { noticeHiddenChanges(from: old, in: section) }
    #endif
    return update(from: old, in: [section], isAnswer: true)
  }

  private func hasApplied(
    _ page: Page<Item>, _ load: Load<SectionID>, _ applied: Shown<SectionID, Item>.Applied
  ) {
    guard case .section(let section) = load.target else { return }
    report(load, .applied)
    unsaved.append(section)
    // A service without page numbers or cursors answers every page with its only one, and may not say that nothing follows.
    let isOnlyPage =
      load.phase == .append && load.page.number == 2 && page.number == nil && page.nextCursor == nil
      && applied.added == 0 && !page.items.isEmpty && shown.isAll(page.items, of: section)
    take(
      .applied(
        load,
        AppliedPage(
          added: applied.added, shown: applied.shown, repeats: applied.repeats, unreadable: page.dropped.count,
          isLast: page.isLast || isOnlyPage, previousCursor: page.previousCursor, nextCursor: page.nextCursor,
          totalItems: page.totalItems, left: applied.left)))
  }

  private func apply(_ sections: [SectionID], _ order: ReleaseOrder, _ load: Load<SectionID>) -> ListUpdate? {
    let old = shown.list
    if shown.replaceSections(with: sections) { sectionsHaveChanged() }
    take(.applied(load, AppliedPage(added: sections.count, isLast: true)))
    effects.append(.follow(.loadFirst(nil, order)))
    return update(from: old, in: [], changesSections: true)
  }

  /// Takes over a section's seed, in its turn.
  func apply(_ seed: SavedSection<Item>, to section: SectionID) -> ListUpdate? {
    guard let position = shown.list.position(of: section), loads.takesSeed(section) else { return nil }
    // What was found by another query is not shown as this one's, and its cursor is not used.
    guard seed.source == loads.newestSource(of: section)?.name else { return nil }
    let (old, beyond) = (shown.list, (loads.nextPage(of: section), loads.previousPage(of: section)))
    shown.seed(seed.items, in: section)
    take(
      .seeded(
        section, previous: seed.previous, next: seed.next,
        repeats: seed.items.count - Set(seed.items.map(\.id)).count, totalItems: seed.totalItems))
    // The pages beyond it may be others, whatever its state was and is.
    if (loads.nextPage(of: section), loads.previousPage(of: section)) != beyond {
      stateMarks.change(CollectionOfOne(position))
    }
    unsaved.append(section)
    return update(from: old, in: [section], isAnswer: true)
  }
}
