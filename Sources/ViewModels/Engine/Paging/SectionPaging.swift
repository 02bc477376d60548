/// The paging of one section as a pure value: which page comes next, and what front ends are shown of it.
///
/// It knows nothing of requests; ``Loads`` does. One page is under way at a time, the first one or the next one, and ends
/// by ``failed(_:)``, ``applied(_:)`` or ``cancel()``. A wish that can't be granted because the other one is under way is
/// kept, and looked at when that has ended.
///
/// ```swift
/// var paging = SectionPaging()
/// paging.loadNext()                              // page 1
/// paging.applied(AppliedPage(added: 20))         // idle; page 2 is next
/// paging.loadOn(toFill: 20)                      // nil: there is enough for now
/// ```
struct SectionPaging: Hashable, Sendable {
  /// What has been asked for while the other phase was loading.
  enum Wish: Hashable, Sendable { case next, retryRefresh, retryAppend }

  private(set) var state = LoadState()
  /// How many items the front end can show; loading goes on until there are as many.
  var target = 0
  /// The page after the last one in the list. A refresh leaves it alone until its first page is there, so that a
  /// section whose refresh failed goes on where it was.
  private(set) var next = PageKey.first
  /// Whether the section holds items that it was seeded with, and no page of its own.
  private(set) var isSeeded = false
  /// How many pages in a row held nothing new that is shown.
  private(set) var pagesWithoutNewItems = 0
  /// Whether one of those held something that is not shown.
  private var hasHidden = false
  private(set) var wish: Wish?
  private let maximumPagesWithoutNewItems: Int

  init(maximumPagesWithoutNewItems: Int = 5) {
    precondition(maximumPagesWithoutNewItems > 0, "at least one page must be allowed to add nothing")
    self.maximumPagesWithoutNewItems = maximumPagesWithoutNewItems
  }

  /// True before the first page has been asked for, and after that was cancelled.
  var isUntouched: Bool { !hasFirstPage && state.refresh == .idle }

  /// Whether the first page is in the list, or a seed that knows what comes after it.
  var hasFirstPage: Bool { next != .first }

  /// Whether a seed may still stand here.
  var takesSeed: Bool { isSeeded || !hasFirstPage }

  // MARK: - What is wanted

  /// Begins the next page, unless one is under way, has failed, or there is no more.
  /// - Returns: The page to load.
  mutating func loadNext() -> PageKey? {
    if isUntouched { return beginFirst() }
    guard hasFirstPage, state.append == .idle else { return nil }
    return state.refresh.isLoading ? keep(.next) : beginNext()
  }

  /// Begins what a page that has ended leaves to do: the wish that was kept, or the next page if the last one added
  /// nothing, or too little to reach ``target``.
  /// - Parameter total: How many items the section holds.
  mutating func loadOn(toFill total: Int) -> PageKey? {
    if state.isLoading { return nil }
    switch wish.take() {
    case .retryRefresh where state.refresh.error != nil: return beginFirst()
    case .retryAppend where state.append.error != nil: return retryNext()
    case .next: return loadNext()
    case .retryRefresh, .retryAppend, nil: return pagesWithoutNewItems > 0 || total < target ? loadNext() : nil
    }
  }

  /// Begins the failed page again; the first one, if that and the next one have failed.
  mutating func retry() -> PageKey? {
    if state.refresh.error != nil { return state.append.isLoading ? keep(.retryRefresh) : beginFirst() }
    guard state.append.error != nil else { return nil }
    return state.refresh.isLoading ? keep(.retryAppend) : retryNext()
  }

  /// Begins with the first page, whatever is under way; what the section holds stays until that page is there.
  mutating func refresh() -> PageKey {
    endLoading()
    return beginFirst()
  }

  // MARK: - What became of it

  /// Ends the page under way: after a refresh the section is what it was before. Takes back what was wished meanwhile.
  mutating func cancel() {
    guard state.isLoading else { return }
    endLoading()
  }

  /// The page could not be loaded.
  mutating func failed(_ error: LoadError) {
    if state.refresh.isLoading {
      state.refresh = .failed(page: 1, error)
    } else if state.append.isLoading {
      state.append = .failed(page: next.number, error)
    }
  }

  /// The page's items are in the list. Those of the first page stand in the place of all others.
  mutating func applied(_ page: AppliedPage) {
    guard state.isLoading else { return }
    let isFirst = state.refresh.isLoading
    let key = isFirst ? .first : next
    if isFirst {
      (state.repeats, state.unreadable, pagesWithoutNewItems) = (0, 0, 0)
      (isSeeded, wish) = (false, nil)  // what was wished was about the pages before
      state.refresh = .idle
    }
    state.repeats += page.repeats
    state.unreadable += page.unreadable
    state.totalItems = page.totalItems ?? (isFirst ? nil : state.totalItems)
    hasHidden = page.shown == 0 && (page.added > 0 || hasHidden && pagesWithoutNewItems > 0)
    pagesWithoutNewItems = page.shown > 0 ? 0 : pagesWithoutNewItems + 1
    next = PageKey(number: key.number + 1, cursor: page.nextCursor)
    state.append =
      if page.isLast {
        .finished
      } else if let cursor = page.nextCursor, cursor == key.cursor {
        .failed(page: next.number, .repeatedCursor)
      } else if pagesWithoutNewItems >= maximumPagesWithoutNewItems {
        .failed(page: next.number, (hasHidden ? LoadError.nothingShown : LoadError.nothingNew)(pagesWithoutNewItems))
      } else {
        .idle
      }
  }

  /// Items from elsewhere are in the list. A first page that is under way, or that failed, replaces them when it comes.
  /// - Parameters:
  ///   - next: The page after them; nil if nothing follows.
  ///   - repeats: How many were left out because they were there twice.
  ///   - totalItems: How many all pages hold, as far as it was known.
  mutating func seed(next: PageKey?, repeats: Int, totalItems: Int? = nil) {
    isSeeded = true
    pagesWithoutNewItems = 0
    (state.repeats, state.unreadable, state.totalItems) = (repeats, 0, totalItems)
    self.next = next ?? PageKey(number: 2)
    state.append = next == nil ? .finished : .idle
  }

  /// Other items of the section are shown now.
  /// - Parameter total: How many.
  /// - Returns: The page to load, if there are too few.
  mutating func arranged(toFill total: Int) -> PageKey? {
    pagesWithoutNewItems = 0
    if case .failed(_, .nothingShown) = state.append { state.append = .idle }
    return hasFirstPage && !state.isLoading && total < max(target, 1) ? loadNext() : nil
  }

  private mutating func keep(_ wish: Wish) -> PageKey? {
    self.wish = wish
    return nil
  }

  private mutating func retryNext() -> PageKey? {
    if case .failed(_, .expiredCursor) = state.append { return beginFirst() }
    pagesWithoutNewItems = 0
    return beginNext()
  }

  private mutating func beginFirst() -> PageKey {
    state.refresh = .loading(page: 1)
    return .first
  }

  private mutating func beginNext() -> PageKey {
    state.append = .loading(page: next.number)
    return next
  }

  /// The answer to the page under way, if any, belongs to an older generation from now on.
  private mutating func endLoading() {
    state.generation += 1
    wish = nil
    if state.refresh.isLoading { state.refresh = .idle }
    if state.append.isLoading { state.append = .idle }
  }
}
