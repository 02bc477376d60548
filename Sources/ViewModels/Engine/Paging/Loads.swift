/// The loads of a list as one pure value: an event goes in, effects come out.
///
/// It holds one record a section: paging, the load under way, wanted placeholders, and where pages come from. Nothing
/// here calls anybody, so an observer that calls back can never meet it half-done: ``PagedList`` carries the effects
/// out when the value has changed, and what is asked for meanwhile is the next event.
///
/// A load goes through these stages; whatever names a load that is no longer its section's is dropped:
///
/// ```text
/// asked ─▶ waiting ─▶ running ─▶ answered ─▶ (held by its group) ─▶ change in the gate ─▶ applied ─▶ ended
///            a request is free    │                                    failed ────────────────────▶ ended
///                                 └ cancelled, outranked, timed out, or its section is gone ──────▶ ended
/// ```
///
/// - Note: `Content` is what a page brings and `Source` where it comes from; the value looks into neither.
struct Loads<SectionID: Hashable & Sendable, Content: Sendable, Source: Sendable>: Sendable {
  typealias Target = LoadTarget<SectionID>
  typealias Answer = Result<Content, LoadError>

  /// What one section, or the list of sections, is doing.
  struct Record: Sendable {
    enum Stage: Hashable, Sendable { case waiting, running, answered }

    var paging: SectionPaging
    /// Tells a section that has gone and come back from the one before.
    let birth: Int
    var load: Load<SectionID>?
    var stage = Stage.waiting
    /// Where the pages of what is shown come from; nil for the list's own loader.
    var source: Source?
    /// Where a refresh loads from, until its first page is applied.
    var nextSource: Source?
    /// Whether the first page that comes has all items configured that stay.
    var configuresAll = false
    /// Whether the first page that comes joins on to what the section holds, if it can.
    var joinsOn = false
    /// Wanted until the first page is there.
    var placeholders: Int?
    /// Whether they may show before the section is asked for; a cancel takes that away.
    var showsPlaceholdersIdle = false
    /// What observers have been told.
    var reported = LoadState()
  }

  /// An answer that waits for the others of its group.
  struct Answered: Sendable {
    let load: Load<SectionID>
    let answer: Answer
  }

  /// How a section begins again.
  struct Refresh: Sendable {
    var page = PageKey.first
    /// Nil: where the newest pages come from.
    var source: Source?
    var joinsOn = false
    var configuresAll = false
  }

  enum Event: Sendable {
    /// First pages, of those of these sections that are untouched; nil means all.
    case loadFirst([SectionID]?, ReleaseOrder, ticket: Int? = nil)
    /// These sections begin again.
    case refreshAll([SectionID], Refresh, ticket: Int)
    case loadNext(SectionID)
    case loadPrevious(SectionID)
    case fill(SectionID, Int)
    /// A page has ended: goes on with what was wished meanwhile, or if the section is short.
    case loadOn(SectionID)
    /// In the gate's turn: an edit has changed the items of these sections.
    case edited([SectionID])
    /// In the gate's turn: other items of this section are shown.
    case arranged(SectionID)
    /// The list's sections themselves.
    case loadSections(Source)
    case retry(Target)
    case cancel(Target)
    case showPlaceholders(Int)
    case answered(Load<SectionID>, Answer)
    case timedOut(Load<SectionID>, LoadError)
    /// In the gate's turn: the load's items are in the list.
    case applied(Load<SectionID>, AppliedPage)
    /// In the gate's turn: the section holds items from elsewhere, between these pages.
    case seeded(SectionID, previous: PageKey? = nil, next: PageKey?, repeats: Int, totalItems: Int? = nil)
    /// In the gate's turn: these are the list's sections now.
    case sections([(id: SectionID, birth: Int)])
  }

  enum Effect: Sendable {
    case start(Load<SectionID>, Source?)
    /// Ends the request of a load that has been started.
    case cancel(Load<SectionID>)
    /// Asks the gate for the turn in which the content reaches the list.
    case change(Load<SectionID>, Content)
    /// The section's placeholders may be others now.
    case placeholders(SectionID)
    case report(Target, LoadState)
    case summarize(LoadSummary<SectionID>)
    /// Tells the caller that asked for these loads.
    case resolve(Int, LoadSummary<SectionID>)
    case follow(Event)
    case trace(Load<SectionID>, LoadTrace<SectionID>.Step)
  }

