/// One section's paging as a pure value: events in, actions out.
///
/// A load goes through `wanted` (or `retry`, `refresh`), then `answered` or `failed`, then, once its items are in the
/// list, `applied`. Every load carries the generation it was begun in; whatever comes back from an older one is
/// dropped.
///
/// ```swift
/// var pager = Pager()
/// let load = pager.wanted()!                            // page 1
/// pager.answered(number: 1, by: load)                   // true: put its items into the list
/// pager.applied(added: 20, isLast: false)               // idle; page 2 is next
/// pager.wantedToFill(total: 20)                         // nil: there is enough for now
/// ```
public struct Pager: Hashable, Sendable {
  /// A page to be asked for.
  public struct Load: Hashable, Sendable {
    /// The page's number, from 1.
    public let page: Int
    /// The generation it belongs to.
    public let generation: Int
    /// True if its items take the place of all that the section holds.
    public let replaces: Bool
  }

  /// What the section is doing; ``LoadState/repeats`` and ``LoadState/unreadable`` are counted by
  /// ``applied(added:repeats:unreadable:isLast:)``.
  public private(set) var state = LoadState()
  /// How many items the front end can show; loading goes on until there are as many.
  public var target = 0
  private var nextPage = 1
  private var barrenPages = 0
  private var isReplacing = false
  /// The phase that a cancelled refresh goes back to.
  private var interrupted: LoadState.Phase?
  private let maximumPagesWithoutNewItems: Int

  /// A pager before its first page.
  /// - Parameter maximumPagesWithoutNewItems: so many pages in a row that add nothing end in a failure that says so.
  public init(maximumPagesWithoutNewItems: Int = 5) {
    precondition(maximumPagesWithoutNewItems > 0, "at least one page must be allowed to add nothing")
    self.maximumPagesWithoutNewItems = maximumPagesWithoutNewItems
  }

  /// True before the first page has been asked for.
  public var isUntouched: Bool { nextPage == 1 && state.phase == .idle }

  // MARK: - What the user wants

  /// More is wanted: begins the next page's load, unless one is under way, has failed, or there is no more.
  public mutating func wanted() -> Load? {
    guard state.phase == .idle else { return nil }
    return begin(page: nextPage)
  }

  /// Begins the next page's load if the last one added nothing, or too little to reach ``target``.
  /// - Parameter total: how many items the section holds.
  public mutating func wantedToFill(total: Int) -> Load? {
    barrenPages > 0 || total < target ? wanted() : nil
  }

  /// Begins a failed load again.
  public mutating func retry() -> Load? {
    guard case .failed(let page, _) = state.phase else { return nil }
    barrenPages = 0
    return begin(page: page)
  }

  /// Begins anew with page 1, whatever is under way; what the section holds stays until that page is there.
  public mutating func refresh() -> Load {
    if interrupted == nil { interrupted = state.isLoading ? .idle : state.phase }
    state.generation += 1
    isReplacing = true
    barrenPages = 0
    return begin(page: 1)
  }

  /// Gives up the load under way.
  /// - Returns: false if there was none.
  public mutating func cancel() -> Bool {
    guard state.isLoading else { return false }
    state.generation += 1
    state.phase = interrupted ?? .idle
    interrupted = nil
    isReplacing = false
    return true
  }

  // MARK: - What became of it

  /// True if the load is the one under way.
  public func isCurrent(_ load: Load) -> Bool {
    state.generation == load.generation && state.phase == .loading(page: load.page)
  }

  /// A page came.
  /// - Parameters:
  ///   - number: the page that the answer says it is, if it does.
  ///   - load: the load that it answers.
  /// - Returns: true if it is to be applied; otherwise it was dropped as out of date, or the state says what is wrong.
  public mutating func answered(number: Int?, by load: Load) -> Bool {
    guard isCurrent(load) else { return false }
    if let number, number != load.page {
      failed(.wrongPage(asked: load.page, answered: number), by: load)
      return false
    }
    return true
  }

  /// A load failed; out-of-date failures are dropped.
  public mutating func failed(_ error: LoadError, by load: Load) {
    guard isCurrent(load) else { return }
    state.phase = .failed(page: load.page, error)
  }

  /// The page's items are in the list.
  /// - Parameters:
  ///   - added: how many items were new.
  ///   - repeats: how many the section held already.
  ///   - unreadable: how many could not be read.
  ///   - isLast: true if the service says that nothing follows.
  public mutating func applied(added: Int, repeats: Int = 0, unreadable: Int = 0, isLast: Bool) {
    guard case .loading(let page) = state.phase else { return }
    state.repeats = (isReplacing ? 0 : state.repeats) + repeats
    state.unreadable = (isReplacing ? 0 : state.unreadable) + unreadable
    isReplacing = false
    interrupted = nil
    nextPage = page + 1
    barrenPages = added == 0 ? barrenPages + 1 : 0
    if isLast {
      state.phase = .finished
    } else if barrenPages >= maximumPagesWithoutNewItems {
      state.phase = .failed(page: nextPage, .nothingNew(pages: barrenPages))
    } else {
      state.phase = .idle
    }
  }

  private mutating func begin(page: Int) -> Load {
    state.phase = .loading(page: page)
    return Load(page: page, generation: state.generation, replaces: isReplacing)
  }
}
