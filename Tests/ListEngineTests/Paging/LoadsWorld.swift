@testable import ListEngine

/// The value, with all that the world outside can hold of it: requests that run, and changes that wait for the gate.
///
/// Small unless told otherwise: two sections, page 2 is the last, two loaders, two changes in the gate. Every order of
/// what can happen is then a walk through a finite number of states.
struct LoadsWorld: Sendable {
  typealias Value = Loads<Int, AppliedPage, Int>

  enum Step: Hashable, Sendable {
    case loadFirst(ReleaseOrder)
    case loadNext(Int), refresh(Int, from: Int?), retry(Int), cancel(Int)
    /// Nil: the service fails.
    case answer(Int, AppliedPage?)
    case timeOut(Int)
    /// The gate's next change has its turn.
    case turn
    case remove(Int), insert(Int)
    case loadPrevious(Int), refreshAt(Int, page: Int), refreshJoining(Int)
    /// Nothing of the section is shown.
    case arrange(Int), edit(Int)
    // Too many for the exploration.
    case fill(Int, Int), showPlaceholders(Int), seed(Int, next: PageKey?)
  }

  var loads: Value
  private(set) var changes: [(load: Load<Int>, page: AppliedPage)] = []
  private var misreported: Value.Target?
  private let sections: Range<Int>, lastPage: Int, mostChanges: Int
  private var lastBirth: Int
  /// Which loader the laws say a section's pages come from, and which one a refresh has named.
  private var sources: [Int: (shown: Int, next: Int?)]
  /// The sections whose load was cancelled, and of which nothing has been wished or changed since.
  private var rests: Set<Int> = []

  init(sections: Int = 2, lastPage: Int = 2, maximumLoads: Int = 1, mostChanges: Int = 2) {
    self.sections = 0..<sections
    (self.lastPage, self.mostChanges, lastBirth) = (lastPage, mostChanges, sections)
    loads = Value(
      maximumLoads: maximumLoads, maximumPagesWithoutNewItems: 2, sections: self.sections.map { ($0, $0 + 1) })
    sources = Dictionary(uniqueKeysWithValues: self.sections.map { ($0, (0, nil)) })
  }

  /// All steps; or, in a fifth of the time, those in which the two sections differ: only one comes and goes, has a
  /// second loader, and times out.
  static func steps(all: Bool, sections: Int = 2) -> [Step] {
    [.loadFirst(.inOrder), .loadFirst(.together), .turn]
      + (0..<sections).flatMap { section -> [Step] in
        let both: [Step] = [
          .loadNext(section), .refresh(section, from: nil), .retry(section), .cancel(section),
          .answer(section, nil), .answer(section, AppliedPage(added: 1)),
          .answer(section, AppliedPage(added: 1, isLast: true)),
        ]
        let one: [Step] = [.refresh(section, from: 1), .timeOut(section), .remove(section), .insert(section)]
        return all || section == 1 ? both + one : both
      }
  }

  /// Those of a section with two ends: it begins in the middle, pages both ways, and joins on.
  static let stepsAtBothEnds: [Step] =
    [
      .loadNext(0), .loadPrevious(0), .refresh(0, from: nil), .refreshAt(0, page: 2), .refreshJoining(0), .retry(0),
      .cancel(0), .timeOut(0), .turn, .remove(0), .insert(0), .arrange(0), .edit(0), .answer(0, nil),
      .answer(0, AppliedPage(added: 1)),
      .answer(0, AppliedPage(added: 1, isLast: true)), .answer(0, AppliedPage(added: 0)),
    ]
    + [false, true].flatMap { front in
      [false, true].map { .answer(0, AppliedPage(added: 1, left: .init(front: front, back: $0))) }
    }

  // MARK: - One step

