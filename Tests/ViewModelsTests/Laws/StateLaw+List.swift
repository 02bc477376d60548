import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

extension StateLaw {
  /// What is known of a list: its sections, and what has been told of each.
  struct List {
    let rules: ListRules
    var sections: [Int: Section]
    /// How often something has been typed: each may lead to a refresh, also of a section that has come since.
    var typed = 0
    /// What has been told of each section, also of those that have gone.
    var told: [Int: ModelState] = [:]
    var kinds: Row<Never>.Kinds = []
    /// Whether a cell has asked for something that begins with what is asked for next, right before that: where rows are shown.
    var isDisplayed = false
    var seeds: [Int: (section: Int, next: PageKey?)] = [:]

    init(rules: ListRules) {
      self.rules = rules
      sections = Dictionary(uniqueKeysWithValues: rules.sections.map { ($0, Section()) })
    }

    /// What an observer asks for comes after what others have asked for.
    mutating func refresh(_ section: Int, _ page: Int, isNested: Bool) {
      if !isNested { sections[section]?.firsts = isDisplayed ? [1] : [] }
      sections[section]?.firsts.insert(page)
      sections[section]?.refreshes += 1
    }

    mutating func cancel(_ section: Int) {
      sections[section]?.ends += 1
      // One that has been told to be idle is over, though its end has still to be told.
      guard case .loading? = sections[section]?.told.refresh, sections[section]?.load != nil else { return }
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
      // What a cell has asked for right before begins with what the pages beside had given.
      section.back = (isDisplayed ? section.back : []).union([
        next.map { PageAsked(page: $0.number, cursor: $0.cursor) }
      ])
      section.front = (isDisplayed ? section.front : []).union([nil])
      (section.failures[.next], section.failures[.previous]) = (nil, nil)
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
      isDisplayed = false
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
