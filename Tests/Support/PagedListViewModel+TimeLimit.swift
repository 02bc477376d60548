import ListEngine

extension PagedListViewModel where Self: AnyObject & Sendable {
  /// Itself, without the limit of a minute by the wall clock, which a busy machine can reach.
  package func withoutTimeLimit() -> Self {
    pages.timeLimit = nil
    LeavesNothing.note("view model", self)
    LeavesNothing.note("list", pages)
    LeavesNothing.note("gate", pages.gate)
    return self
  }
}
