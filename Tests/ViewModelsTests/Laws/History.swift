import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// A run, in the order in which it happened: what was asked, answered, done by the user, and told.
///
/// The laws are predicates over it, each with what must be beside what must not. They compute what they need from it alone, and
/// know nothing of how the package does it. Law 7, *never blocks, never traps*, needs none: a run that breaks it does not end,
/// and what an observer asks for in the middle of something stands in the history like anything else.
struct History {
  /// What was agreed about each list before.
  let rules: [ListRules]
  var records: [Record] = []

  /// What breaks a law, if anything does: the law, and the moment.
  var violation: String? {
    let laws: [(String, (History) -> Broken?)] = [
      ("1. One turn; 2. one at a time", TurnLaw.violation),
      ("3. Computed late; 4. nothing lost, nothing twice", ReplayLaw.violation),
      ("5. Everything ends", EndLaw.violation),
      ("6. Newest wins", NewestLaw.violation),
      ("What is wished is begun", WishLaw.violation),
      ("What a load has come to is told", StateLaw.violation),
      ("8. The user outranks older answers", ShownLaw.violation),
    ]
    for (law, violation) in laws {
      if let broken = violation(self) { return "\(law): \(broken.text); before it:\n\(story(before: broken.index))" }
    }
    return nil
  }

  /// What breaks a law, and the entry at which that shows.
  struct Broken {
    let text: String
    let index: Int
  }

  private func story(before index: Int) -> String {
    records[max(0, index - 15)...index].map { String(repeating: "  ", count: $0.depth) + "\($0.entry)" }
      .joined(separator: "\n").withoutTypes
  }
}

/// What was agreed about a list before a run.
struct ListRules: Sendable {
  var sections: [Int]
  /// How many sections there are to name, those included that are not in the list.
  var pool: Int
  var maximumLoads = 6
  var maximumPagesWithoutNewItems = 5
  var prefetchDistance = 10
  var isSearch = false
  /// Whether the service is told which page to load.
  var knowsPages = true
  /// Whether it is told the cursor, too.
  var knowsCursors = false
  /// In which order the first pages of sections come in that have been loaded, if it is always the same.
  var orderOfSections: ReleaseOrder?
  /// Whether each section has one item, of the section's own number, which several hops bring from the service.
  var hasPictures = false
  /// The sections that an answer with these ids names, to a load with this number.
  var sectionsNamed: @Sendable (_ ids: [Int], _ load: Int?) -> [Int] = { _, _ in [] }
}

/// A step in the life of a load.
struct LoadStep: Hashable {
  enum Phase: Hashable { case first, next, previous }
  enum Kind: Hashable { case asked, started, answered, applied, loaded, failed, cancelled }

  let section: Int
  /// Its number in its list.
  let load: Int
  let phase: Phase
  let page: Int
  let kind: Kind
}
