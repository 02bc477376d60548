/// The paging of one section as a pure value: which page comes next at either end, and what front ends are shown of it.
///
/// It knows nothing of requests; ``Loads`` does. One page is under way at a time, the first one, the next one or the
/// previous one, and ends by ``failed(_:)``, ``applied(_:)`` or ``cancel()``. A wish that can't be granted because another
/// one is under way is kept, and looked at when that has ended.
///
/// ```swift
/// var paging = SectionPaging(maximumPagesWithoutNewItems: 5)
/// paging.loadNext()                              // page 1
/// paging.applied(AppliedPage(added: 20))         // idle; page 2 is next
/// paging.loadOn(toFill: 20)                      // nil: there is enough for now
/// ```
struct SectionPaging: Hashable, Sendable {
  /// What has been asked for while another phase was loading.
  enum Wish: Hashable, Sendable { case next, previous, retryRefresh, retryAppend, retryPrepend }

  private var refreshing = LoadState.Phase.idle
  /// What comes after the last item, and before the first one. A refresh leaves both alone until its first page is there,
  /// so that a section whose refresh failed goes on where it was.
  private(set) var back = PageEnd(next: .first)
  private(set) var front = PageEnd(next: nil)
  /// The page that the refresh under way, or the one that failed, begins with.
  private var first = PageKey.first
  private var generation = 0, repeats = 0, unreadable = 0
  private var totalItems: Int?
  /// How many items the front end can show; loading goes on until there are as many.
  var target = 0
  /// Whether the first page is in the list, or a seed that knows what comes after it.
  private(set) var hasFirstPage = false
  /// Whether the section holds items that it was seeded with, and no page of its own.
  private(set) var isSeeded = false
  /// In the order in which they came, each once.
  private(set) var wishes: [Wish] = []
  private let maximumPagesWithoutNewItems: Int

  init(maximumPagesWithoutNewItems: Int) {
    precondition(maximumPagesWithoutNewItems > 0, "at least one page must be allowed to add nothing")
    self.maximumPagesWithoutNewItems = maximumPagesWithoutNewItems
  }

  /// What front ends are shown.
  var state: LoadState {
    LoadState(
      refresh: refreshing, append: back.phase, prepend: front.phase, generation: generation, repeats: repeats,
      unreadable: unreadable, totalItems: totalItems)
  }

  var isLoading: Bool { loading != nil }

  /// The phase that has a page under way.
  var loading: LoadPhase? {
    refreshing.isLoading ? .refresh : back.phase.isLoading ? .append : front.phase.isLoading ? .prepend : nil
  }

  /// True before the first page has been asked for, and after that was cancelled.
  var isUntouched: Bool { !hasFirstPage && refreshing == .idle }

  /// How many items the section is to show. Where edits or a filter have left nothing, there is no cell that asks for the
  /// next page.
  var wanted: Int { max(target, hasFirstPage ? 1 : 0) }

  /// Whether a seed may still stand here.
  var takesSeed: Bool { isSeeded || !hasFirstPage }

  // MARK: - What is wanted

  /// Begins the next page, unless one is under way, has failed, or there is no more.
  /// - Returns: The page to load.
  mutating func loadNext() -> PageKey? {
    if isUntouched { return beginFirst(.first) }
    guard hasFirstPage, back.phase == .idle else { return nil }
    return isLoading ? keep(.next) : back.begin()
  }

  /// Begins the previous page, unless one is under way, has failed, or nothing comes before what there is.
  mutating func loadPrevious() -> PageKey? {
    guard hasFirstPage, front.phase == .idle else { return nil }
    return isLoading ? keep(.previous) : front.begin()
  }

  /// Begins what a page that has ended leaves to do: a wish that was kept, or the page beyond one that added nothing, or
  /// too little for what is ``wanted``.
  /// - Parameter total: How many items the section holds.
  mutating func loadOn(toFill total: Int) -> PageKey? {
    if isLoading { return nil }
    while !wishes.isEmpty {
      if let page = grant(wishes.removeFirst()) { return page }
    }
    if back.pagesWithoutNewItems > 0, let page = loadNext() { return page }
    if front.pagesWithoutNewItems > 0, let page = loadPrevious() { return page }
    return total < wanted ? loadNext() ?? (back.phase == .finished ? loadPrevious() : nil) : nil
  }

