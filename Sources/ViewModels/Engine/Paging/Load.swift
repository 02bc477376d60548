/// What a load is of.
enum LoadTarget<SectionID: Hashable & Sendable>: Hashable, Sendable {
  case section(SectionID)
  /// The list of sections itself, where a service says which there are.
  case sections
}

/// Which end of a section's pages a load is for.
package enum LoadPhase: Hashable, Sendable {
  /// The page that the section begins with.
  case refresh
  /// The page after the last item.
  case append
  /// The page before the first item.
  case prepend
}

/// The wish for one page, from the moment it is asked for until it has ended as loaded, failed or cancelled.
struct Load<SectionID: Hashable & Sendable>: Hashable, Sendable {
  /// Numbered once per list and never reused, so that an answer can only be taken for the load that it answers, even
  /// where its section has gone and come back meanwhile.
  let id: Int
  let target: LoadTarget<SectionID>
  let page: PageKey
  let phase: LoadPhase
  /// The group of sections it was asked for with.
  let group: Int?

  /// Whether its items take the place of what the section holds.
  var isFirst: Bool { phase == .refresh }
}

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
  /// The page's number; see ``PageKey/number``.
  package let page: Int
  package let phase: LoadPhase
  package let step: Step
}

/// How a load ended.
package enum LoadOutcome: Hashable, Sendable {
  case loaded
  case failed
  case cancelled
}
