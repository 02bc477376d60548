import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

extension WishLaw {
  /// What can be wished of a section.
  enum Wanted: Hashable { case first, refresh, next, previous, retry(LoadStep.Phase) }

  /// What is known of a section: what has been wished there, and what it shows.
  struct Section {
    var told = ModelState()
    var load: LoadStep?
    var answer: Step.Answer?
    /// Whether a page is shown, or a seed that knows its next page.
    var hasPage = false
    /// Whether a first page has come in: no seed is taken any more.
    var hasBegun = false
    /// What has to be begun, and what may be.
    var must: Set<Wanted> = []
    var may: Set<Wanted> = []
    /// What cells have asked for since the last rest, where rows are shown, and whether a cancel has come since.
    var waiting: Set<Wanted> = []
    var isTakenBack = false
    /// What observers have just asked for: it is begun one after the other, whatever has been cancelled between.
    var asked: Set<Wanted> = []
    /// Whether an observer has cancelled: that comes after what was being told.
    var isGivenUp = false
    /// How many first pages may be begun: each wish for one begins one.
    var firsts = 0
    var target = 0
    /// False after a cancel: nothing goes on by itself until something is wished or has changed.
    var goesOn = true
    /// What is shown, and what of the page at each end was not shown before.
    var rows: [Int] = []
    var (new, newInFront): (Set<Int>, Set<Int>) = ([], [])
    /// Whether a first page that is on its way may join on.
    var mayJoin = false
    /// Whether the page at an end brought nothing for certain.
    var (isEmptyBehind, isEmptyBefore) = (false, false)
    var hasPlaceholders = false

    var isUntouched: Bool { !hasPage && load == nil && told.refresh == .idle }
    /// How many rows are wanted: where nothing is shown, no cell asks for the next page.
    var wanted: Int { max(target, hasPage ? 1 : 0) }
    var isShort: Bool { rows.count < wanted }

    /// A wish comes: whether it must be granted is known if nobody is being told of anything.
    mutating func want(_ wanted: Wanted, _ isNested: Bool, if isDue: Bool = true) {
      may.insert(wanted)
      isTakenBack = false
      if isNested { asked.insert(wanted) } else if isDue { must.insert(wanted) }
    }

    /// A wish comes that begins a section of which nothing has been asked for.
    mutating func wantFirst(_ isNested: Bool) {
      if isNested || isUntouched { firsts += 1 }
      want(.first, isNested, if: isUntouched)
    }

    /// What observers have asked for has been done.
    var afterObservers: Section {
      var section = self
      if isGivenUp { section.goesOn = false }
      (section.asked, section.isGivenUp) = ([], false)
      return section
    }

    /// What the state says can't be begun is not owed any more.
    mutating func excuse() {
      if !isUntouched { must.remove(.first) }
      if !hasPage || told.append != .idle { must.remove(.next) }
      if !hasPage || told.prepend != .idle { must.remove(.previous) }
      for phase in [LoadStep.Phase.first, .next, .previous] where !told.hasFailed(phase) { must.remove(.retry(phase)) }
    }

    mutating func begin(_ step: LoadStep) -> Bool {
      let may = may.union(asked).union(waiting)
      let causes: Bool =
        switch step.phase {
        case .first: firsts > 0 || waiting.contains(.first) || may.contains(.retry(.first)) || isShort
        case .next: !may.isDisjoint(with: [.next, .retry(.next)]) || isShort || new.isDisjoint(with: rows)
        case .previous:
          !may.isDisjoint(with: [.previous, .retry(.previous)]) || isShort || newInFront.isDisjoint(with: rows)
        }
      let granted: Set<Wanted> =
        switch step.phase {
        case .first: [.first, .refresh, .retry(.first), .next, .previous, .retry(.next), .retry(.previous)]
        case .next: [.next, .retry(.next)]
        case .previous: [.previous, .retry(.previous)]
        }
      must.subtract(granted)
      // What an observer has just asked for may come after this, and begin another one.
      let used = (step.phase == .first ? [.first, .refresh, .retry(.first)] : granted).subtracting(asked)
      defer { self.may.subtract(used) }
      if step.phase == .first { firsts = max(0, firsts - 1) }
      load = step
      return causes
    }

    /// What is left undone.
    var leftUndone: String? {
      if load != nil, isTakenBack, !goesOn { return "a page is loaded that has been cancelled" }
      guard load == nil else { return nil }
      if let wanted = must.first { return "\(wanted) is wished, and not begun" }
      guard goesOn else { return nil }
      let canGoOn = hasPage && (told.append == .idle || told.append == .finished && told.prepend == .idle)
      if isShort, isUntouched || canGoOn {
        return "shows \(rows.count) of \(wanted) that are wanted, and does not go on"
      }
      if hasPage, isEmptyBehind, told.append == .idle { return "a page brought nothing, and the next one is not begun" }
      if hasPage, isEmptyBefore, told.prepend == .idle {
        return "a page brought nothing, and the one before is not begun"
      }
      return nil
    }
  }
}