  /// Begins the failed page again; the first one, if that and others have failed. The wish for another one is kept.
  mutating func retry() -> PageKey? {
    if refreshing.error != nil { return isLoading ? keep(.retryRefresh) : retryFirst() }
    let failed =
      [Wish](back.phase.error == nil ? [] : [.retryAppend]) + (front.phase.error == nil ? [] : [.retryPrepend])
    var begun: PageKey?
    for wish in failed {
      if isLoading { _ = keep(wish) } else { begun = grant(wish) }
    }
    return begun
  }

  /// Begins with the first page, whatever is under way; what the section holds stays until that page is there.
  /// - Parameter page: What it is to begin with.
  mutating func refresh(at page: PageKey = .first) -> PageKey {
    endLoading()
    return beginFirst(page)
  }

  // MARK: - What became of it

  /// Ends the page under way: it counts as not asked for. Takes back what was wished meanwhile.
  mutating func cancel() {
    guard isLoading else { return }
    endLoading()
  }

  /// The page could not be loaded.
  mutating func failed(_ error: LoadError) {
    switch loading {
    case .refresh: refreshing = .failed(page: first.number, error)
    case .append: back.failed(error)
    case .prepend: front.failed(error)
    case nil: break
    }
  }

  /// The page's items are in the list. Those of the first page stand in the place of all others, or of those between the
  /// ones that it has left at either end.
  mutating func applied(_ page: AppliedPage) {
    guard let loading else { return }
    let maximum = maximumPagesWithoutNewItems
    switch loading {
    case .refresh:
      if !page.isJoined {
        (repeats, unreadable) = (0, 0)
        wishes = []  // what was wished was about the pages before
      }
      if !page.leavesBack {
        back = PageEnd(next: first)
        back.applied(page, first, following: page.next(after: first), maximum: maximum, isFirst: true)
      }
      if !page.leavesFront { front = PageEnd(next: page.previous(before: first)) }
      (refreshing, isSeeded, hasFirstPage) = (.idle, false, true)
    case .append: back.applied(page, back.next, following: page.next(after: back.next), maximum: maximum)
    case .prepend: front.applied(page, front.next, following: page.previous(before: front.next), maximum: maximum)
    }
    repeats += page.repeats
    unreadable += page.unreadable
    totalItems = page.totalItems ?? (loading == .refresh ? nil : totalItems)
  }

  /// Items from elsewhere are in the list. A first page that is under way, or that failed, replaces them when it comes.
  /// - Parameters:
  ///   - previous: The page before them; nil if nothing comes before.
  ///   - next: The page after them; nil if nothing follows.
  ///   - repeats: How many were left out because they were there twice.
  ///   - totalItems: How many all pages hold, as far as it was known.
  mutating func seed(previous: PageKey? = nil, next: PageKey?, repeats: Int, totalItems: Int? = nil) {
    (isSeeded, hasFirstPage) = (true, next != .first)
    (back, front) = (PageEnd(next: next), PageEnd(next: hasFirstPage ? previous : nil))
    (self.repeats, unreadable, self.totalItems) = (repeats, 0, totalItems)
  }

  /// Other items of the section are shown now.
  /// - Parameter total: How many.
  /// - Returns: The page to load, if there are too few.
  mutating func arranged(toFill total: Int) -> PageKey? {
    back.arranged()
    front.arranged()
    return loadOn(toFill: total)
  }

  private mutating func keep(_ wish: Wish) -> PageKey? {
    if !wishes.contains(wish) { wishes.append(wish) }
    return nil
  }

  /// Begins what was wished, if it still can be begun.
  private mutating func grant(_ wish: Wish) -> PageKey? {
    switch wish {
    case .next: return loadNext()
    case .previous: return loadPrevious()
    case .retryRefresh: return retryFirst()
    case .retryAppend, .retryPrepend:
      let failed = wish == .retryAppend ? back : front
      if failed.phase.error == .expiredCursor { return beginFirst(.first) }
      return wish == .retryAppend ? back.retry() : front.retry()
    }
  }

  /// Begins the first page again that has failed. An app's own key is not asked for again once it has expired.
  private mutating func retryFirst() -> PageKey? {
    guard let error = refreshing.error else { return nil }
    return beginFirst(error == .expiredCursor ? .first : first)
  }

  private mutating func beginFirst(_ page: PageKey) -> PageKey {
    first = page
    refreshing = .loading(page: page.number)
    return page
  }

  /// The answer to the page under way, if any, belongs to an older generation from now on.
  private mutating func endLoading() {
    generation += 1
    wishes = []
    if refreshing.isLoading { refreshing = .idle }
    back.cancel()
    front.cancel()
  }
}
