/// When the answers of sections that load side by side reach the list.
public enum ReleaseOrder: Sendable {
  /// Each as soon as it is there.
  case asTheyCome
  /// In the order in which the sections were named, each as soon as those before it have ended.
  case inOrder
  /// In the order in which the sections were named, when all have ended: one right after another, with one animation.
  case together
}

/// How a group of loads ended.
public struct LoadSummary<SectionID: Hashable & Sendable>: Hashable, Sendable {
  /// The sections whose items are in the list, in the order in which they were asked for.
  public var loaded: [SectionID]
  /// The sections whose load failed, in the order in which they were asked for; ``errors`` says why.
  public var failed: [SectionID]
  /// The sections whose load was cancelled, or outranked by a refresh, in the order in which they were asked for.
  public var cancelled: [SectionID]
  /// The sections that the list does not have, or no longer, in the order in which they were asked for.
  public var gone: [SectionID]
  /// Why loads failed, by section.
  public var errors: [SectionID: LoadError]

  /// Creates a summary, for previews and tests of a front end.
  public init(
    loaded: [SectionID] = [], failed: [SectionID] = [], cancelled: [SectionID] = [], gone: [SectionID] = [],
    errors: [SectionID: LoadError] = [:]
  ) {
    self.loaded = loaded
    self.failed = failed
    self.cancelled = cancelled
    self.gone = gone
    self.errors = errors
  }
}
