// What each event leads to. Every function here leaves the value whole before it returns; the effects it returns are
// carried out later, in order.

extension Loads {
  /// Takes an event in.
  /// - Parameter total: How many items a section holds now.
  /// - Returns: What is to be done, in order.
  mutating func handle(_ event: Event, total: (SectionID) -> Int) -> [Effect] {
    var effects: [Effect]
    switch event {
    case .loadFirst(let sections, let order, let ticket): effects = loadFirst(sections ?? self.order, order, ticket)
    case .refreshAll(let sections, let refresh, let ticket): effects = refreshAll(sections, refresh, ticket)
    case .loadNext(let section): effects = begin(.section(section)) { $0.loadNext() }
    case .loadPrevious(let section): effects = begin(.section(section)) { $0.loadPrevious() }
    case .fill(let section, let count):
      records[.section(section)]?.paging.target = count
      effects = begin(.section(section)) { $0.loadOn(toFill: total(section)) }
    case .loadOn(let section): effects = begin(.section(section)) { $0.loadOn(toFill: total(section)) }
    case .edited(let sections): effects = sections.flatMap { fillAgain($0, total($0)) }
    case .arranged(let section):
      effects = begin(.section(section)) { $0.arranged(toFill: total(section)) }
      effects += report(.section(section))
    case .loadSections(let source): effects = refresh(.sections, Refresh(source: source))
    case .retry(let target): effects = begin(target) { $0.retry() }
    case .cancel(let target): effects = cancel(target)
    case .showPlaceholders(let count): effects = showPlaceholders(count)
    case .answered(let load, let answer): effects = answered(load, answer)
    case .timedOut(let load, let error): effects = answered(load, .failure(error), cancels: true)
    case .applied(let load, let page): effects = applied(load, page)
    case .seeded(let section, let previous, let next, let repeats, let total):
      effects = seeded(section) { $0.seed(previous: previous, next: next, repeats: repeats, totalItems: total) }
    case .sections(let sections):
      effects = update(sections)
      effects += order.flatMap { fillAgain($0, total($0)) }
    }
    return told(effects + startWaiting())
  }

  /// Only what has changed is told, and of a target that one event has led through several states, the last one.
  private mutating func told(_ effects: [Effect]) -> [Effect] {
    effects.filter { effect in
      guard case .report(let target, let state) = effect, let record = records[target] else { return true }
      guard state == record.paging.state, state != record.reported else { return false }
      records[target]?.reported = state
      return true
    }
  }

  // MARK: - From the wish to the request

  /// Begins all loads before anything is said of them: an observer that asks for the same finds them under way.
  private mutating func loadFirst(_ sections: [SectionID], _ order: ReleaseOrder, _ ticket: Int?) -> [Effect] {
    let sections = sections.unique
    let due = sections.filter { records[.section($0)]?.paging.isUntouched == true }
    let gone = sections.filter { records[.section($0)] == nil }
    let group = LoadGroup<SectionID, Answered>(due, order: order, gone: gone, ticket: ticket)
    guard !due.isEmpty else { return summarize(group) }
    lastGroup += 1
    groups[lastGroup] = group
    return due.flatMap { section in begin(.section(section), in: lastGroup) { $0.loadNext() } }
  }

  /// Begins sections again, together, each as soon as its answer is there.
  private mutating func refreshAll(_ sections: [SectionID], _ options: Refresh, _ ticket: Int) -> [Effect] {
    let sections = sections.unique
    let due = sections.filter { records[.section($0)] != nil }
    let gone = sections.filter { records[.section($0)] == nil }
    let group = LoadGroup<SectionID, Answered>(due, order: .asTheyCome, gone: gone, ticket: ticket, isTold: false)
    guard !due.isEmpty else { return summarize(group) }
    lastGroup += 1
    let number = lastGroup
    groups[number] = group
    return due.flatMap { refresh(.section($0), options, in: number) }
  }

