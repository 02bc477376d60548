import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

/// What is loaded: a section's pages, or which sections there are.
enum ModelTarget: Hashable {
  case section(Int)
  case sections
}

/// Why a load failed.
enum ModelFailure: Hashable {
  case refused, wrongPage, timedOut, repeatedCursor, expiredCursor
  case nothingNew(Int)
  case nothingShown(Int)
}

/// What an observer is told of a section's loading.
struct ModelState: Hashable {
  enum Phase: Hashable {
    case idle, finished
    case loading(Int)
    case failed(Int, ModelFailure)
  }

  /// Of the first page, and of the one that comes after those shown.
  var refresh = Phase.idle
  var append = Phase.idle
  var generation = 0
  var repeats = 0
  var unreadable = 0
}

/// The wish for one page. Its number belongs to it alone.
struct ModelLoad: Hashable {
  enum Stage: Hashable { case waiting, requested, answered }

  let number: Int
  let target: ModelTarget
  let page: Int
  /// What the page before said that this one is to be asked for with.
  let cursor: String?
  let group: Int?
  /// Nil for the list's own.
  let loader: Int?
  var stage = Stage.waiting
}

/// How the loading of one target stands, told by what has been shown: so many pages since the last reload, and what
/// each of the two pages that can be asked for is at when it does not load: the first and the next one.
struct ModelLoading: Hashable {
  /// What the next page is at when it does not load.
  enum Rest: Hashable {
    case idle, finished
    case failed(Int, ModelFailure)
  }

  enum Kept: Hashable { case next, retryFirst, retryNext }

  var rest = Rest.idle
  /// The first page failed. What was shown before stays, and with it `rest`.
  var failedFirst: ModelFailure?
  /// What is shown is from elsewhere, and no page has come.
  var isSeeded = false
  /// What was asked for while the other page loaded.
  var kept: Kept?
  var load: ModelLoad?
  /// How many pages have come in since the last reload, and how many of the last ones brought nothing.
  var pages = 0
  var barren = 0
  /// Whether one of those brought what is not shown.
  var hasHidden = false
  /// What the last of them said that the next one is to be asked for with.
  var cursor: String?
  var counts = ModelState()
  /// How many items the front end can show.
  var target = 0
  /// Where the pages shown come from, and where a refresh that has not come in loads from.
  var loader: Int?
  var nextLoader: Int?
  /// How many placeholders are wanted, and whether also before anything loads.
  var placeholders: Int?
  var showsPlaceholdersIdle = false
  /// What observers have been told.
  var told = ModelState()

  var state: ModelState {
    var state = counts
    if let failedFirst { state.refresh = .failed(1, failedFirst) }
    switch rest {
    case .idle: state.append = .idle
    case .finished: state.append = .finished
    case .failed(let page, let failure): state.append = .failed(page, failure)
    }
    switch load?.page {
    case nil: break
    case 1: state.refresh = .loading(1)
    case let page?: state.append = .loading(page)
    }
    return state
  }

  var hasFailedToGoOn: Bool { if case .failed = rest { true } else { false } }

  /// Its first page has not been asked for, or that was cancelled.
  var isUntouched: Bool { pages == 0 && load == nil && failedFirst == nil }
  var takesSeed: Bool { isSeeded || pages == 0 }

  // MARK: - Wishes: the page that they lead to. What comes while the other page loads is kept

  mutating func next() -> Int? {
    if isUntouched { return 1 }
    guard pages > 0, rest == .idle else { return nil }
    if load?.page == 1 { kept = .next }
    return load == nil ? pages + 1 : nil
  }

  mutating func goOn(ifShorter total: Int) -> Int? {
    guard load == nil else { return nil }
    let kept = kept
    self.kept = nil
    if kept == .next { return next() }
    if kept == .retryFirst, failedFirst != nil { return retry() }
    if kept == .retryNext, hasFailedToGoOn { return retryNext() }
    return barren > 0 || total < target ? next() : nil
  }

  mutating func refresh() -> Int {
    counts.generation += 1
    (failedFirst, kept) = (nil, nil)
    return 1
  }

  mutating func retry() -> Int? {
    if failedFirst != nil {
      if load != nil {
        kept = .retryFirst
        return nil
      }
      failedFirst = nil
      return 1
    }
    guard hasFailedToGoOn else { return nil }
    if load != nil { kept = .retryNext }
    return load == nil ? retryNext() : nil
  }

  private mutating func retryNext() -> Int? {
    guard case .failed(let page, _) = rest else { return nil }
    rest = .idle
    barren = 0
    return page
  }

  /// Other rows are shown: what was not found may be there now.
  mutating func arranged(toFill total: Int) -> Int? {
    barren = 0
    if case .failed(_, .nothingShown) = rest { rest = .idle }
    return pages > 0 && load == nil && total < max(target, 1) ? next() : nil
  }

  mutating func cancel() {
    counts.generation += 1
    (nextLoader, kept) = (nil, nil)
    showsPlaceholdersIdle = false
  }

  /// Items from elsewhere are shown, after which this page comes.
  mutating func seed(next: PageKey?, repeats: Int) {
    isSeeded = true
    (pages, cursor) = ((next?.number ?? 2) - 1, next?.cursor)
    (counts.repeats, counts.unreadable, barren) = (repeats, 0, 0)
    rest = next == nil ? .finished : .idle
    placeholders = nil
  }

  // MARK: - Ends of the load

  mutating func fail(_ failure: ModelFailure) {
    guard let load else { return }
    if load.page == 1 { failedFirst = failure } else { rest = .failed(load.page, failure) }
  }

  /// Its page is in the list.
  mutating func show(
    added: Int, shown: Int, repeats: Int, unreadable: Int, isLast: Bool, cursor: String? = nil, maximumBarren: Int
  ) {
    guard let load else { return }
    if load.page == 1 {
      (isSeeded, kept) = (false, nil)
      (counts.repeats, counts.unreadable, barren) = (0, 0, 0)
      loader = nextLoader ?? loader
      nextLoader = nil
    }
    counts.repeats += repeats
    counts.unreadable += unreadable
    hasHidden = shown == 0 && (added > 0 || barren > 0 && hasHidden)
    barren = shown == 0 ? barren + 1 : 0
    pages = load.page
    placeholders = nil
    self.cursor = cursor
    if isLast {
      rest = .finished
    } else if cursor != nil, cursor == load.cursor {
      rest = .failed(pages + 1, .repeatedCursor)
    } else {
      let failure: ModelFailure = hasHidden ? .nothingShown(barren) : .nothingNew(barren)
      rest = barren >= maximumBarren ? .failed(pages + 1, failure) : .idle
    }
  }
}
