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
    case pages(SectionLoader)
    case sections(@Sendable () async throws -> Content)
  }

  // MARK: - One entry

  /// Takes an event in, and carries out what follows.
  ///
  /// An observer may call this at any time. While effects are carried out, or a change is made, its event waits, so that
  /// all observers have heard of the state that it is about before that state is left.
  func send(_ event: Event) {
    events.append(event)
    run()
  }

  func run() {
    guard !isBusy else { return }
    isBusy = true
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
    waiters.resumeAll()
  }

  /// Carries out effects in the order in which the value said them. A change that is made meanwhile, inside one of them,
  /// appends its own, so that no load is cancelled before it is started.
  private func carryOutEffects() {
    while !effects.isEmpty {
      let due = effects
      effects = []
      for effect in due { carryOut(effect) }
    }
  }

  /// Changes the value, and tells SwiftUI if a state has changed. What follows is carried out later.
  func take(_ event: Event) {
    let new = loads.handle(event) { storedItems.numberOfItems(in: $0) }
    effects += new
    changesToAskFor += new.count { $0.isChange }
    let retired = loads.takeRetired()
    var isReported = false
    for case .report(let target, let state) in new {
      isReported = true
      if case .section(let section) = target { states[section] = state == LoadState() ? nil : state }
    }
    if isReported { statesMark.change() }
    withExtendedLifetime(retired) {}  // released here, when nothing is being accessed
  }

  private func carryOut(_ effect: Effect) {
    switch effect {
    case .start(let load, let source): start(load, source)
    case .cancel(let load): endRequest(of: load)
    case .change(let load, let content): changeNext { $0.apply(content, of: load) }
    case .placeholders(let section): changeNext { $0.updatePlaceholders(in: section) }
    case .report(let target, let state):
      report(state, of: target)
      if case .section(let section) = target, !stateRows.isEmpty { changeStateRow(of: section) }
    case .stateRow(let section): changeStateRow(of: section)
    case .summarize(let summary): summarySubject.send(summary)
    case .follow(let event): events.append(event)
    case .trace(let load, let step): report(load, step)
    }
  }

  /// Asks for a change that the value has said. The last of those that belong together is animated: an idle gate makes
  /// each at once, and can't know that more follow.
  private func changeNext(_ make: @escaping @MainActor (PagedList) -> ListUpdate?) {
    changesToAskFor -= 1
    change(animated: changesToAskFor == 0, make)
  }

  private func report(_ state: LoadState, of target: LoadTarget<SectionID>) {
    // Left meanwhile, by a change that an observer of an earlier effect has made: the state it is in now is told next.
    guard loads.state(of: target) == state else { return }
    switch target {
    case .section(let section): stateSubject.send((section, state))
    case .sections: sectionsStateSubject.send(state)
    }
  }

  private func report(_ load: Load<SectionID>, _ step: LoadTrace<SectionID>.Step) {
    guard case .section(let section) = load.target else { return }
    trace.send(LoadTrace(section: section, load: load.id, page: load.page.number, step: step))
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
      case (.pages(let loader), _): return check(try await loader(load.page), load)
      case (nil, .section(let section)): return check(try await loadPage(section, load.page), load)
      case (nil, .sections): preconditionFailure("sections are loaded from a source alone")
      }
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
    animated: Bool = true, _ make: @escaping @MainActor (PagedList) -> ListUpdate?,
    delivered: @escaping @MainActor (PagedList) -> Void = { _ in }
  ) {
    var made: ListUpdate?
    var wasBusy = false
    gate.enqueue(animated: animated) { [weak self] in
      guard let self else { return nil }
      wasBusy = isBusy
      isBusy = true
      changesMade.increment()
      made = make(self)
      return made
    } delivered: { [weak self] in
      guard let self else { return }
      if case .insert(let indexPaths) = made, let first = indexPaths.first {
        let section = storedItems.section(at: first.section)
        insertionSubject.send(.init(change: changesMade.value, section: section, indexPaths: indexPaths))
      }
      delivered(self)
      isBusy = wasBusy
      run()
    }
  }

  private func apply(_ content: Content, of load: Load<SectionID>) -> ListUpdate? {
    // Outranked while it waited for its turn.
    guard let load = loads.current(load) else { return nil }
    switch (content, load.target) {
    case (.page(let page), .section(let section)): return apply(page, load, to: section)
    case (.sections(let order, let sections), _): return apply(sections(), order, load)
    case (.page, .sections): preconditionFailure("sections are loaded from a source of sections")
    }
  }

  private func apply(_ page: Page<Item>, _ load: Load<SectionID>, to section: SectionID) -> ListUpdate? {
    guard let position = storedItems.position(of: section) else { return nil }
    let reloads = showsPlaceholders(in: section) || load.replaces
    if reloads { extras[section] = nil }
    let before = load.replaces ? 0 : storedItems.numberOfItems(in: section)
    revision += 1
    if load.replaces {
      let old = storedItems
      storedItems.replaceItems(in: section, with: page.items)
      withExtendedLifetime(old) {}  // what has left is released when nothing is being accessed
    } else {
      storedItems.append(page.items, to: section)
    }
    let new = before..<storedItems.numberOfItems(in: section)
    if reloads || !new.isEmpty { itemsMark.change() }
    report(load, .applied)
    take(
      .applied(
        load,
        AppliedPage(
          added: new.count, repeats: page.items.count - new.count, unreadable: page.dropped.count,
          isLast: page.isLast || repeatsItsOnlyPage(page, load, added: new.count, total: new.upperBound),
          nextCursor: page.nextCursor)))
    if reloads { return .reload(section: position) }
    return new.isEmpty ? nil : .insert(new.map { IndexPath(item: $0, section: position) })
  }

  /// A service without page numbers or cursors answers every page with its only one, and may not say that nothing follows.
  private func repeatsItsOnlyPage(_ page: Page<Item>, _ load: Load<SectionID>, added: Int, total: Int) -> Bool {
    page.number == nil && page.nextCursor == nil && load.page.number == 2 && added == 0 && total > 0
      && Set(page.items.map(\.id)).count == total
  }

  private func apply(_ sections: [SectionID], _ order: ReleaseOrder, _ load: Load<SectionID>) -> ListUpdate? {
    let update = apply(Edited(storedItems) { $0.replaceSections(with: sections) })
    take(.applied(load, AppliedPage(added: sections.count, isLast: true)))
    effects.append(.follow(.loadFirst(nil, order)))
    return update
  }

  /// Computed in the turn: the section may have been loaded, retried or cancelled since it was asked for.
  private func updatePlaceholders(in section: SectionID) -> ListUpdate? {
    guard let position = storedItems.position(of: section) else { return nil }
    let due = storedItems.numberOfItems(inSection: position) == 0 ? loads.placeholdersDue(in: section) : nil
    let new = due.map { SectionExtra.placeholders($0) }
    guard new != extras[section], new != nil || showsPlaceholders(in: section) else { return nil }
    revision += 1
    itemsMark.change()
    extras[section] = new
    if !stateRows.isEmpty { effects.append(.stateRow(section)) }
    return .reload(section: position)
  }
}

extension Loads.Effect {
  /// Whether it asks the gate for a change that views may animate.
  fileprivate var isChange: Bool {
    switch self {
    case .change, .placeholders: true
    case .start, .cancel, .report, .stateRow, .summarize, .follow, .trace: false
    }
  }
}