  /// Takes a step, if it can be taken in this state.
  /// - Returns: Which law it broke, nil if none; `.some(nil)` tells a step that was taken from one that cannot be.
  mutating func take(_ step: Step) -> String?? {
    let before = live
    var effects: [Value.Effect]
    switch step {
    case .loadFirst(let order): effects = handle(.loadFirst(nil, order))
    case .loadNext(let section): effects = handle(.loadNext(section))
    case .loadPrevious(let section): effects = handle(.loadPrevious(section))
    case .refreshAt(let section, let page):
      effects = handle(.refreshAll([section], .init(page: PageKey(number: page)), ticket: 0))
    case .arrange(let section): effects = handle(.arranged(section))
    case .edit(let section): effects = handle(.edited([section]))
    case .refreshJoining(let section): effects = handle(.refreshAll([section], .init(joinsOn: true), ticket: 0))
    case .refresh(let section, let source):
      if let source, sources[section] != nil { sources[section]?.next = source }
      effects = handle(.refreshAll([section], .init(source: source), ticket: 0))
    case .retry(let section): effects = handle(.retry(.section(section)))
    case .cancel(let section):
      if let load = load(of: section) {
        if load.isFirst { sources[section]?.next = nil }
        rests.insert(section)
      }
      effects = handle(.cancel(.section(section)))
    case .answer(let section, let page):
      guard let load = running(section), changes.count < mostChanges,
        load.page.number < lastPage || page?.isLast != false,
        page?.left == nil || load.isFirst && loads.records[load.target]?.joinsOn == true
      else { return nil }
      effects = handle(.answered(load, page.map { .success($0) } ?? .failure(.nothingNew(pages: 0))))
    case .timeOut(let section):
      guard let load = running(section) else { return nil }
      effects = handle(.timedOut(load, .timedOut(after: .seconds(1))))
      if !effects.contains(where: { if case .cancel(load) = $0 { true } else { false } }) {
        return "a request that was given up goes on"
      }
    case .turn:
      guard !changes.isEmpty else { return nil }
      let (load, page) = changes.removeFirst()
      let isCurrent = loads.isCurrent(load)
      effects = handle(.applied(load, page))
      if !isCurrent, !effects.isEmpty { return "an outranked answer came into the list" }
      if isCurrent, load.isFirst, case .section(let section) = load.target, let next = sources[section]?.next {
        sources[section] = (next, nil)
      }
    case .remove(let section):
      guard loads.order.contains(section) else { return nil }
      sources[section] = nil
      effects = handle(.sections(births.filter { $0.id != section }))
    case .insert(let section):
      guard !loads.order.contains(section) else { return nil }
      lastBirth += 1
      sources[section] = (0, nil)
      effects = handle(.sections(births + [(section, lastBirth)]))
    case .fill(let section, let count): effects = handle(.fill(section, count))
    case .showPlaceholders(let count): effects = handle(.showPlaceholders(count))
    case .seed(let section, let next):
      guard loads.takesSeed(section) else { return nil }
      if let next = sources[section]?.next { sources[section]?.shown = next }
      effects = handle(.seeded(section, next: next, repeats: 0))
    }
    rests = rests.filter { loads.order.contains($0) && load(of: $0) == nil }
    if case .edit(let section) = step { rests.remove(section) }
    return .some(violation(of: effects, liveBefore: before))
  }

  private mutating func handle(_ event: Value.Event) -> [Value.Effect] {
    var effects: [Value.Effect] = []
    var events = [event]
    while !events.isEmpty {
      for effect in loads.handle(events.removeFirst(), total: { _ in 0 }) {
        switch effect {
        case .report(let target, let state): if loads.state(of: target) != state { misreported = target }
        case .follow(let event): events.append(event)
        case .change(let load, let page): changes.append((load, page))
        default: break
        }
        effects.append(effect)
      }
    }
    return effects
  }

  // MARK: - The laws

  private func violation(of effects: [Value.Effect], liveBefore: Int) -> String? {
    if let misreported { return "a state was reported that \(misreported) has left" }
    var (asked, ended) = (0, 0)
    for effect in effects {
      switch effect {
      case .trace(_, .asked): asked += 1
      case .trace(_, .ended): ended += 1
      case .start(let load, let source):
        guard case .section(let section) = load.target, let expected = sources[section] else {
          return "a load of a section that is not there was started"
        }
        let right = load.isFirst ? expected.next ?? expected.shown : expected.shown
        if source ?? 0 != right { return "section \(section) loads from \(source ?? 0), not from \(right)" }
        if !loads.isCurrent(load) { return "an outranked load was started" }
      default: break
      }
    }
    if live != liveBefore + asked - ended {
      return "\(asked) loads begun, \(ended) ended, \(liveBefore) to \(live) live"
    }
    return violation
  }

  /// Which law this state breaks.
  private var violation: String? {
    var running = 0
    for section in loads.order {
      guard let record = loads.records[.section(section)] else { return "section \(section) has no record" }
      if loads.state(of: .section(section)) != record.paging.state {
        return "section \(section) has left the state that it reported"
      }
      if record.paging.isLoading != (record.load != nil) { return "section \(section) loads without a load" }
      if !record.paging.wishes.isEmpty, record.load == nil { return "section \(section) has forgotten a wish" }
      // What a page or an edit brings is hidden, all of it: no cell will ask for the next page.
      let loadsOn = record.paging.hasFirstPage && !rests.contains(section)
      if loadsOn, record.load == nil, record.paging.back.phase == .idle {
        return "section \(section) shows nothing, and does not load on"
      }
      guard let load = record.load else { continue }
      switch record.stage {
      case .running: running += 1
      case .waiting:
        if loads.waiting[load.id] != load.target { return "the load of section \(section) is never started" }
      case .answered:
        let isHeld = load.group.map { loads.groups[$0]?.held[section] != nil } ?? false
        if !isHeld, !changes.contains(where: { $0.load.id == load.id }) {
          return "an answer of section \(section) is lost"
        }
      }
    }
    if loads.running != running || running > loads.maximumLoads { return "\(running) requests, not \(loads.running)" }
    if !loads.waiting.isEmpty, running < loads.maximumLoads { return "a load waits although a request is free" }
    if loads.waiting.count != Set(loads.waiting.values).count { return "a section waits twice" }
    if loads.inFlight != live { return "\(live) loads in flight, not \(loads.inFlight)" }
    for (number, group) in loads.groups {
      if group.open.isEmpty { return "a group has ended without a summary" }
      if !group.open.allSatisfy({ load(of: $0)?.group == number }) { return "a group waits for a load that has gone" }
    }
    return nil
  }

