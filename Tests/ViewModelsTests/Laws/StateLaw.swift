import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// **What a load has come to is told.** Only what has changed is told, and what is asked is what was told. A state says *loading*
/// while a load of that end is in flight; *failed* when it has failed, and with what it failed, until it is begun again;
/// *finished* when the page at that end says so. A generation ends with a refresh or a cancel. The page beyond an end is asked for
/// with what the page there gave. Rows and placeholders are what the state says.
struct StateLaw {
  static func violation(in history: History) -> History.Broken? {
    var lists = history.rules.map { List(rules: $0) }
    for (index, record) in history.records.enumerated() {
      var broken: String?
      switch record.entry {
      case .asked(let list, .refresh(.section(let section), _, let page, _)):
        lists[list].refresh(section, page, isNested: record.depth > 0)
      case .advanced(let list, _): lists[list].sections[0]?.firsts.insert(1)
      case .typed(let list, _): lists[list].typed += 1
      case .timedOut(let list, let request):
        if case .section(let section) = request.target { lists[list].sections[section]?.cause = .timedOut }
      case .asked(let list, .cancel(.section(let section))): lists[list].cancel(section)
      case .asked(let list, .placeholders(let count)): lists[list].wants(count)
      case .rowsChosen(let list, let rows): lists[list].kinds = rows
      case .load(let list, let step): broken = lists[list].take(step)
      case .answered(let list, let request, let answer, _): broken = lists[list].answered(request, answer)
      case .made(let list, _, let calls): lists[list].made(calls)
      case .seeded(let list, let number, let section, _, let next): lists[list].seeds[number] = (section, next)
      case .turn(let list, let number): lists[list].takeTurn(number)
      case .heard(let list, .state(.section(let section), let state), _): broken = lists[list].hear(state, of: section)
      case .heard(let list, let heard, let moment) where heard.isUpdate: lists[list].look(moment)
      case .rested(let moments):
        for (list, moment) in moments.enumerated() {
          lists[list].look(moment)
          broken = broken ?? lists[list].rest(moment)
        }
      default: break
      }
      if let broken { return History.Broken(text: broken, index: index) }
    }
    return nil
  }

  private struct Section {
    var told = ModelState()
    var load: LoadStep?
    var answer: Step.Answer?
    /// What the load in flight has failed with, as far as is known.
    var cause: ModelFailure?
    /// What the newest load of each phase has failed with, if it has not been begun again; and which of these must be told.
    var failures: [LoadStep.Phase: ModelFailure] = [:]
    var failed: Set<LoadStep.Phase> = []
    /// Whether the page at an end names itself as the one that follows, and how many have come in there.
    var repeats: Set<LoadStep.Phase> = []
    var pages: [LoadStep.Phase: Int] = [:]
    /// With what the pages beyond each end may be asked for; nil where nothing comes. After a page that has joined on, that of
    /// the page before may still hold.
    var back: Set<PageAsked?> = [PageAsked(page: 1)]
    var front: Set<PageAsked?> = [nil]
    /// The pages that a refresh may begin with.
    var firsts: Set<Int> = [1]
    var (hasPage, hasBegun, isSeeded) = (false, false, false)
    /// How many refreshes there were, and how often a generation may have ended at most.
    var (refreshes, ends) = (0, 0)
    /// How many placeholders are wanted, and whether before anything loads.
    var placeholders: Int?
    var mayShowIdle = false

    /// Whether a first page may join on to what is held.
    private var mayJoin: Bool { hasBegun || isSeeded }

    mutating func apply(_ step: LoadStep, knowsPages: Bool) {
      let answer = answer ?? .last(0, 0)  // what a search finds without asking a service
      let (end, cursor, asked) =
        step.phase == .previous
        ? (LoadStep.Phase.previous, answer.cursors.previous, front) : (.next, answer.cursors.next, back)
      let names = step.phase != .first && cursor != nil && asked.contains { $0?.cursor == cursor }
      if names { repeats.insert(end) } else if step.phase != .first { repeats.remove(end) }
      pages[end, default: 0] += 1
      if step.phase != .previous {
        back = (step.phase == .first && mayJoin ? back : []).union([answer.next(of: step.page)])
      }
      // A service without numbers may answer each page with its only one.
      if step.phase == .next, step.page == 2, answer.isUnnumbered || !knowsPages { back.insert(nil) }
      switch step.phase {
      case .next: break
      case .first: front = (mayJoin ? front : []).union([answer.previous(of: step.page, nil)])
      case .previous:
        front = Set(front.filter { $0?.page == step.page }.map { answer.previous(of: step.page, $0?.cursor) })
      }
      if step.phase == .first { (hasPage, hasBegun, firsts, failed, failures[.first]) = (true, true, [1], [], nil) }
      placeholders = nil
    }