  private func summarize(_ group: LoadGroup<SectionID, Answered>) -> [Effect] {
    guard let summary = group.summary else { return [] }
    return (group.ticket.map { [.resolve($0, summary)] } ?? []) + (group.isTold ? [.summarize(summary)] : [])
  }

  private mutating func begin(
    _ target: Target, in group: Int? = nil, _ wish: (inout SectionPaging) -> PageKey?
  ) -> [Effect] {
    guard var record = records[target] else { return [] }
    guard let page = wish(&record.paging), let phase = record.paging.loading else {
      records[target] = record  // the wish may have been kept
      return []
    }
    lastLoad += 1
    let load = Load(id: lastLoad, target: target, page: page, phase: phase, group: group)
    record.load = load
    record.stage = .waiting
    records[target] = record
    inFlight += 1
    // The list of sections does not wait for a request: those that are busy may be of sections that it takes out.
    if target != .sections { waiting[load.id] = target }
    return [.trace(load, .asked)] + report(target) + (target == .sections ? start(target) : [])
  }

  /// Goes on loading a section that an edit has left with too little.
  private mutating func fillAgain(_ section: SectionID, _ total: Int) -> [Effect] {
    guard let paging = records[.section(section)]?.paging, total < paging.wanted else { return [] }
    return begin(.section(section)) { $0.loadOn(toFill: total) }
  }

  private mutating func startWaiting() -> [Effect] {
    var effects: [Effect] = []
    while running < maximumLoads, let target = nextWaiting() {
      running += 1
      effects += start(target)
    }
    return effects
  }

  private mutating func start(_ target: Target) -> [Effect] {
    guard let record = records[target], let load = record.load else { return [] }
    records[target]?.stage = .running
    return [.start(load, load.isFirst ? record.nextSource ?? record.source : record.source)]
  }

  /// Outranks the load under way, if any, and begins with the first page. Without a source, uses the
  /// source of the pending refresh, or else the current one.
  private mutating func refresh(_ target: Target, _ options: Refresh, in group: Int? = nil) -> [Effect] {
    var effects = close(target)
    if let source = options.source {
      retire(records[target]?.nextSource)
      records[target]?.nextSource = source
    }
    if options.configuresAll { records[target]?.configuresAll = true }
    records[target]?.joinsOn = options.joinsOn
    effects += begin(target, in: group) { $0.refresh(at: options.page) }
    return effects
  }

  private mutating func cancel(_ target: Target) -> [Effect] {
    guard var record = records[target], let load = record.load else { return [] }
    record.paging.cancel()
    // Those of a refresh that has failed are kept for its retry.
    if load.isFirst {
      retire(record.nextSource.take())
      (record.configuresAll, record.joinsOn, record.showsPlaceholdersIdle) = (false, false, false)
    }
    records[target] = record
    let effects = close(target)
    return report(target) + effects
  }

  private mutating func showPlaceholders(_ count: Int) -> [Effect] {
    mayShowPlaceholders = mayShowPlaceholders || count > 0
    return order.map { section in
      records[.section(section)]?.placeholders = count > 0 ? count : nil
      records[.section(section)]?.showsPlaceholdersIdle = true
      return .placeholders(section)
    }
  }

  // MARK: - From the answer to the list

  private mutating func answered(
    _ load: Load<SectionID>, _ answer: Answer, cancels: Bool = false
  ) -> [Effect] {
    // Cancelled, outranked or timed out, and the answer came all the same.
    guard isCurrent(load), records[load.target]?.stage == .running else { return [] }
    records[load.target]?.stage = .answered
    if load.target != .sections { running -= 1 }
    let answered = Answered(load: load, answer: answer)
    var due = [answered]
    if let group = load.group, case .section(let section) = load.target {
      due = groups[group]?.receive(answered, of: section) ?? due
    }
    return (cancels ? [.cancel(load)] : []) + [.trace(load, .answered)] + due.flatMap { settle($0) }
  }