  let maximumLoads: Int
  let maximumPagesWithoutNewItems: Int
  /// In the order of the list's positions, as told by ``Event/sections(_:)``.
  private(set) var order: [SectionID] = []
  var records: [Target: Record]
  var groups: [Int: LoadGroup<SectionID, Answered>] = [:]
  /// By the load's number, in whose order they are started.
  var waiting: [Int: Target] = [:]
  /// No load with a smaller number waits. Numbers only rise, so each is looked at once, whatever has been cancelled.
  private(set) var firstWaiting = 1
  /// What has been replaced, to be released by the caller: an app's loader may own an object whose deinit asks the list
  /// for something, and the list must not be in the middle of an access then.
  private var retired: [any Sendable] = []
  /// How many requests of sections have been started and have neither been answered nor cancelled.
  var running = 0
  /// How many targets have a page on its way.
  var inFlight = 0
  var lastLoad = 0
  var lastGroup = 0
  /// Whether placeholders have ever been asked for.
  var mayShowPlaceholders = false

  init(maximumLoads: Int, maximumPagesWithoutNewItems: Int, sections: [(id: SectionID, birth: Int)]) {
    precondition(maximumLoads > 0, "at least one load must be allowed to run")
    self.maximumLoads = maximumLoads
    self.maximumPagesWithoutNewItems = maximumPagesWithoutNewItems
    let paging = SectionPaging(maximumPagesWithoutNewItems: maximumPagesWithoutNewItems)
    records = [.sections: Record(paging: paging, birth: 0)]
    for section in sections { records[.section(section.id)] = Record(paging: paging, birth: section.birth) }
    order = sections.map(\.id)
  }

  /// The state of a section; idle for one that the list does not have.
  func state(of target: Target) -> LoadState { records[target]?.paging.state ?? LoadState() }

  /// True while this load is the one that its section waits for.
  func isCurrent(_ load: Load<SectionID>) -> Bool { records[load.target]?.load?.id == load.id }

  /// The number of the load that a section waits for.
  func loadInFlight(in section: SectionID) -> Int? { records[.section(section)]?.load?.id }

  /// The page after the last one in a section; nil if there is none.
  func nextPage(of section: SectionID) -> PageKey? {
    guard let end = records[.section(section)]?.paging.back else { return .first }
    return end.phase == .finished ? nil : end.next
  }

  /// The page before the first one in a section; nil if there is none.
  func previousPage(of section: SectionID) -> PageKey? {
    guard let end = records[.section(section)]?.paging.front else { return nil }
    return end.phase == .finished ? nil : end.next
  }

  /// Whether a seed still may stand in this section: its first page is not there yet.
  func takesSeed(_ section: SectionID) -> Bool { records[.section(section)]?.paging.takesSeed == true }

  /// Where the pages of a section will come from: those of a refresh that is on its way, else those of what is shown.
  func newestSource(of section: SectionID) -> Source? {
    let record = records[.section(section)]
    return record?.nextSource ?? record?.source
  }

  /// How many placeholders a section without items shows now: while its first page is on its way, and before it is asked
  /// for if they were.
  func placeholdersDue(in section: SectionID) -> Int? {
    guard mayShowPlaceholders, let record = records[.section(section)] else { return nil }
    let isAwaited = record.paging.isUntouched && record.showsPlaceholdersIdle
    return isAwaited || record.paging.state.refresh.isLoading ? record.placeholders : nil
  }

  /// Takes out what has been replaced, to be released when this value is not being accessed.
  mutating func takeRetired() -> [any Sendable] {
    defer { retired = [] }
    return retired
  }

  mutating func retire(_ replaced: (any Sendable)?) {
    if let replaced { retired.append(replaced) }
  }

  /// Takes out the load that has waited longest.
  mutating func nextWaiting() -> Target? {
    while firstWaiting <= lastLoad {
      defer { firstWaiting += 1 }
      if let target = waiting.removeValue(forKey: firstWaiting) { return target }
    }
    return nil
  }

  // MARK: - Sections that come and go

  /// - Returns: What the loads of sections that have gone still have to say.
  mutating func update(_ sections: [(id: SectionID, birth: Int)]) -> [Effect] {
    var effects: [Effect] = []
    let births = Dictionary(uniqueKeysWithValues: sections.map { ($0.id, $0.birth) })
    let gone = order.filter { births[$0] != records[.section($0)]?.birth }
    // First of all, or the end of one would let through what another one's load has brought.
    for number in groups.keys {
      for answer in groups[number]?.remove(gone) ?? [] { retire(answer) }
    }
    for section in gone { effects += close(.section(section), isGone: true) }
    var reported: [SectionID: LoadState] = [:]
    for section in gone {
      guard let record = records.removeValue(forKey: .section(section)) else { continue }
      retire(record.source)
      retire(record.nextSource)
      // The last word on a section is that it is idle, also if another one of its name is there now.
      if record.reported != LoadState() {
        reported[section] = record.reported
        effects.append(.report(.section(section), LoadState()))
      }
    }
    let paging = SectionPaging(maximumPagesWithoutNewItems: maximumPagesWithoutNewItems)
    for section in sections where records[.section(section.id)] == nil {
      var record = Record(paging: paging, birth: section.birth)
      record.reported = reported[section.id] ?? record.reported
      records[.section(section.id)] = record
    }
    order = sections.map(\.id)
    return effects
  }
}
