/// Sections that were asked for together: holds their answers back until the release order lets them through, and knows
/// when all have ended. A pure value; a load carries the group it belongs to.
struct LoadGroup<SectionID: Hashable & Sendable, Answer: Sendable>: Sendable {
  let sections: [SectionID]
  let order: ReleaseOrder
  /// Sections whose load has not ended.
  private(set) var open: Set<SectionID>
  private(set) var held: [SectionID: Answer] = [:]
  private(set) var answered: Set<SectionID> = []
  private(set) var outcomes: [SectionID: LoadOutcome] = [:]
  /// Sections before this position have been let through.
  private(set) var released = 0

  init(_ sections: [SectionID], order: ReleaseOrder) {
    self.sections = sections
    self.order = order
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
  mutating func ended(_ section: SectionID, as outcome: LoadOutcome) -> [Answer] {
    open.remove(section)
    outcomes[section] = outcome
    held[section] = nil
    answered.insert(section)
    return release()
  }

  /// How it went; nil until all have ended.
  var summary: LoadSummary<SectionID>? {
    guard open.isEmpty else { return nil }
    return LoadSummary(
      loaded: sections.filter { outcomes[$0] == .loaded },
      failed: sections.filter { outcomes[$0] == .failed },
      cancelled: sections.filter { outcomes[$0] == .cancelled })
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
