/// One end of the pages that a section holds, as a pure value: which page comes beyond it, and how that is doing.
struct PageEnd: Hashable, Sendable {
  private(set) var phase = LoadState.Phase.idle
  /// The page beyond; it means nothing when that is `finished`.
  private(set) var next: PageKey
  /// How many pages in a row held nothing new that is shown.
  private(set) var pagesWithoutNewItems = 0
  /// Whether one of those held something that is not shown.
  private var hasHidden = false

  /// - Parameter next: The page beyond; nil if there is none.
  init(next: PageKey?) {
    self.next = next ?? .first
    if next == nil { phase = .finished }
  }

  /// Begins the page beyond, unless there is none, or it is under way or has failed.
  mutating func begin() -> PageKey? {
    guard phase == .idle else { return nil }
    phase = .loading(page: next.number)
    return next
  }

  /// Begins the page again that has failed.
  mutating func retry() -> PageKey? {
    guard phase.error != nil else { return nil }
    (phase, pagesWithoutNewItems) = (.idle, 0)
    return begin()
  }

  /// The page beyond could not be loaded.
  mutating func failed(_ error: LoadError) { phase = .failed(page: next.number, error) }

  /// Gives up the page that is under way, if any.
  mutating func cancel() { if phase.isLoading { phase = .idle } }

  /// A page has come in, and is what stands at this end now.
  /// - Parameters:
  ///   - key: Its own.
  ///   - following: The page beyond it; nil if there is none.
  ///   - maximum: How many pages in a row may show nothing new.
  ///   - isFirst: Whether the section begins with it. A first page around a cursor may name that one for the page beyond.
  mutating func applied(
    _ page: AppliedPage, _ key: PageKey, following: PageKey?, maximum: Int, isFirst: Bool = false
  ) {
    hasHidden = page.shown == 0 && (page.added > 0 || hasHidden && pagesWithoutNewItems > 0)
    pagesWithoutNewItems = page.shown > 0 ? 0 : pagesWithoutNewItems + 1
    next = following ?? key
    phase =
      if following == nil {
        .finished
      } else if let cursor = next.cursor, cursor == key.cursor, !isFirst {
        .failed(page: next.number, .repeatedCursor)
      } else if pagesWithoutNewItems >= maximum {
        .failed(page: next.number, (hasHidden ? LoadError.nothingShown : LoadError.nothingNew)(pagesWithoutNewItems))
      } else {
        .idle
      }
  }

  /// Other items are shown now: the count of pages without new items starts again.
  mutating func arranged() {
    pagesWithoutNewItems = 0
    if case .failed(_, .nothingShown) = phase { phase = .idle }
  }
}
