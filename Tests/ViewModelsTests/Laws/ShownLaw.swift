import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// **8. The user outranks older answers.** What a user did outranks every answer that was asked for before it. An edit that is
/// being sent outranks every answer until it is confirmed, from when on it counts as done at that moment, or taken back, after
/// which what is shown is what it would be had the edit never been made. A first page asked for afterwards has the last word
/// for its section. What an edit removed does not come back with a next or previous page.
///
/// What that means, item by item, is ``ShownHistory``; here it is compared with what is shown, whenever something is told
/// and at rest. A filter and an order are applied last. The sections are those that the newest load of them has named, as edits
/// have changed them since.
struct ShownLaw {
  static func violation(in history: History) -> History.Broken? {
    var lists = history.rules.map { List(rules: $0) }
    for (index, record) in history.records.enumerated() {
      var broken: String?
      switch record.entry {
      case .asked(let list, .refresh(.section(let section), let loader, _, let joins)):
        lists[list].refresh(section, loader: loader, joins: joins)
      case .asked(let list, .refresh(.sections, _, _, _)): lists[list].isOutranked = true
      case .asked(let list, .cancel(.section(let section))): lists[list].cancel(section)
      case .load(let list, let step): lists[list].take(step)
      case .answered(let list, let request, let answer, let text): lists[list].answered(request, answer, text)
      case .made(let list, let sent, let calls): lists[list].made(sent, calls)
      case .settles(let list, let number, let takesBack): lists[list].settles.append((number, takesBack))
      case .settled(let list, let edit, let takesBack): lists[list].settled(edit, takesBack)
      case .seeded(let list, let number, let section, let rows, _): lists[list].waiting[number] = .seed(section, rows)
      case .arranged(let list, let number, let section, let lens): lists[list].waiting[number] = .arrange(section, lens)
      case .turn(let list, let number): lists[list].takeTurn(number)
      case .heard(let list, let heard, let moment) where heard.isUpdate:
        broken = lists[list].compare(moment, isTold: true)
      case .rested(let moments):
        for (list, moment) in moments.enumerated() { broken = broken ?? lists[list].rest(moment) }
      default: break
      }
      if record.depth == 0, !record.entry.isHeard {
        lists[0].isAdvancing = record.entry.isAdvance
        for list in lists.indices { lists[list].outrank() }
      }
      if let broken { return History.Broken(text: broken, index: index) }
    }
    return nil
  }

  private enum Waiting {
    case seed(Int, [TestItem])
    case arrange(Int, Lens)
  }

  private struct List {
    let rules: ListRules
    var history = ShownHistory()
    /// The sections, each with its birth, by which the history knows it.
    var sections: [(id: Int, birth: Int)] = []
    var births = 0
    var lenses: [Int: Lens] = [:]
    var loads: [Int: LoadStep] = [:]
    var pages: [Int: (answer: Step.Answer, request: PageRequest, rows: [TestItem])] = [:]
    /// Sections whose next first page is to join on, and those whose next one comes from another loader.
    var joining: Set<Int> = []
    var hasNewLoader: Set<Int> = []
    /// Whether a query may be sent now, whose results come from another loader.
    var isAdvancing = false
    /// Those whose first page has come in, by birth: they take no seed.
    var begun: Set<Int> = []
    /// The edits that are being sent: the number that the history gives each.
    var sent: [Int: Int] = [:]
    var settles: [(number: Int, takesBack: Bool)] = []
    /// The edit that a change has settled, until that is told.
    var settling: Int?
    var waiting: [Int: Waiting] = [:]
    /// The sections that have been named and not been shown yet, and whether a newer load outranks these: what an observer asks
    /// for comes after what is being done.
    var named: [[Int]] = []
    var isOutranked = false

    init(rules: ListRules) {
      self.rules = rules
      for section in rules.sections { insert(section, at: sections.count) }
    }

    private mutating func insert(_ section: Int, at position: Int) {
      births += 1
      sections.insert((section, births), at: min(position, sections.count))
    }

    func birth(_ section: Int) -> Int? { sections.first { $0.id == section }?.birth }

    mutating func refresh(_ section: Int, loader: Int?, joins: Bool) {
      isAdvancing = false
      if joins { joining.insert(section) } else { joining.remove(section) }
      if loader != nil { hasNewLoader.insert(section) }
    }

    mutating func cancel(_ section: Int) {
      guard loads[section] != nil else { return }
      joining.remove(section)
      hasNewLoader.remove(section)
    }

    mutating func take(_ step: LoadStep) {
      switch step.kind {
      case .asked:
        history.asked(step.load)
        loads[step.section] = step
        if isAdvancing, step.phase == .first { refresh(step.section, loader: 0, joins: false) }
      case .applied:
        guard let birth = birth(step.section) else { return }
        let page = pages[step.load]
        history.answered(step.load, birth, kind(of: step), page?.rows ?? [])
        if step.phase == .first {
          begun.insert(birth)
          joining.remove(step.section)
          hasNewLoader.remove(step.section)
        }
      case .loaded, .failed, .cancelled: if loads[step.section]?.load == step.load { loads[step.section] = nil }
      case .started, .answered: break
      }
    }

    /// What a page does: one that joins on leaves what stands beside it where it says that something comes before or after.
    private func kind(of step: LoadStep) -> ShownHistory.Kind {
      switch step.phase {
      case .next: return .appends
      case .previous: return .prepends
      case .first:
        guard joining.contains(step.section), !hasNewLoader.contains(step.section), let page = pages[step.load] else {
          return .replaces
        }
        return .joins(leavingFront: page.answer.previous(of: step.page, nil) != nil, back: !page.answer.isLast)
      }
    }

