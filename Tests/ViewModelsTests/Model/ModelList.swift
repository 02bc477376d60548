import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// A list as the laws have it: what it holds, how each section's loading stands, and what is still to be told.
struct ModelList {
  /// What follows from a wish or a change, done one after another.
  enum Deed {
    case tell(ModelTarget, ModelState)
    case summarize(Heard)
    case ask(ModelChange)
    /// Asks for a turn if the section's row or placeholders are not what its state says.
    case row(Int)
    case wish(Wish)
  }

  /// What does not change in a run.
  struct Rules: Sendable {
    var sections: [Int]
    /// How many sections there are to name, those included that are not in the list.
    var pool: Int
    var maximumLoads = 6
    var maximumPagesWithoutNewItems = 5
    var prefetchDistance = 10
    /// In which order first pages come in when the sections themselves are loaded; nil: as their loader says.
    var sectionsOrder: ReleaseOrder?
    var isSearch = false
    /// Which sections there are, of an answer to the loader of this number.
    var sectionsOfAnswer: (@Sendable (_ loader: Int, _ ids: [Int]) -> [Int])?
    /// Whether the service is told which page to load.
    var knowsPages = true
    /// Whether it is told the cursor, too.
    var knowsCursors = false
  }

  let rules: Rules
  var contents: ModelContents
  var loadings: [ModelTarget: ModelLoading] = [.sections: ModelLoading()]
  var groups: [Int: ModelGroup] = [:]
  var search: ModelSearch?
  /// Edits that are being sent.
  var sent: Set<Int> = []
  /// Which states have rows.
  var stateRows: Row<Never>.Kinds = []

  var wishes: [Wish] = []
  var deeds: [Deed] = []
  /// While something is done: what is wished for meanwhile comes after it.
  var isBusy = false
  var lastLoad = 0
  var lastGroup = 0

  init(_ rules: Rules) {
    self.rules = rules
    contents = ModelContents(rules.sections)
    for section in rules.sections { loadings[.section(section)] = ModelLoading() }
    if rules.isSearch { search = ModelSearch(pause: 300) }
  }

  var loads: [ModelLoad] { loadings.values.compactMap(\.load) }

  /// The load of this number, if it is the one that its target waits for.
  func isCurrent(_ load: ModelLoad) -> Bool { loadings[load.target]?.load?.number == load.number }

  /// The load that a service has been asked for.
  func load(of request: PageRequest) -> ModelLoad? {
    guard let load = loadings[request.target]?.load, load.stage == .requested else { return nil }
    return load
  }

  /// An empty query has no service behind it.
  var loadThatAnswersItself: ModelLoad? {
    guard rules.isSearch else { return nil }
    return loads.first { $0.stage == .requested && ($0.loader ?? 0) == 0 }
  }

  func state(of target: ModelTarget) -> ModelState { loadings[target]?.state ?? ModelState() }

  /// The section whose next page a cell that appears here asks for, and the one whose previous page.
  func sectionsToLoad(displaying position: Int, _ offset: Int) -> (next: Int?, previous: Int?) {
    guard contents.sections.indices.contains(position) else { return (nil, nil) }
    let section = contents.sections[position]
    guard section.placeholders == nil else { return (nil, nil) }
    return (
      offset >= section.rows.count - rules.prefetchDistance ? section.id : nil,
      offset < rules.prefetchDistance ? section.id : nil
    )
  }

  func releaseOrder(ofLoader loader: Int?) -> ReleaseOrder {
    rules.sectionsOrder ?? [.asTheyCome, .inOrder, .together][(loader ?? 0) % 3]
  }

  /// At most so many requests run; the others follow in the order in which they were asked for. The list of sections
  /// does not wait for them.
  mutating func startRequests() {
    var running = loads.count { $0.stage == .requested && $0.target != .sections }
    for load in loads.sorted(by: { $0.number < $1.number }) where load.stage == .waiting {
      guard load.target == .sections || running < rules.maximumLoads else { continue }
      loadings[load.target]?.load?.stage = .requested
      if load.target != .sections { running += 1 }
    }
  }
}
