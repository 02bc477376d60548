import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

extension ShownLaw {
  /// What waits for its turn.
  enum Waiting {
    case seed(Int, [TestItem])
    case arrange(Int, Lens)
  }

  /// What is known of a list: its answers, its edits, and its sections, each under the birth by which the history knows it.
  struct List {
    let rules: ListRules
    var history = ShownHistory()
    /// The sections, each with its birth, by which the history knows it.
    var sections: [(id: Int, birth: Int)] = []
    var births = 0
    var lenses: [Int: Lens] = [:]
    var loads: [Int: LoadStep] = [:]
    var pages: [Int: (answer: Step.Answer, request: PageRequest, rows: [TestItem])] = [:]
    /// Sections whose next first page is to join on, and those whose next one comes from another loader, by birth: with a section
    /// goes what was asked for of it.
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
    /// What observers have asked for since the last change, what cells have in this turn, a move of a view's own, and the edits
    /// that have been made since, each with that: the loads that were asked for before an edit are told of after it. Before any
    /// change but such a move, what observers have asked for is carried out.
    var wishes: [Wish] = []
    var cellsWishes: [Wish] = []
    var moving: Int?
    var edits: [(number: Int, after: [Wish])] = []

    init(rules: ListRules) {
      self.rules = rules
      for section in rules.sections { insert(section, at: sections.count) }
    }

    mutating func insert(_ section: Int, at position: Int) {
      births += 1
      sections.insert((section, births), at: min(position, sections.count))
    }

    func birth(_ section: Int) -> Int? { sections.first { $0.id == section }?.birth }

    mutating func refresh(_ section: Int, loader: Int?, joins: Bool) {
      isAdvancing = false
      guard let birth = birth(section) else { return }
      if joins { joining.insert(birth) } else { joining.remove(birth) }
      if loader != nil { hasNewLoader.insert(birth) }
    }

    /// A refresh that nobody asks for in the middle of something begins at once, before anything is told of it: whoever hears of the
    /// load that it cancels does what it does not know.
    mutating func begin(_ section: Int) { if birth(section) != nil { history.asked() } }

    mutating func cancel(_ section: Int) {
      guard loads[section]?.phase == .first, let birth = birth(section) else { return }
      joining.remove(birth)
      hasNewLoader.remove(birth)
    }

    mutating func take(_ step: LoadStep) {
      switch step.kind {
      case .asked:
        history.asked(step.load)
        for edit in edits where edit.after.contains(where: { $0.isAbout(step.section) }) {
          history.wasAsked(before: edit.number)
        }
        loads[step.section] = step
        if isAdvancing, step.phase == .first { refresh(step.section, loader: 0, joins: false) }
      case .applied:
        wishes = []
        guard let birth = birth(step.section) else { return }
        let page = pages[step.load]
        history.answered(step.load, birth, kind(of: step, birth), page?.rows ?? [])
        if step.phase == .first {
          begun.insert(birth)
          joining.remove(birth)
          hasNewLoader.remove(birth)
        }
      case .loaded, .failed, .cancelled: if loads[step.section]?.load == step.load { loads[step.section] = nil }
      case .started, .answered: break
      }
    }

    /// What a page does: one that joins on leaves what stands beside it where it says that something comes before or after.
    private func kind(of step: LoadStep, _ birth: Int) -> ShownHistory.Kind {
      switch step.phase {
      case .next: return .appends
      case .previous: return .prepends
      case .first:
        guard joining.contains(birth), !hasNewLoader.contains(birth), let page = pages[step.load] else {
          return .replaces
        }
        let (leavesFront, leavesBack) = (page.answer.previous(of: step.page, nil) != nil, !page.answer.isLast)
        return leavesFront || leavesBack ? .joins(leavingFront: leavesFront, back: leavesBack) : .replaces
      }
    }

    mutating func endTurn() {
      if isOutranked { named = [] }
      isOutranked = false
      (wishes, cellsWishes, edits) = ([], [], [])
    }

    /// Takes note of what an observer asks for.
    mutating func hears(_ entry: Entry, of list: Int) {
      switch entry {
      case .asked(list, let wish): wishes.append(wish)
      case .displayed(list, let position, _) where sections.indices.contains(position):
        cellsWishes.append(.next(sections[position].id))
      default: break
      }
    }

    mutating func answered(_ request: PageRequest, _ answer: Step.Answer, _ text: String) {
      guard case .section(let section) = request.target else {
        if answer.isPage { named.append(rules.sectionsNamed(answer.ids, request.loader)) }
        return
      }
      guard let load = loads[section] else { return }
      pages[load.load] = (answer, request, answer.ids.map { TestItem($0, text) })
    }

    mutating func made(_ number: Int, isSent: Bool, _ calls: [EditCall]) {
      if number != moving { wishes = [] }
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
      let edit = history.edit(deeds, isSent: isSent)
      if isSent { sent[number] = edit }
      edits.append((edit, wishes + cellsWishes))
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
  }
}

extension Wish {
  /// Whether it may begin a load of a section.
  fileprivate func isAbout(_ section: Int) -> Bool {
    switch self {
    case .first(let sections, _): sections?.contains(section) != false
    case .next(section), .previous(section), .fill(section, _), .refresh(.section(section), _, _, _),
      .retry(.section(section)):
      true
    default: false
    }
  }
}
