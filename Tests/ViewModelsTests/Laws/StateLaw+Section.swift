import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

extension StateLaw {
  /// What is known of a section: its loads, what its ends have come to, and what was told.
  struct Section {
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
  }
}
