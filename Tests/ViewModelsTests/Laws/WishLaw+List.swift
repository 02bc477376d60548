import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

extension WishLaw {
  /// What is wished of the sections of a list, and what is known of them.
  struct List {
    let rules: ListRules
    var sections: [Int: Section]
    var order: [Int]
    var seeds: [Int: (section: Int, next: PageKey?)] = [:]
    var arranged: [Int: Int] = [:]
    /// What cells had asked for in sections that have gone.
    var gone: [Int: Set<Wanted>] = [:]
    /// The sections that each edit is about.
    var edits: [[Int]] = []
    /// Whether a view has just moved an item itself, which may be told later than it is made.
    var isMoving = false
    /// Whether rows are shown: what a cell asks for waits then, and is begun right after it is told what is asked for next.
    var showsRows = false
    /// The time of a search, and when the query is due that is typed there.
    var now = 0
    var due: Int?

    init(rules: ListRules) {
      self.rules = rules
      order = rules.sections
      sections = Dictionary(uniqueKeysWithValues: rules.sections.map { ($0, Section()) })
    }

    mutating func take(_ wish: Wish, _ isNested: Bool) {
      func change(_ section: Int, _ change: (inout Section) -> Void) {
        guard var known = sections[section] else { return }
        change(&known)
        sections[section] = known
      }
      switch wish {
      case .first(let named, _):
        for section in named ?? order {
          change(section) { $0.wantFirst(isNested) }
        }
      case .next(let section):
        change(section) {
          $0.wantFirst(isNested)
          $0.want(.next, isNested, if: $0.hasPage && $0.told.append == .idle)
        }
      case .previous(let section):
        change(section) { $0.want(.previous, isNested, if: $0.hasPage && $0.told.prepend == .idle) }
      case .refresh(.section(let section), _, _, let joins):
        change(section) {
          $0.mayJoin = $0.mayJoin || joins
          ($0.must, $0.goesOn) = ([], true)
          if !isNested { ($0.may, $0.firsts) = ([], 0) }
          $0.firsts += 1
          $0.want(.refresh, isNested)
        }
      case .retry(.section(let section)):
        change(section) {
          // Its pages are counted from the beginning.
          if $0.told.hasFailed(.next) { $0.isEmptyBehind = false }
          if $0.told.hasFailed(.previous) { $0.isEmptyBefore = false }
          // Where the first page has failed, too, that is begun, and brings what comes after it.
          for phase in [LoadStep.Phase.first, .next, .previous] {
            $0.want(.retry(phase), isNested, if: $0.told.hasFailed(phase) && !$0.must.contains(.retry(.first)))
          }
        }
      case .cancel(.section(let section)):
        change(section) {
          // An observer's cancel comes after what others have asked for, and may end a load that has not been told yet.
          guard isNested || $0.load != nil || !$0.waiting.isEmpty else { return }
          $0.isTakenBack = !isNested && !$0.waiting.isEmpty
          ($0.must, $0.goesOn, $0.isGivenUp) = ([], false, isNested)
          ($0.isEmptyBehind, $0.isEmptyBefore) = (false, false)
          if !isNested { ($0.may, $0.firsts) = ([], 0) }
        }
      case .fill(let section, let count):
        change(section) {
          // What an observer wants comes after what is being told, which may have found the section short of what was wanted before.
          if isNested, $0.isShort { ($0.may, $0.firsts) = ($0.may.union([.next, .previous]), $0.firsts + 1) }
          ($0.target, $0.goesOn) = (count, true)
        }
      case .placeholders, .refresh(.sections, _, _, _), .retry(.sections), .cancel(.sections): break
      }
    }

    /// A cell near an end appears.
    mutating func display(_ position: Int, _ offset: Int, _ isNested: Bool) {
      guard order.indices.contains(position), let section = sections[order[position]] else { return }
      if section.hasPlaceholders { return }
      func wait(for wanted: Set<Wanted>) { if showsRows { sections[order[position]]?.waiting.formUnion(wanted) } }
      if offset >= section.rows.count - rules.prefetchDistance {
        take(.next(order[position]), isNested)
        wait(for: [.first, .next])
      }
      if offset < rules.prefetchDistance {
        take(.previous(order[position]), isNested)
        wait(for: [.previous])
      }
    }

    mutating func waitNoMore() {
      for section in sections.keys {
        sections[section]?.waiting = []
        sections[section]?.isTakenBack = false
      }
    }

    /// A query is sent when typing has paused. When an observer types, is not known to the millisecond.
    mutating func type(_ isNested: Bool) {
      due = now + 300
      if isNested { sections[0]?.firsts += 1 }
    }

    mutating func advance(_ time: Int) {
      now += time
      guard let time = due, time <= now else { return }
      due = nil
      sections[0]?.firsts += 1
    }

