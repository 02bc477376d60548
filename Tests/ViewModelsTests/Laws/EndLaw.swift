import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// **5. Everything ends.** A load is in flight until its change has been made; it ends once, as loaded, failed or cancelled,
/// also when its section has gone. A failure in one section holds up no other: as many requests run as may. First pages that
/// were asked for together are told once how they ended, and come in in the order that was asked for.
struct EndLaw {
  static func violation(in history: History) -> History.Broken? {
    var lists = history.rules.map { List(rules: $0) }
    for (index, record) in history.records.enumerated() {
      var broken: String?
      if record.depth > 0 { record.entry.wishingList.map { lists[$0].isAskedMeanwhile() } }
      switch record.entry {
      case .load(let list, let step): broken = lists[list].take(step)
      // What an observer renews is of no group, whether it has begun by then or not.
      case .asked(let list, .refresh(.section(let section), _, _, _)) where record.depth > 0:
        lists[list].begun.insert(section)
      case .rowsChosen(let list, let rows): lists[list].showsRows = !rows.isEmpty
      case .displayed(let list, let position, _): lists[list].display(position)
      case .asked(let list, .first(let sections, let order)):
        lists[list].firsts += 1
        if record.depth == 0 { lists[list].groups.append(Group(order: order, sections: sections)) }
      case .heard(let list, .state(.sections, let state), _): lists[list].hear(state)
      case .heard(let list, .summary(let loaded, let failed, let cancelled, let gone), _):
        broken = lists[list].hear([LoadStep.Kind.loaded: loaded, .failed: failed, .cancelled: cancelled + gone])
      case .made(let list, _, _, let calls):
        for case .removeSection(let section) in calls { lists[list].forget { $0 == section } }
      case .heard(let list, _, let moment):
        if let shown = moment.shown { lists[list].look(shown.map(\.section)) }
      case .sent(let list, _, let number): lists[list].sent.insert(number)
      case .settles(let list, let number, _): lists[list].sent.remove(number)
      case .waited(let list):
        let isOver =
          lists[list].open.isEmpty && !lists[list].loadsSections && lists[list].sent.isEmpty && record.waiting == 0
        if !isOver { broken = "settled() returns while something is under way" }
      case .rested(let moments):
        for (list, moment) in moments.enumerated() { broken = broken ?? lists[list].rest(moment) }
      default: break
      }
      if record.depth == 0, !record.entry.isHeard, !record.entry.isFirst {
        for list in lists.indices {
          lists[list].isAsked = false
          lists[list].groups.indices.last.map { lists[list].groups[$0].isComplete = true }
        }
      }
      if let broken { return History.Broken(text: broken, index: index) }
    }
    return nil
  }

  /// Sections whose first pages were asked for together, and their loads.
  private struct Group {
    let order: ReleaseOrder
    let sections: [Int]?
    var loads: [Int] = []
    /// What begins from now on is not of this group.
    var isComplete = false

    /// Whether an answer has to wait for others.
    func holds(_ load: Int, _ open: [Int: LoadStep]) -> Bool {
      guard let index = loads.firstIndex(of: load), order != .asTheyCome else { return false }
      return loads[..<(order == .inOrder ? index : loads.count)].contains { other in
        open[other].map { $0.kind == .asked || $0.kind == .started } ?? false
      }
    }
  }

  private struct List {
    let rules: ListRules
    /// The loads in flight, each with what has become of it.
    var open: [Int: LoadStep] = [:]
    var outcomes: [Int: LoadStep.Kind] = [:]
    /// How first pages of a section have ended.
    var ends: [Int: Set<LoadStep.Kind>] = [:]
    var groups: [Group] = []
    /// Sections whose first page has been asked for, and those that show one: no group loads them.
    var begun: Set<Int> = []
    var shown: Set<Int> = []
    /// How often first pages were wished for, also by a load of the sections, and how often told how that ended.
    var firsts = 0
    var summaries = 0
    var loadsSections = false
    /// Whether observers have asked for anything in this turn.
    var isAsked = false
    /// Whether rows are shown, the sections in order, and those whose cells have asked for something since the last rest: with rows,
    /// that begins right before what is asked for next, and is of no group.
    var showsRows = false
    var order: [Int]
    var displayed: Set<Int> = []
    /// Edits that are being sent.
    var sent: Set<Int> = []

    init(rules: ListRules) { (self.rules, order) = (rules, rules.sections) }

    mutating func display(_ position: Int) {
      // The loads of a group that is being told of have all begun.
      if let group = groups.last, !group.isComplete, !group.loads.isEmpty { return }
      if showsRows, order.indices.contains(position) { displayed.insert(order[position]) }
    }

    mutating func look(_ sections: [Int]) {
      order = sections
      forget { !sections.contains($0) }
    }

