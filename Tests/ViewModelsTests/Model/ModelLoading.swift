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

  /// Of the first page, of the one that comes after those shown, and of the one that comes before.
  var refresh = Phase.idle
  var append = Phase.idle
  var prepend = Phase.finished
  var generation = 0
  var repeats = 0
  var unreadable = 0
}

/// The wish for one page. Its number belongs to it alone.
struct ModelLoad: Hashable {
  enum Stage: Hashable { case waiting, requested, answered }
  enum Phase: Hashable { case first, next, previous }

  let number: Int
  let target: ModelTarget
  let phase: Phase
  let page: Int
  /// What the page before said that this one is to be asked for with.
  let cursor: String?
  let group: Int?
  /// Nil for the list's own.
  let loader: Int?
  var stage = Stage.waiting
}

/// An end of what is shown: the page beyond it, and what that is at when it does not load.
struct ModelEnd: Hashable {
  enum Rest: Hashable {
    case idle, finished
    case failed(Int, ModelFailure)
  }

  var rest = Rest.idle
  /// The page beyond, and what the last page said that it is to be asked for with.
  var page: Int
  var cursor: String?
  /// How many of the last pages brought nothing, and whether one of those brought what is not shown.
  var barren = 0
  var hasHidden = false

  var hasFailed: Bool { if case .failed = rest { true } else { false } }

  var phase: ModelState.Phase {
    switch rest {
    case .idle: .idle
    case .finished: .finished
    case .failed(let page, let failure): .failed(page, failure)
    }
  }

  /// A page is at this end now.
  mutating func show(
    added: Int, shown: Int, cursor: String?, of load: ModelLoad, following: Int?, maximumBarren: Int
  ) {
    hasHidden = shown == 0 && (added > 0 || barren > 0 && hasHidden)
    barren = shown == 0 ? barren + 1 : 0
    (page, self.cursor) = (following ?? page, cursor)
    if following == nil {
      rest = .finished
    } else if cursor != nil, cursor == load.cursor {
      rest = .failed(page, .repeatedCursor)
    } else {
      let failure: ModelFailure = hasHidden ? .nothingShown(barren) : .nothingNew(barren)
      rest = barren >= maximumBarren ? .failed(page, failure) : .idle
    }
  }

  mutating func retry() { (rest, barren) = (.idle, 0) }

  /// Other rows are shown: what was not found may be there now.
  mutating func arranged() {
    barren = 0
    if case .failed(_, .nothingShown) = rest { rest = .idle }
  }
}

/// How the loading of one target stands, told by what has been shown, and what each of the pages that can be asked for is
/// at when it does not load: the first, the next and the previous one.
struct ModelLoading: Hashable {
  enum Kept: Hashable { case next, previous, retryFirst, retryNext, retryPrevious }
  typealias Wanted = (phase: ModelLoad.Phase, page: Int)

