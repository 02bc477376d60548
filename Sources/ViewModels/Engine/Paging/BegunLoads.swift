/// Loads that were begun together, whose end can be awaited.
///
/// ```swift
/// let summary = await viewModel.refreshAll().summary
/// if let error = summary.errors.values.first { show(toast: error.localizedDescription) }
/// ```
/// Nobody has to wait: the loads end all the same. To wait is not to own: a task that is cancelled while it waits cancels
/// no load.
@MainActor
public final class BegunLoads<SectionID: Hashable & Sendable> {
  /// How they ended; nil while one of them has not.
  public private(set) var result: LoadSummary<SectionID>?
  /// The ``LoadState/generation`` that the refresh of one section began: while the section's state has the same one, no newer
  /// refresh or cancel has followed. Nil for loads of several sections, for first pages, for a section that the list does not
  /// have, and, if an observer asked for the refresh, until that observer has returned.
  public internal(set) var generation: Int?
  private let waiters = Waiters()
  private let queue: ChangeQueue

  init(gate: SerialGate) { queue = gate.queue }

  /// How they ended, once all have. Each is named once: a refresh that a newer one outranks has ended as cancelled, one
  /// whose section has gone as gone, and all of a list that goes as neither. If the waiting task is cancelled, that is
  /// an empty summary.
  public var summary: LoadSummary<SectionID> {
    get async {
      await queue.awaiting {
        while result == nil, !Task.isCancelled { await waiters.wait() }
        return result ?? LoadSummary()
      }
    }
  }

  func end(_ summary: LoadSummary<SectionID>) {
    guard result == nil else { return }
    result = summary
    waiters.resumeAll()
  }
}
