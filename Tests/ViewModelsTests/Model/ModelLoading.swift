@testable import ViewModels

/// What is loaded: a section's pages, or which sections there are.
enum ModelTarget: Hashable {
  case section(Int)
  case sections
}

/// Why a load failed.
enum ModelFailure: Hashable {
  case refused, wrongPage, timedOut
  case nothingNew(Int)
}

/// What an observer is told of a section's loading.
struct ModelState: Hashable {
  enum Phase: Hashable {
    case idle, finished
    case loading(Int)
    case failed(Int, ModelFailure)
  }

  var phase = Phase.idle
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
  let replaces: Bool
  let group: Int?
  /// Nil for the list's own.
  let loader: Int?
  var stage = Stage.waiting
}

/// How the loading of one target stands, told by what has been shown: so many pages since the last reload, and what
/// it is at when nothing loads. The phase follows from these.
struct ModelLoading: Hashable {
  /// What the section is at when it does not load and has not failed to refresh.
  enum Rest: Hashable {
    case idle, finished
    case failed(Int, ModelFailure)
  }

  var rest = Rest.idle
  /// A refresh that failed. What was shown before stays, and with it `rest`.
  var failedRefresh: ModelFailure?
  var load: ModelLoad?
  /// How many pages have come in since the last reload, and how many of the last ones brought nothing.
  var pages = 0
  var barren = 0
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
    if let load {
      state.phase = .loading(load.page)
    } else if let failedRefresh {
      state.phase = .failed(1, failedRefresh)
    } else {
      switch rest {
      case .idle: state.phase = .idle
      case .finished: state.phase = .finished
      case .failed(let page, let failure): state.phase = .failed(page, failure)
      }
    }
    return state
  }

  var isIdle: Bool { state.phase == .idle }
  /// Its first page has not been asked for, or that was cancelled.
  var isUntouched: Bool { isIdle && pages == 0 }

  // MARK: - Wishes: the page that they lead to, and whether it replaces what is shown

  mutating func next() -> (page: Int, replaces: Bool)? { isIdle ? (pages + 1, false) : nil }

  mutating func next(ifShorter total: Int) -> (page: Int, replaces: Bool)? {
    barren > 0 || total < target ? next() : nil
  }

  mutating func refresh() -> (page: Int, replaces: Bool) {
    counts.generation += 1
    failedRefresh = nil
    return (1, true)
  }

  mutating func retry() -> (page: Int, replaces: Bool)? {
    guard load == nil else { return nil }
    if failedRefresh != nil {
      failedRefresh = nil
      return (1, true)
    }
    guard case .failed(let page, _) = rest else { return nil }
    rest = .idle
    barren = 0
    return (page, false)
  }

  mutating func cancel() {
    counts.generation += 1
    nextLoader = nil
    showsPlaceholdersIdle = false
  }

  // MARK: - Ends of the load

  mutating func fail(_ failure: ModelFailure) {
    guard let load else { return }
    if load.replaces { failedRefresh = failure } else { rest = .failed(load.page, failure) }
  }

  /// Its page is in the list.
  mutating func show(added: Int, repeats: Int, unreadable: Int, isLast: Bool, maximumBarren: Int) {
    guard let load else { return }
    if load.replaces {
      (counts.repeats, counts.unreadable, barren) = (0, 0, 0)
      loader = nextLoader ?? loader
      nextLoader = nil
    }
    counts.repeats += repeats
    counts.unreadable += unreadable
    barren = added == 0 ? barren + 1 : 0
    pages = load.page
    placeholders = nil
    rest = isLast ? .finished : barren >= maximumBarren ? .failed(pages + 1, .nothingNew(barren)) : .idle
  }
}