  var back = ModelEnd(page: 1)
  var front = ModelEnd(rest: .finished, page: 0)
  /// The first page failed. What was shown before stays, and with it the ends.
  var failedFirst: ModelFailure?
  /// The page that a refresh begins with, and whether it joins on.
  var first = 1
  var joins = false
  /// Whether a page is shown, or what is from elsewhere and knows its next page.
  var hasPages = false
  /// What is shown is from elsewhere, and no page has come.
  var isSeeded = false
  /// What was asked for while another page loaded.
  var kept: [Kept] = []
  var load: ModelLoad?
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
    if let failedFirst { state.refresh = .failed(first, failedFirst) }
    (state.append, state.prepend) = (back.phase, front.phase)
    switch load?.phase {
    case nil: break
    case .first: state.refresh = .loading(first)
    case .next: state.append = .loading(back.page)
    case .previous: state.prepend = .loading(front.page)
    }
    return state
  }

  /// Its first page has not been asked for, or that was cancelled.
  var isUntouched: Bool { !hasPages && load == nil && failedFirst == nil }
  var takesSeed: Bool { isSeeded || !hasPages }

  // MARK: - Wishes: the page that they lead to. What comes while another page loads is kept

  mutating func next() -> Wanted? {
    if isUntouched { return begin(at: 1) }
    guard hasPages, back.rest == .idle, load?.phase != .next else { return nil }
    return load == nil ? (.next, back.page) : keep(.next)
  }

  mutating func previous() -> Wanted? {
    guard hasPages, front.rest == .idle, load?.phase != .previous else { return nil }
    return load == nil ? (.previous, front.page) : keep(.previous)
  }

  mutating func goOn(ifShorter total: Int) -> Wanted? {
    guard load == nil else { return nil }
    while !kept.isEmpty {
      if let wanted = grant(kept.removeFirst()) { return wanted }
    }
    if isUntouched { return total < target ? next() : nil }
    if back.barren > 0, let wanted = next() { return wanted }
    if front.barren > 0, let wanted = previous() { return wanted }
    return total < max(target, back.barren > 0 ? 1 : 0) ? fill() : nil
  }

  /// More at the end; where nothing follows, more before.
  private mutating func fill() -> Wanted? { next() ?? (back.rest == .finished ? previous() : nil) }

  mutating func refresh(at page: Int, joins: Bool) -> Wanted? {
    counts.generation += 1
    (failedFirst, kept, self.joins) = (nil, [], joins)
    return begin(at: page)
  }

  mutating func retry() -> Wanted? {
    if failedFirst != nil { return load == nil ? grant(.retryFirst) : keep(.retryFirst) }
    var wanted: Wanted?
    for (kept, end) in [(Kept.retryNext, back), (.retryPrevious, front)] where end.hasFailed {
      if load == nil, wanted == nil { wanted = grant(kept) } else { _ = keep(kept) }
    }
    return wanted
  }

  private mutating func begin(at page: Int) -> Wanted {
    first = page
    return (.first, page)
  }

  private mutating func keep(_ wish: Kept) -> Wanted? {
    if !kept.contains(wish) { kept.append(wish) }
    return nil
  }

  private mutating func grant(_ wish: Kept) -> Wanted? {
    switch wish {
    case .next: return next()
    case .previous: return previous()
    case .retryFirst:
      guard failedFirst != nil else { return nil }
      failedFirst = nil
      return (.first, first)
    case .retryNext:
      guard back.hasFailed else { return nil }
      back.retry()
      return (.next, back.page)
    case .retryPrevious:
      guard front.hasFailed else { return nil }
      front.retry()
      return (.previous, front.page)
    }
  }

  /// Other rows are shown: what was not found may be there now.
  mutating func arranged(toFill total: Int) -> Wanted? {
    back.arranged()
    front.arranged()
    return hasPages && load == nil && total < max(target, 1) ? fill() : nil
  }

  mutating func cancel() {
    counts.generation += 1
    (nextLoader, kept, joins) = (nil, [], false)
    showsPlaceholdersIdle = false
  }

  /// Items from elsewhere are shown, after which this page comes.
  mutating func seed(next: PageKey?, repeats: Int) {
    (isSeeded, hasPages) = (true, next != .first)
    back = ModelEnd(rest: next == nil ? .finished : .idle, page: next?.number ?? 1, cursor: next?.cursor)
    front = ModelEnd(rest: .finished, page: 0)
    (counts.repeats, counts.unreadable) = (repeats, 0)
    placeholders = nil
  }

  // MARK: - Ends of the load

  mutating func fail(_ failure: ModelFailure) {
    switch load?.phase {
    case nil: break
    case .first: failedFirst = failure
    case .next: back.rest = .failed(back.page, failure)
    case .previous: front.rest = .failed(front.page, failure)
    }
  }

  /// Whether what the load has brought can't be gone on from.
  func hasFailedToGoOn(_ load: ModelLoad, leavesBack: Bool) -> Bool {
    load.phase == .previous ? front.hasFailed : !leavesBack && back.hasFailed
  }

  /// Its page is in the list.
  /// - Parameter left: Whether a first page that has joined on has left something before and after it.
  mutating func show(
    added: Int, shown: Int, repeats: Int, unreadable: Int, isLast: Bool, previous: String? = nil, cursor: String? = nil,
    left: (front: Bool, back: Bool)? = nil, maximumBarren: Int
  ) {
    guard let load else { return }
    let hasCursors = previous != nil || cursor != nil || load.cursor != nil
    let before = (hasCursors ? previous != nil : load.page > 1) ? load.page - 1 : nil
    let after = isLast ? nil : load.page + 1
    if load.phase == .first {
      (isSeeded, hasPages, joins) = (false, true, false)
      if left == nil { (kept, counts.repeats, counts.unreadable) = ([], 0, 0) }
      loader = nextLoader ?? loader
      nextLoader = nil
      if left?.back != true {
        back = ModelEnd(page: load.page)
        back.show(
          added: added, shown: shown, cursor: cursor, of: load, following: after, maximumBarren: maximumBarren)
      }
      if left?.front != true {
        front = ModelEnd(rest: before == nil ? .finished : .idle, page: before ?? 0, cursor: previous)
      }
    } else if load.phase == .next {
      back.show(added: added, shown: shown, cursor: cursor, of: load, following: after, maximumBarren: maximumBarren)
    } else {
      front.show(
        added: added, shown: shown, cursor: previous, of: load, following: before, maximumBarren: maximumBarren)
    }
    counts.repeats += repeats
    counts.unreadable += unreadable
    placeholders = nil
  }
}