    /// Nothing is under way but loads: what has not been begun by now is begun after the load of its section, or never.
    mutating func forgetWishes() {
      for section in sections.keys {
        sections[section]?.firsts = 0
        if sections[section]?.load == nil { sections[section]?.may = [] }
      }
    }

    /// What has failed for want of a connection is tried again when that returns.
    mutating func reconnect() {
      for section in order where sections[section]?.told.isForLackOfConnection == true {
        take(.retry(.section(section)), false)
      }
    }

    /// Sections that have just come may be asked for.
    mutating func mayBegin() { for section in sections.keys { sections[section]?.firsts += 1 } }

    mutating func take(_ step: LoadStep) -> String? {
      guard var section = sections[step.section] else { return nil }
      defer { sections[step.section] = section }
      switch step.kind {
      case .asked:
        section.excuse()
        section.answer = nil
        if !section.begin(step) {
          return "page \(step.page) of section \(step.section) is loaded, and nothing asks for it"
        }
      case .applied:
        let new = Set(section.answer?.ids ?? []).subtracting(step.phase == .first ? [] : section.rows)
        // A page that joins on may leave what stands beside it, and with that a page that brought nothing.
        let leaves = step.phase == .first && section.mayJoin
        if step.phase != .previous, !leaves || !section.new.isDisjoint(with: section.rows) { section.new = new }
        if step.phase != .next, !leaves || !section.newInFront.isDisjoint(with: section.rows) {
          section.newInFront = new
        }
        let isEmpty = section.answer.map { $0.ids.isEmpty } ?? false
        switch step.phase {
        case .first:
          (section.isEmptyBehind, section.isEmptyBefore, section.must) = (isEmpty, false, [])
          (section.hasPage, section.hasBegun, section.mayJoin) = (true, true, false)
        case .next: section.isEmptyBehind = isEmpty
        case .previous: section.isEmptyBefore = isEmpty
        }
      case .loaded, .failed, .cancelled:
        guard section.load?.load == step.load else { return nil }
        section.load = nil
        if step.kind != .cancelled { section.goesOn = true }
      case .started, .answered: break
      }
      return nil
    }

    /// Edits have changed these sections: one that is short now goes on.
    mutating func touch(_ touched: some Sequence<Int>) { for section in touched { sections[section]?.goesOn = true } }

    mutating func made(_ calls: [EditCall]) {
      edits.append([])
      for call in calls {
        switch call {
        case .items(let section, let deeds):
          if !deeds.isEmpty, sections[section] != nil { edits[edits.count - 1].append(section) }
          for case .leave(let id) in deeds where isMoving { sections[section]?.rows.removeAll { $0 == id } }
        case .removeSection(let section):
          gone[section] = sections[section]?.waiting
          sections[section] = nil
          for index in edits.indices { edits[index].removeAll { $0 == section } }  // with it go the edits
        case .insertSection(let section, _):
          // What cells have just asked for may be begun there, is given up with it, and is told now.
          var new = Section()
          new.waiting = gone.removeValue(forKey: section) ?? []
          sections[section] = new
          touch(Array(sections.keys))
        case .moveSection(let section, let position):
          if order.firstIndex(of: section) != position { touch(Array(sections.keys)) }
        }
      }
      touch(edits[edits.count - 1])
    }

    mutating func takeTurn(_ number: Int) {
      if let section = arranged.removeValue(forKey: number), var known = sections[section] {
        if known.hasPage, known.load == nil { known.goesOn = true }
        (known.isEmptyBehind, known.isEmptyBefore) = (false, false)
        sections[section] = known
      }
      guard let (section, next) = seeds.removeValue(forKey: number), var known = sections[section] else { return }
      guard !known.hasBegun else { return }
      (known.hasPage, known.goesOn) = (next != .first, true)
      (known.isEmptyBehind, known.isEmptyBefore) = (false, false)
      // A page beside an older seed is given up, and what was wished with it.
      if known.load.map({ $0.phase != .first }) ?? false { known.must = [] }
      sections[section] = known
    }

    mutating func look(_ shown: [Moment.Shown]?) {
      isMoving = false
      guard let shown else { return }
      if shown.map(\.section) != order {
        order = shown.map(\.section)
        sections = sections.filter { order.contains($0.key) }
        for index in edits.indices { edits[index].removeAll { !order.contains($0) } }
        for section in order where sections[section] == nil { sections[section] = Section() }
        for section in order { sections[section]?.goesOn = true }
      }
      for section in shown {
        sections[section.section]?.rows = section.rows.map(\.id)
        sections[section.section]?.hasPlaceholders = section.placeholders != nil
      }
    }

    var leftUndone: String? {
      mutating get {
        for section in order {
          sections[section]?.excuse()
          if let broken = sections[section]?.leftUndone { return "section \(section): \(broken)" }
        }
        return nil
      }
    }
  }
}