    /// Whether the pages at an end may be what a state says that a phase has failed with.
    private func mayFail(_ phase: LoadStep.Phase, _ failure: ModelFailure, _ rules: ListRules) -> Bool {
      switch failure {
      case .repeatedCursor: repeats.contains(phase)
      case .nothingNew(let count), .nothingShown(let count):
        count == rules.maximumPagesWithoutNewItems && pages[phase, default: 0] >= count
      case .refused, .wrongPage, .timedOut, .expiredCursor: false
      }
    }

    /// What is wrong with what is told, when nothing happens.
    func violation(_ rules: ListRules, typed: Int) -> String? {
      let phases: [(LoadStep.Phase, ModelState.Phase)] = [
        (.first, told.refresh), (.next, told.append), (.previous, told.prepend),
      ]
      for (phase, state) in phases {
        if case .loading(let page) = state {
          if load?.phase != phase || load?.page != page {
            return "\(phase) is told to load page \(page), and \(String(describing: load)) does"
          }
        } else if load?.phase == phase {
          return "\(String(describing: load)) loads, and \(state) is told"
        } else if case .failed(_, let failure) = state {
          if failures[phase] != failure, !mayFail(phase, failure, rules) {
            return "\(state) is told, and \(phase) has failed with \(String(describing: failures[phase]))"
          }
        } else if failed.contains(phase) {
          return "\(phase) has failed, and \(state) is told"
        }
      }
      if told.append == .finished, !back.contains(nil) { return "is told to be finished, before \(back)" }
      if back == [nil], told.append != .finished { return "nothing follows, and \(told.append) is told" }
      if told.prepend == .finished, !front.contains(nil) { return "is told to have nothing before, after \(front)" }
      if front == [nil], told.prepend != .finished { return "nothing comes before, and \(told.prepend) is told" }
      return refreshes...(refreshes + ends + typed) ~= told.generation
        ? nil : "generation \(told.generation) after \(refreshes) refreshes, \(ends) cancels at most, \(typed) queries"
    }

    func violation(_ shown: Moment.Shown, _ kinds: Row<Never>.Kinds) -> String? {
      if let count = shown.placeholders {
        let mayWait = mayShowIdle && told.refresh == .idle && !hasPage && load == nil
        let isRight = count == placeholders && (load?.phase == .first || mayWait)
        return isRight
          ? nil : "shows \(count) placeholders, \(told) is told, and \(String(describing: placeholders)) are wanted"
      }
      if let placeholders, load?.phase == .first, shown.rows.isEmpty {
        return "shows none of \(placeholders) placeholders"
      }
      let row = ModelRow(told, holdsRows: !shown.rows.isEmpty, in: kinds)
      return shown.state == row
        ? nil : "shows the row \(String(describing: shown.state)), not \(String(describing: row))"
    }
  }

  private struct List {
    let rules: ListRules
    var sections: [Int: Section]
    /// How often something has been typed: each may lead to a refresh, also of a section that has come since.
    var typed = 0
    /// What has been told of each section, also of those that have gone.
    var told: [Int: ModelState] = [:]
    var kinds: Row<Never>.Kinds = []
    var seeds: [Int: (section: Int, next: PageKey?)] = [:]

    init(rules: ListRules) {
      self.rules = rules
      sections = Dictionary(uniqueKeysWithValues: rules.sections.map { ($0, Section()) })
    }

    /// What an observer asks for comes after what others have asked for.
    mutating func refresh(_ section: Int, _ page: Int, isNested: Bool) {
      if !isNested { sections[section]?.firsts = [] }
      sections[section]?.firsts.insert(page)
      sections[section]?.refreshes += 1
    }

    mutating func cancel(_ section: Int) {
      sections[section]?.ends += 1
      guard sections[section]?.load != nil else { return }
      sections[section]?.mayShowIdle = false
    }

    mutating func wants(_ count: Int) {
      for section in sections.keys {
        sections[section]?.placeholders = count > 0 ? count : nil
        sections[section]?.mayShowIdle = true
      }
    }