  /// What becomes of an answer that is let through. Its load is current: a group forgets the answer of one that ends.
  private mutating func settle(_ answered: Answered) -> [Effect] {
    let load = answered.load
    switch answered.answer {
    case .success(let content): return [.change(load, content)]
    case .failure(let error):
      records[load.target]?.paging.failed(error)
      if error == .expiredCursor { records[load.target]?.joinsOn = false }  // the retry begins the section anew
      let effects = report(load.target) + end(load.target, as: .failed(error))
      // Front ends wait for one summary, also where there are no sections to load.
      guard case .section(let section) = load.target else { return effects + [.summarize(LoadSummary())] }
      return effects + [.follow(.loadOn(section))]
    }
  }

  private mutating func applied(_ load: Load<SectionID>, _ page: AppliedPage) -> [Effect] {
    guard isCurrent(load), var record = records[load.target] else { return [] }
    record.paging.applied(page)
    if load.isFirst, let source = record.nextSource.take() {
      retire(record.source)
      record.source = source
      // That of the sections is of no more use: what has come in is not retried.
      if load.target == .sections { retire(record.source.take()) }
    }
    record.placeholders = nil
    if load.isFirst { (record.configuresAll, record.joinsOn) = (false, false) }
    records[load.target] = record
    let pageEnd = load.phase == .prepend ? record.paging.front : page.leavesBack ? nil : record.paging.back
    let outcome = pageEnd?.phase.error.map { LoadGroup<SectionID, Answered>.Outcome.failed($0) } ?? .loaded
    let effects = report(load.target) + end(load.target, as: outcome)
    guard case .section(let section) = load.target else { return effects }
    return effects + [.follow(.loadOn(section))]
  }

  private mutating func seeded(_ section: SectionID, _ seed: (inout SectionPaging) -> Void) -> [Effect] {
    guard var record = records[.section(section)] else { return [] }
    // The page beyond an older seed would not follow this one.
    let isOutranked = [.append, .prepend].contains(record.paging.loading)
    if isOutranked { record.paging.cancel() }
    seed(&record.paging)
    // It pages on from where the refresh loads, whose seed it is.
    if let source = record.nextSource {
      retire(record.source)
      record.source = source
    }
    records[.section(section)] = record
    let ended = isOutranked ? close(.section(section)) : []
    return report(.section(section)) + ended + [.follow(.loadOn(section))]
  }

  // MARK: - The end

  /// Gives up the load under way, whatever its stage.
  mutating func close(_ target: Target, isGone: Bool = false) -> [Effect] {
    guard let record = records[target], let load = record.load else { return [] }
    var effects: [Effect] = []
    switch record.stage {
    case .waiting: waiting[load.id] = nil
    case .running:
      if target != .sections { running -= 1 }
      effects.append(.cancel(load))
    case .answered: break  // its change finds that it is no longer current
    }
    return effects + end(target, as: isGone ? .gone : .cancelled)
  }

  private mutating func end(_ target: Target, as outcome: LoadGroup<SectionID, Answered>.Outcome) -> [Effect] {
    guard let load = records[target]?.load else { return [] }
    records[target]?.load = nil
    inFlight -= 1
    var effects: [Effect] = [.trace(load, .ended(LoadOutcome(outcome)))]
    guard case .section(let section) = target, let number = load.group else { return effects }
    retire(groups[number]?.held[section])
    let due = groups[number]?.ended(section, as: outcome) ?? []
    if let group = groups[number], group.open.isEmpty {
      groups[number] = nil
      effects += summarize(group)
    }
    return effects + due.flatMap { settle($0) }
  }

  /// The state of a target; ``told(_:)`` tells it if it is another one than before.
  private func report(_ target: Target) -> [Effect] {
    records[target].map { [.report(target, $0.paging.state)] } ?? []
  }
}

extension LoadOutcome {
  fileprivate init<SectionID, Answer>(_ outcome: LoadGroup<SectionID, Answer>.Outcome) {
    switch outcome {
    case .loaded: self = .loaded
    case .failed: self = .failed
    case .cancelled, .gone: self = .cancelled
    }
  }
}
