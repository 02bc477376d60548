/// An edit that is shown and not settled: no answer counts against it until it is confirmed or taken back.
///
/// ```swift
/// let pending = inbox.pendingEdit { $0.remove([message.id], from: .inbox) }
/// snackBar.show("Deleted") { isUndone in isUndone ? pending.takeBack() : pending.confirm() }
/// ```
/// It is settled once; what is called later does nothing. One that is dropped is taken back, in a later turn.
/// ``PagedList/edit(animated:_:sending:replacing:)`` keeps one for as long as the edit is being sent.
@MainActor
public final class PendingEdit<SectionID: Hashable & Sendable, Item: Identifiable & Equatable & Sendable>
where Item.ID: Sendable {
  /// What is known of the edit; outlives the object that is handed out, which settles it when it goes.
  @MainActor
  final class Life {
    /// Set in the turn in which it is made.
    var edited: Shown<SectionID, Item>.Edited?
    private weak var pages: PagedList<SectionID, Item>?

    init(in pages: PagedList<SectionID, Item>) { self.pages = pages }

    func settle(
      as step: EditEvent<SectionID, Item.ID>.Step,
      then replace: (@MainActor (inout SectionedList<SectionID, Item>) -> Void)? = nil
    ) {
      guard let pages else { return }
      self.pages = nil
      pages.settle(self, as: step, then: replace)
    }
  }

  let life: Life

  init(in pages: PagedList<SectionID, Item>) { life = Life(in: pages) }

  deinit { Task { @MainActor [life] in life.settle(as: .takenBack(nil)) } }

  /// Counts the edit as done: loads that are begun from now on know it.
  /// - Parameter replace: Puts something else into its place, in the same change.
  public func confirm(_ replace: (@MainActor (inout SectionedList<SectionID, Item>) -> Void)? = nil) {
    life.settle(as: .confirmed, then: replace)
  }

  /// Takes the edit out of the list, as if it had never been made.
  /// - Parameter error: Why, for subscribers of ``PagedList/edits``; nil if it was undone.
  public func takeBack(because error: (any Error)? = nil) { life.settle(as: .takenBack(error)) }
}