    mutating func take(_ step: LoadStep) -> String? {
      guard var section = sections[step.section] else { return nil }
      defer { sections[step.section] = section }
      switch step.kind {
      case .asked:
        let asked: [Int] =
          switch step.phase {
          case .first: Array(section.firsts)
          case .next: section.back.compactMap { $0?.page }
          case .previous: section.front.compactMap { $0?.page }
          }
        (section.load, section.answer, section.cause, section.failures[step.phase]) = (step, nil, nil, nil)
        section.failed.remove(step.phase)
        return asked.contains(step.page) ? nil : "page \(step.page) is asked for, not one of \(asked)"
      case .applied: section.apply(step, knowsPages: rules.knowsPages)
      case .loaded, .failed, .cancelled:
        guard section.load?.load == step.load else { return nil }
        section.load = nil
        if step.kind == .failed, section.answer?.isPage != true {
          guard let cause = section.cause else { return "load \(step.load) fails, and nothing says why" }
          section.failures[step.phase] = cause
          section.failed.insert(step.phase)
        }
        if step.kind == .cancelled { section.firsts.insert(1) }
      case .started, .answered: break
      }
      return nil
    }

    /// A service is asked with the cursor that the page beside gave.
    mutating func answered(_ request: PageRequest, _ answer: Step.Answer) -> String? {
      guard case .section(let number) = request.target, var section = sections[number] else { return nil }
      section.answer = answer
      section.cause = answer.failure(knowsPages: rules.knowsPages)
      sections[number] = section
      guard let load = section.load, rules.knowsCursors, load.phase != .first else { return nil }
      let cursors = (load.phase == .next ? section.back : section.front).map { $0?.cursor }
      return cursors.contains(request.cursor)
        ? nil : "page \(load.page) is asked for with \(request), not one of \(cursors)"
    }

    mutating func made(_ calls: [EditCall]) {
      for call in calls {
        switch call {
        case .removeSection(let section): sections[section] = nil
        case .insertSection(let section, _): sections[section] = Section()
        case .items, .moveSection: break
        }
      }
    }

    mutating func takeTurn(_ number: Int) {
      guard let (number, next) = seeds.removeValue(forKey: number), var section = sections[number] else { return }
      guard !section.hasBegun else { return }
      (section.hasPage, section.isSeeded) = (next != .first, true)
      section.back = [next.map { PageAsked(page: $0.number, cursor: $0.cursor) }]
      section.front = [nil]
      (section.failures[.next], section.failures[.previous], section.placeholders) = (nil, nil, nil)
      section.failed.subtract([.next, .previous])
      section.ends += 1  // the page beside an older seed is given up
      sections[number] = section
    }

    mutating func hear(_ state: ModelState, of number: Int) -> String? {
      let old = told.updateValue(state, forKey: number) ?? ModelState()
      sections[number]?.told = state
      if old == state { return "\(state) is told of section \(number) again" }
      return state.generation < old.generation && state != ModelState()
        ? "generation \(state.generation) comes back" : nil
    }

    mutating func look(_ moment: Moment) {
      guard let shown = moment.shown else { return }
      let ids = shown.map(\.section)
      sections = sections.filter { ids.contains($0.key) }
      for section in ids where sections[section] == nil { sections[section] = Section() }
    }

    mutating func rest(_ moment: Moment) -> String? {
      for (number, section) in sections {
        if section.load == nil { sections[number]?.firsts = [1, section.told.failedFirst ?? 1] }
        if moment.states[.section(number)] != section.told {
          return "section \(number) is asked, and not as it was told"
        }
        if let broken = section.violation(rules, typed: typed) { return "section \(number): \(broken)" }
      }
      guard moment.isIdle else { return nil }
      for shown in moment.shown ?? [] {
        if let broken = sections[shown.section]?.violation(shown, kinds) { return "section \(shown.section) \(broken)" }
      }
      return nil
    }
  }
}

extension Step.Answer {
  /// What a load fails with that it answers; nil if it is a page. Where no page was asked for, none is the wrong one.
  fileprivate func failure(knowsPages: Bool) -> ModelFailure? {
    switch self {
    case .failure: .refused
    case .wrongPage: knowsPages ? .wrongPage : .refused
    default: nil
    }
  }

  /// Whether it does not say which page it is.
  fileprivate var isUnnumbered: Bool { if case .unnumbered = self { true } else { false } }
}

extension ModelState {
  /// The first page that has failed, and a retry begins again.
  fileprivate var failedFirst: Int? { if case .failed(let page, _) = refresh { page } else { nil } }

  func hasFailed(_ phase: LoadStep.Phase) -> Bool {
    let state =
      switch phase {
      case .first: refresh
      case .next: append
      case .previous: prepend
      }
    return if case .failed = state { true } else { false }
  }
}
