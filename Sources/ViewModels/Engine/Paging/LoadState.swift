/// The loading state of a section.
///
/// ```swift
/// viewModel.loadStates.sink { section, state in
///   header(of: section).showsSpinner = state.refresh.isLoading
///   footer(of: section).error = state.append.error
/// }.store(in: &cancellables)
/// ```
/// The first page, the pages after it and those before it have phases of their own: a section whose refresh failed still
/// shows what it has, and goes on paging. A section is `loading` until the items are in the list, not only until they have been
/// answered.
public struct LoadState: Hashable, Sendable {
  /// The phase of loading one page: the first, the next or the previous one.
  public enum Phase: Hashable, Sendable {
    /// Nothing loads; there may be more.
    case idle
    /// This page has been asked for, and its items are not in the list yet.
    case loading(page: Int)
    /// Loading this page failed. It waits for a retry or a refresh.
    case failed(page: Int, LoadError)
    /// No page follows at this end.
    case finished

    /// True while a page is on its way.
    public var isLoading: Bool { if case .loading = self { true } else { false } }

    /// The reason of a failure.
    public var error: LoadError? { if case .failed(_, let error) = self { error } else { nil } }
  }

  /// The first page, on the first load and on every refresh: idle, loading or failed.
  public var refresh: Phase
  /// The page after the last one in the list.
  public var append: Phase
  /// The page before the first one in the list; finished also where no page has said that anything comes before it.
  public var prepend: Phase
  /// Counts the refreshes and cancels of the section. Answers are told apart by the numbers of their loads, not by this.
  public var generation: Int
  /// How many items the section has dropped since its last refresh because it held them already.
  public var repeats: Int
  /// How many items could not be read and were left out since the last refresh.
  public var unreadable: Int
  /// How many items all pages hold together, as the newest page that has come in says; nil if none does. Not how many are
  /// loaded or shown.
  public var totalItems: Int?

  /// Creates a state; by default the state of a section that has not been asked for anything. Previews and tests of views
  /// make their own.
  public init(
    refresh: Phase = .idle, append: Phase = .idle, prepend: Phase = .finished, generation: Int = 0, repeats: Int = 0,
    unreadable: Int = 0, totalItems: Int? = nil
  ) {
    self.refresh = refresh
    self.append = append
    self.prepend = prepend
    self.generation = generation
    self.repeats = repeats
    self.unreadable = unreadable
    self.totalItems = totalItems
  }

  /// The phase to show where there is room for one: a load under way, else a failure, else the phase of paging.
  public var phase: Phase {
    [append, refresh, prepend].first(where: \.isLoading)
      ?? [refresh, append, prepend].first { $0.error != nil } ?? (append == .finished ? prepend : append)
  }

  /// True while a page is on its way.
  public var isLoading: Bool { refresh.isLoading || append.isLoading || prepend.isLoading }

  /// True if a page could not be loaded and has not been asked for again.
  public var isFailed: Bool { error != nil }

  /// True when everything there is has been loaded.
  public var isFinished: Bool { append == .finished && prepend == .finished }

  /// The reason of a failure: the first page's, if others have failed, too; then the next one's.
  public var error: LoadError? { refresh.error ?? append.error ?? prepend.error }
}
