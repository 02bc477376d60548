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
