import ViewModels

extension PagedListViewModel {
  /// Itself, without the limit of a minute by the wall clock, which a busy machine can reach.
  func withoutTimeLimit() -> Self {
    pages.timeLimit = nil
    return self
  }
}
