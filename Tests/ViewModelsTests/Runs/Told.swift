import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

// What is told in a run, in plain values.

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

/// A row that says what its section is at.
enum ModelRow: Hashable {
  case loading(Int)
  case failed(Int, ModelFailure)
  case empty, finished

  /// What a section in this state says, if anything.
  init?(_ state: ModelState, holdsRows: Bool, in kinds: Row<Never>.Kinds) {
    var said: ModelRow?
    // Without rows there is one for both ends.
    switch (state.refresh, !holdsRows && state.append == .finished ? state.prepend : state.append) {
    case (.loading(let page), _) where !holdsRows: said = .loading(page)
    case (_, .loading(let page)): said = .loading(page)
    case (.failed(let page, let failure), _): said = .failed(page, failure)
    case (_, .failed(let page, let failure)): said = .failed(page, failure)
    case (_, .finished): said = holdsRows ? .finished : .empty
    case (_, .idle): break
    }
    guard let said, kinds.contains(said.kind) else { return nil }
    self = said
  }

  private var kind: Row<Never>.Kinds {
    switch self {
    case .loading: .loading
    case .failed: .failed
    case .empty: .empty
    case .finished: .finished
    }
  }
}
