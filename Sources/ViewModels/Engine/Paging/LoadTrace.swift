/// A step in the life of one load, for tools that print or draw a run. Not part of the public contract.
package struct LoadTrace<SectionID: Hashable & Sendable>: Sendable {
  package enum Step: Sendable {
    /// The page is wanted; the load waits for a free request.
    case asked
    /// The service has been called.
    case started
    /// The service has answered, well or not.
    case answered
    /// The page's items are in the list, or its change turned out to be empty.
    case applied
    case ended(LoadOutcome)
  }

  package let section: SectionID
  /// The load's number, unique in its list.
  package let load: Int
  /// The page, from 1.
  package let page: Int
  package let step: Step
}

/// How a load ended.
package enum LoadOutcome: Hashable, Sendable {
  case loaded
  case failed
  case cancelled
}