  /// Whether an answer to a load that is over, or a second one, changes something, or says something.
  var takesStaleAnswers: Bool {
    var other = self
    return sections.contains { section in
      var stale = [Load(id: 0, target: LoadTarget.section(section), page: .first, phase: .refresh, group: nil)]
      if let load = load(of: section), loads.records[load.target]?.stage == .answered { stale.append(load) }
      return stale.contains { load in
        !other.handle(.answered(load, .success(AppliedPage(added: 1)))).isEmpty
          || !other.handle(.timedOut(load, .repeatedCursor)).isEmpty || other.key != key
      }
    }
  }

  /// Whether everything ends if each request is answered and each change has its turn.
  var ends: Bool {
    var other = self
    for _ in 0..<20 where other.live > 0 {
      for section in sections { _ = other.take(.answer(section, AppliedPage(added: 1, isLast: true))) }
      while case .some = other.take(.turn) {}
    }
    return other.live == 0 && other.loads.groups.isEmpty
  }

  private var live: Int { loads.order.count { load(of: $0) != nil } }
  private var births: [(id: Int, birth: Int)] { loads.order.map { ($0, loads.records[.section($0)]?.birth ?? 0) } }
  private func load(of section: Int) -> Load<Int>? { loads.records[.section(section)]?.load }
  private func running(_ section: Int) -> Load<Int>? {
    loads.records[.section(section)]?.stage == .running ? load(of: section) : nil
  }
}

// MARK: - Telling states apart

extension LoadsWorld {
  /// The state in numbers, alike for states that differ in nothing but the numbers of loads, groups and generations.
  var key: [UInt8] {
    var key: [UInt8] = []
    let groups = loads.groups.keys.sorted()
    for section in loads.order {
      guard let record = loads.records[.section(section)] else { continue }
      key += [100 + UInt8(section), UInt8(record.source ?? 0), UInt8(record.nextSource.map { $0 + 1 } ?? 0)]
      // What the laws say, too: a value that has gone astray may look like another one that has not.
      if let (shown, next) = sources[section] { key += [UInt8(shown), UInt8(next.map { $0 + 1 } ?? 0)] }
      let paging = record.paging
      key += [code(paging.state.refresh), code(paging.state.append), code(paging.state.prepend)]
      key += [paging.back, paging.front].flatMap {
        [UInt8(truncatingIfNeeded: $0.next.number), UInt8($0.pagesWithoutNewItems)]
      }
      key += paging.wishes.map { wish in
        switch wish {
        case .next: 1
        case .retryRefresh: 2
        case .retryAppend: 3
        case .previous: 4
        case .retryPrepend: 5
        }
      }
      key += [99, record.joinsOn ? 1 : 0, rests.contains(section) ? 1 : 0]
      guard let load = record.load else { continue }
      key += [
        50 &+ UInt8(truncatingIfNeeded: load.page.number), load.isFirst ? 1 : 0,
        record.stage == .waiting ? 0 : record.stage == .running ? 1 : 2,
      ]
      key.append(UInt8(load.group.flatMap { groups.firstIndex(of: $0) } ?? 9))
    }
    for number in groups {
      guard let group = loads.groups[number] else { continue }
      key += [110, group.order == .together ? 1 : 0, UInt8(group.released)] + group.sections.map { UInt8($0) }
      for section in group.sections {
        key.append(group.open.contains(section) ? 1 : 0)
        key.append(group.answered.contains(section) ? 1 : 0)
        switch group.held[section]?.answer {
        case nil: key.append(0)
        case .success(let page)?:
          key += [page.isLast ? 2 : 1, page.left.map { 1 + ($0.front ? 2 : 0) + ($0.back ? 4 : 0) } ?? 0]
        case .failure?: key.append(3)
        }
      }
    }
    key.append(120)
    for (_, target) in loads.waiting.sorted(by: { $0.key < $1.key }) {
      if case .section(let section) = target { key.append(UInt8(section)) }
    }
    key.append(121)
    for (load, page) in changes {
      guard loads.isCurrent(load), case .section(let section) = load.target else {
        key.append(200)  // obsolete: whose it was makes no difference any more
        continue
      }
      key += [UInt8(section), page.isLast ? 1 : 0, UInt8(page.added)]
      key.append(page.left.map { 1 + ($0.front ? 2 : 0) + ($0.back ? 4 : 0) } ?? 0)
    }
    return key
  }

  private func code(_ phase: LoadState.Phase) -> UInt8 {
    switch phase {
    case .idle: 0
    case .loading(let page): 10 &+ UInt8(truncatingIfNeeded: page)
    case .failed(let page, _): 20 &+ UInt8(truncatingIfNeeded: page)
    case .finished: 1
    }
  }
}
