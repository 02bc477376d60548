import ListViewModelsTestSupport

@testable import ListEngine
@testable import ViewModels

// What an answer says of the pages beside it, and what a load has come to by it.

extension Step.Answer {
  /// Whether it is a page.
  var isPage: Bool { self != .failure && self != .wrongPage }

  /// Whether it says that nothing follows.
  var isLast: Bool {
    switch self {
    case .last: true
    case .cursor(_, _, let next), .between(_, _, _, let next): next == 0
    case .page, .unnumbered, .partly, .failure, .wrongPage: false
    }
  }

  /// The cursors that it names.
  var cursors: (previous: String?, next: String?) {
    switch self {
    case .cursor(_, _, let next): (nil, next == 0 ? nil : "\(next)")
    case .between(_, _, let previous, let next): (previous == 0 ? nil : "\(previous)", next == 0 ? nil : "\(next)")
    case .page, .last, .unnumbered, .partly, .failure, .wrongPage: (nil, nil)
    }
  }

  /// The page after the one with this number; nil if nothing follows.
  func next(of page: Int) -> PageAsked? { isLast ? nil : PageAsked(page: page + 1, cursor: cursors.next) }

  /// The page before it. A service with cursors names one; others count.
  func previous(of page: Int, _ cursor: String?) -> PageAsked? {
    let hasCursors = cursors.previous != nil || cursors.next != nil || cursor != nil
    return (hasCursors ? cursors.previous != nil : page > 1) ? PageAsked(page: page - 1, cursor: cursors.previous) : nil
  }

  /// What a load fails with that it answers; nil if it is a page. Where no page was asked for, none is the wrong one.
  func failure(knowsPages: Bool) -> ModelFailure? {
    switch self {
    case .failure: .refused
    case .wrongPage: knowsPages ? .wrongPage : .refused
    default: nil
    }
  }

  /// Whether it does not say which page it is.
  var isUnnumbered: Bool { if case .unnumbered = self { true } else { false } }
}

/// What a page is asked for with.
struct PageAsked: Hashable {
  let page: Int
  var cursor: String?
}

extension ModelState {
  /// The first page that has failed, and a retry begins again.
  var failedFirst: Int? { if case .failed(let page, _) = refresh { page } else { nil } }

  /// Whether the first page has failed for want of a connection, or else one of either end.
  var isForLackOfConnection: Bool {
    let phases = hasFailed(.first) ? [refresh] : [append, prepend]
    return phases.contains { if case .failed(_, .refused) = $0 { true } else { false } }
  }

  func hasFailed(_ phase: LoadStep.Phase) -> Bool {
    let state =
      switch phase {
      case .first: refresh
      case .next: append
      case .previous: prepend
      }
    return if case .failed = state { true } else { false }
  }
}
