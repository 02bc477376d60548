/// What became of an edit: see ``PagedList/edits``.
///
/// ```swift
/// inbox.edits.sink { event in
///   if case .takenBack(let error?) = event.step { show(toast: "Not deleted: \(error.localizedDescription)") }
/// }.store(in: &cancellables)
/// ```
public struct EditEvent<SectionID: Hashable & Sendable, ID: Hashable & Sendable>: Sendable {
  /// A step in the life of an edit.
  public enum Step: Sendable {
    /// It is in the list. One that is not sent is done with that.
    case made
    /// It has been sent, and counts as done.
    case confirmed
    /// It has been taken out of the list: sending it failed for this reason, or it was undone.
    case takenBack((any Error)?)
  }

  /// Numbers the edits of a list, from 1, in the order in which they were made.
  public let edit: Int
  /// The items that it is about, each with its section, in the order of the edit's calls.
  public let items: [ItemID<SectionID, ID>]
  /// What has become of it.
  public let step: Step
}