    mutating func take(_ step: LoadStep) -> String? {
      let before = open[step.load]?.kind
      switch step.kind {
      case .asked:
        if outcomes[step.load] != nil || before != nil { return "load \(step.load) is asked for twice" }
        if let other = open.values.first(where: { $0.section == step.section }) {
          return "section \(step.section) loads pages \(other.page) and \(step.page) at once"
        }
        if step.phase == .first, begun.insert(step.section).inserted, let group = groups.indices.last,
          !groups[group].isComplete,
          groups[group].sections?.contains(step.section) != false
        {
          if displayed.remove(step.section) == nil { groups[group].loads.append(step.load) }
        }
      case .started: if before != .asked { return "load \(step.load) begins as \(String(describing: before))" }
      case .answered: if before != .started { return "load \(step.load) is answered as \(String(describing: before))" }
      case .applied:
        if before != .answered { return "load \(step.load) comes in as \(String(describing: before))" }
        shown.insert(step.section)
        if groups.contains(where: { $0.holds(step.load, open) }) { return "load \(step.load) comes in too early" }
      case .loaded, .failed, .cancelled:
        guard before != nil else { return "load \(step.load) ends, and was not in flight" }
        if step.kind == .loaded, before != .applied {
          return "load \(step.load) is loaded, and its page has not come in"
        }
        if step.kind == .failed, before == .asked { return "load \(step.load) fails, and has never begun" }
        (open[step.load], outcomes[step.load]) = (nil, step.kind)
        // What is begun in its place in the same moment is of no group.
        let isOver = groups.last?.isComplete != false
        if step.kind == .cancelled, isOver, !shown.contains(step.section) { begun.remove(step.section) }
        if step.phase == .first { ends[step.section, default: []].insert(step.kind) }
        return nil
      }
      open[step.load] = step
      return nil
    }

    mutating func hear(_ state: ModelState) {
      if case .loading = state.refresh { loadsSections = true; return }
      if loadsSections {
        firsts += 1  // those that are there now, or none
        if let order = rules.orderOfSections { groups.append(Group(order: order, sections: nil, isComplete: isAsked)) }
      }
      loadsSections = false
    }

    /// What an observer asks for may come before the first pages of sections that come in this turn.
    mutating func isAskedMeanwhile() {
      isAsked = true
      if let last = groups.indices.last, groups[last].loads.isEmpty { groups[last].isComplete = true }
    }

    /// These sections have gone; others of their names have not been asked for.
    mutating func forget(_ sections: (Int) -> Bool) {
      begun = begun.filter { !sections($0) }
      shown = shown.filter { !sections($0) }
    }

    /// Each section that is named has ended so.
    mutating func hear(_ summary: [LoadStep.Kind: [Int]]) -> String? {
      summaries += 1
      for (kind, sections) in summary where kind != .cancelled {
        if let section = sections.first(where: { ends[$0]?.contains(kind) != true }) {
          return "section \(section) is told to be \(kind), and its first page never was"
        }
      }
      return nil
    }

    mutating func rest(_ moment: Moment) -> String? {
      displayed = []
      if let shown = moment.shown { look(shown.map(\.section)) }
      let unanswered = open.values.filter { $0.kind == .asked || $0.kind == .started }
      let running = unanswered.count { $0.kind == .started }
      if running != min(rules.maximumLoads, unanswered.count) {
        return "\(running) requests run, of \(unanswered.count) loads and \(rules.maximumLoads) that may"
      }
      let inFlight = open.count + (loadsSections ? 1 : 0)
      if moment.loadsInFlight != inFlight {
        return "\(moment.loadsInFlight) loads are said to be in flight, not \(inFlight)"
      }
      let late = open.values.first { step in
        let mayWait = step.phase == .first && !groups.contains { $0.loads.contains(step.load) }
        return step.kind == .answered
          && !(mayWait ? !unanswered.isEmpty : groups.contains { $0.holds(step.load, open) })
      }
      if moment.isIdle, let late { return "load \(late.load) is answered, and does not end" }
      if inFlight == 0, moment.isIdle, summaries != firsts {
        return "first pages were asked for \(firsts) times, and told \(summaries) times to have ended"
      }
      let asked = moment.requests.filter { $0.target != .sections }.map { $0.target }
      let expected = unanswered.filter { $0.kind == .started }.map { ModelTarget.section($0.section) }
      return asked.count == expected.count && Set(asked) == Set(expected)
        ? nil : "the service is asked for \(asked), and \(expected) load"
    }
  }
}

extension Entry {
  fileprivate var isFirst: Bool { if case .asked(_, .first) = self { true } else { false } }

  /// The list that may begin a load because of this: it is asked to, or one of its items is shown.
  fileprivate var wishingList: Int? {
    switch self {
    case .asked(let list, _), .displayed(let list, _, _): list
    default: nil
    }
  }
}
