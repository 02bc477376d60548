/// When the answers of sections that load side by side reach the list.
public enum ReleaseOrder: Sendable {
  /// Each as soon as it is there.
  case asTheyCome
  /// In section order, each as soon as those before it have ended.
  case inOrder
  /// In section order, when all have ended: one right after another, with one animation.
  case together
}

/// How a group of loads ended.
public struct LoadSummary<SectionID: Hashable & Sendable>: Hashable, Sendable {
  /// The sections whose items are in the list, in section order.
  public var loaded: [SectionID]
  /// The sections whose load failed, in section order; their states say why.
  public var failed: [SectionID]
  /// The sections whose load was cancelled, or outranked by a refresh, in section order.
  public var cancelled: [SectionID]

  /// Creates a summary, for previews and tests of a front end.
  public init(loaded: [SectionID] = [], failed: [SectionID] = [], cancelled: [SectionID] = []) {
    self.loaded = loaded
    self.failed = failed
    self.cancelled = cancelled
  }
}

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
