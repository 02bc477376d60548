/// The paging of one section as a pure value: which page comes next, and what front ends are shown of it.
///
/// It knows nothing of requests; ``Loads`` does. One page is under way at a time, and ends by ``failed(_:)``,
/// ``applied(added:repeats:unreadable:isLast:)`` or ``cancel()``.
///
/// ```swift
/// var paging = SectionPaging()
/// paging.loadNext()                            // 1
/// paging.applied(added: 20, isLast: false)     // idle; page 2 is next
/// paging.loadNext(toFill: 20)                  // nil: there is enough for now
/// ```
struct SectionPaging: Hashable, Sendable {
  private(set) var state = LoadState()
  /// How many items the front end can show; loading goes on until there are as many.
  var target = 0
  /// Whether the page under way takes the place of all that the section holds.
  private(set) var isReplacing = false
  private(set) var nextPage = 1
  private(set) var pagesWithoutNewItems = 0
  /// The phase that a cancelled refresh goes back to.
  private(set) var interrupted: LoadState.Phase?
  private let maximumPagesWithoutNewItems: Int

  init(maximumPagesWithoutNewItems: Int = 5) {
    precondition(maximumPagesWithoutNewItems > 0, "at least one page must be allowed to add nothing")
    self.maximumPagesWithoutNewItems = maximumPagesWithoutNewItems
  }

  /// True before the first page has been asked for, and after that was cancelled.
  var isUntouched: Bool { nextPage == 1 && state.phase == .idle }

  // MARK: - What is wanted

  /// Begins the next page, unless one is under way, has failed, or there is no more.
  /// - Returns: The page to load.
  mutating func loadNext() -> Int? {
    guard state.phase == .idle else { return nil }
    return begin(page: nextPage)
  }

  /// Begins the next page if the last one added nothing, or too little to reach ``target``.
  /// - Parameter total: How many items the section holds.
  mutating func loadNext(toFill total: Int) -> Int? {
    pagesWithoutNewItems > 0 || total < target ? loadNext() : nil
  }

  /// Begins the failed page again.
  mutating func retry() -> Int? {
    guard case .failed(let page, _) = state.phase else { return nil }
    if !isReplacing { pagesWithoutNewItems = 0 }
    return begin(page: page)
  }

  /// Begins with page 1, whatever is under way; what the section holds stays until that page is there.
  mutating func refresh() -> Int {
    if interrupted == nil { interrupted = state.isLoading ? .idle : state.phase }
    state.generation += 1
    isReplacing = true
    return begin(page: 1)
  }

  // MARK: - What became of it

  /// Ends the page under way: after a refresh the section is what it was before.
  mutating func cancel() {
    guard state.isLoading else { return }
    state.generation += 1
    state.phase = interrupted ?? .idle
    interrupted = nil
    isReplacing = false
  }

  /// The page could not be loaded.
  mutating func failed(_ error: LoadError) {
    guard case .loading(let page) = state.phase else { return }
    state.phase = .failed(page: page, error)
  }

  /// The page's items are in the list.
  /// - Parameters:
  ///   - added: How many items were new.
  ///   - repeats: How many the section held already.
  ///   - unreadable: How many could not be read.
  ///   - isLast: Whether nothing follows.
  mutating func applied(added: Int, repeats: Int = 0, unreadable: Int = 0, isLast: Bool) {
    guard case .loading(let page) = state.phase else { return }
    state.repeats = (isReplacing ? 0 : state.repeats) + repeats
    state.unreadable = (isReplacing ? 0 : state.unreadable) + unreadable
    pagesWithoutNewItems = added > 0 ? 0 : isReplacing ? 1 : pagesWithoutNewItems + 1
    isReplacing = false
    interrupted = nil
    nextPage = page + 1
    if isLast {
      state.phase = .finished
    } else if pagesWithoutNewItems >= maximumPagesWithoutNewItems {
      state.phase = .failed(page: nextPage, .nothingNew(pages: pagesWithoutNewItems))
    } else {
      state.phase = .idle
    }
  }

  private mutating func begin(page: Int) -> Int {
    state.phase = .loading(page: page)
    return page
  }
}
