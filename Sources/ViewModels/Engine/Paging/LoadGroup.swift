/// Sections that were asked for together: holds their answers back until the release order lets them through, and knows
/// when all have ended. A pure value; a load carries the group it belongs to.
struct LoadGroup<SectionID: Hashable & Sendable, Answer: Sendable>: Sendable {
  /// How the load of a section has ended.
  enum Outcome: Hashable, Sendable {
    case loaded, cancelled, gone
    case failed(LoadError)
  }

  let sections: [SectionID]
  let order: ReleaseOrder
  /// The ticket of the caller that asked for these loads and gets the summary; nil if none can.
  let ticket: Int?
  /// Whether all observers hear of it.
  let isTold: Bool
  /// Sections whose load has not ended.
  private(set) var open: Set<SectionID>
  private(set) var held: [SectionID: Answer] = [:]
  private(set) var answered: Set<SectionID> = []
  private(set) var outcomes: [SectionID: Outcome] = [:]
  private let gone: [SectionID]
  /// Sections before this position have been let through.
  private(set) var released = 0

  /// - Parameter gone: Sections that were asked for, too, and are not there.
  init(_ sections: [SectionID], order: ReleaseOrder, gone: [SectionID] = [], ticket: Int? = nil, isTold: Bool = true) {
    self.sections = sections
    (self.order, self.ticket, self.isTold) = (order, ticket, isTold)
    self.gone = gone
    open = Set(sections)
  }

  /// Takes an answer in and returns those whose turn it is.
  mutating func receive(_ answer: Answer, of section: SectionID) -> [Answer] {
    answered.insert(section)
    guard order != .asTheyCome else { return [answer] }
    held[section] = answer
    return release()
  }

  /// Records that a section's load has ended, and returns the answers that waited for it.
  mutating func ended(_ section: SectionID, as outcome: Outcome) -> [Answer] {
    open.remove(section)
    outcomes[section] = outcome
    held[section] = nil
    answered.insert(section)
    return release()
  }

  /// Takes sections out that have gone, however they have ended, and returns the answers that waited for others.
  mutating func remove(_ sections: [SectionID]) -> [Answer] {
    for section in sections where outcomes[section] != nil { outcomes[section] = .gone }
    return sections.compactMap { held.removeValue(forKey: $0) }
  }

  /// How it went; nil until all have ended.
  var summary: LoadSummary<SectionID>? {
    guard open.isEmpty else { return nil }
    var summary = LoadSummary<SectionID>(gone: gone)
    for section in sections {
      switch outcomes[section] {
      case .loaded: summary.loaded.append(section)
      case .cancelled: summary.cancelled.append(section)
      case .gone: summary.gone.append(section)
      case .failed(let error):
        summary.failed.append(section)
        summary.errors[section] = error
      case nil: break
      }
    }
    return summary
  }

  private mutating func release() -> [Answer] {
    if order == .together, answered.count < sections.count { return [] }
    var due: [Answer] = []
    while released < sections.count, answered.contains(sections[released]) {
      if let answer = held.removeValue(forKey: sections[released]) { due.append(answer) }
      released += 1
    }
    return due
  }
}
