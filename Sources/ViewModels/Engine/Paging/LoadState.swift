/// What a section's loading is at, for front ends to show.
///
/// ```swift
/// viewModel.loadStates.sink { section, state in
///   print(section, state.isLoading ? "loading" : state.error?.description ?? "ready")
/// }.store(in: &cancellables)
/// ```
/// A section is `loading` until its items are in the list, not only until they have been answered.
public struct LoadState: Hashable, Sendable {
  /// The four things a section can be doing.
  public enum Phase: Hashable, Sendable {
    /// Nothing loads; there may be more.
    case idle
    /// This page has been asked for, and its items are not in the list yet.
    case loading(page: Int)
    /// Loading this page failed. It stays so until the section is retried or refreshed.
    case failed(page: Int, LoadError)
    /// Everything there is has been loaded.
    case finished
  }

  /// What the section is doing.
  public internal(set) var phase = Phase.idle
  /// Counts refreshes and cancels: an answer to a load of an older generation is dropped.
  public internal(set) var generation = 0
  /// How many items the section has dropped since its last reload because it held them already.
  public internal(set) var repeats = 0
  /// How many items could not be read and were left out since the last reload.
  public internal(set) var unreadable = 0

  @usableFromInline
  init() {}

  /// True while a page is on its way.
  public var isLoading: Bool { if case .loading = phase { true } else { false } }

  /// The reason of a failure.
  public var error: LoadError? { if case .failed(_, let error) = phase { error } else { nil } }
}