    mutating func outrank() {
      if isOutranked { named = [] }
      isOutranked = false
    }

    mutating func answered(_ request: PageRequest, _ answer: Step.Answer, _ text: String) {
      guard case .section(let section) = request.target else {
        if answer.isPage { named.append(rules.sectionsNamed(answer.ids, request.loader)) }
        return
      }
      guard let load = loads[section] else { return }
      pages[load.load] = (answer, request, answer.ids.map { TestItem($0, text) })
    }

    mutating func made(_ number: Int?, _ calls: [EditCall]) {
      var deeds: [(section: Int, deed: ShownHistory.Deed)] = []
      for call in calls {
        switch call {
        case .items(let section, let done):
          // A call that names nothing is remembered like any other, and keeps those after it on top.
          if let birth = birth(section) { deeds += (done.isEmpty ? [.order([])] : done).map { (birth, $0) } }
        case .removeSection(let section): sections.removeAll { $0.id == section }
        case .insertSection(let section, let position): insert(section, at: position)
        case .moveSection(let section, let position):
          guard let old = sections.firstIndex(where: { $0.id == section }) else { continue }
          sections.insert(sections.remove(at: old), at: position)
        }
      }
      let edit = history.edit(deeds, isSent: number != nil)
      if let number { sent[number] = edit }
    }

    /// It is told that an edit has been settled; what is shown may have said so before.
    mutating func settled(_ edit: Int, _ takesBack: Bool) {
      if settling == edit { settling = nil }
      guard let index = settles.firstIndex(where: { sent[$0.number] == edit }) else { return }
      settles.remove(at: index)
      history.settled(edit, takenBack: takesBack)
    }

    mutating func takeTurn(_ number: Int) {
      switch waiting.removeValue(forKey: number) {
      case .seed(let section, let rows):
        guard let birth = birth(section), !begun.contains(birth) else { return }
        history.seeded(birth, rows, loadInFlight: loads[section]?.load)
      case .arrange(let section, let lens): if let birth = birth(section) { lenses[birth] = lens }
      case nil: break
      }
    }

    mutating func compare(_ moment: Moment, isTold: Bool) -> String? {
      guard let shown = moment.shown else { return nil }
      if let settling { return "edit \(settling) has been settled, and that is not told" }
      if shown.map(\.section) != sections.map(\.id) {
        guard let index = named.firstIndex(of: shown.map(\.section)) else {
          return "shows \(shown.map(\.section)), not \(sections.map(\.id)), and \(named) are named"
        }
        replaceSections(named[index])
        named.removeFirst(index + 1)
      }
      guard let broken = firstDifference(shown) else { return nil }
      // In the turn of a settled edit views are told first.
      guard isTold, let next = settles.first, let edit = sent[next.number] else { return broken }
      settles.removeFirst()
      history.settled(edit, takenBack: next.takesBack)
      settling = edit
      return firstDifference(shown)
    }

    mutating func rest(_ moment: Moment) -> String? {
      defer { if case .loading = moment.states[.sections]?.refresh {} else { named = [] } }
      return compare(moment, isTold: false)
    }

    private mutating func replaceSections(_ ids: [Int]) {
      let old = sections
      sections = []
      for id in ids {
        if let kept = old.first(where: { $0.id == id }) {
          sections.append(kept)
        } else {
          insert(id, at: sections.count)
        }
      }
    }

    private func firstDifference(_ shown: [Moment.Shown]) -> String? {
      for (seen, section) in zip(shown, sections) {
        let rows = lenses[section.birth, default: .none](history.items(in: section.birth))
        if seen.rows != rows { return "section \(section.id) shows \(seen.rows), not \(rows)" }
      }
      return nil
    }
  }
}

extension Step.Answer {
  /// Whether it is a page.
  var isPage: Bool { self != .failure && self != .wrongPage }

  /// Whether it says that nothing follows.
  var isLast: Bool {
    switch self {
    case .last: true
    case .cursor(_, _, let next), .between(_, _, _, let next): next == 0
    case .page, .unnumbered, .partly, .failure, .wrongPage: false
    }
  }

  /// The cursors that it names.
  var cursors: (previous: String?, next: String?) {
    switch self {
    case .cursor(_, _, let next): (nil, next == 0 ? nil : "\(next)")
    case .between(_, _, let previous, let next): (previous == 0 ? nil : "\(previous)", next == 0 ? nil : "\(next)")
    case .page, .last, .unnumbered, .partly, .failure, .wrongPage: (nil, nil)
    }
  }

  /// The page after the one with this number; nil if nothing follows.
  func next(of page: Int) -> PageAsked? { isLast ? nil : PageAsked(page: page + 1, cursor: cursors.next) }

  /// The page before it. A service with cursors names one; others count.
  func previous(of page: Int, _ cursor: String?) -> PageAsked? {
    let hasCursors = cursors.previous != nil || cursors.next != nil || cursor != nil
    return (hasCursors ? cursors.previous != nil : page > 1) ? PageAsked(page: page - 1, cursor: cursors.previous) : nil
  }
}

/// What a page is asked for with.
struct PageAsked: Hashable {
  let page: Int
  var cursor: String?
}

extension Entry {
  fileprivate var isAdvance: Bool { if case .advanced = self { true } else { false } }
}
