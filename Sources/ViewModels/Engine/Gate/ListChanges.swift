extension SerialGate {
  /// The changes, for a loop that makes each of them in a list view.
  ///
  /// ```swift
  /// for await change in gate.changes { await change.perform(in: listView) }
  /// ```
  ///
  /// The first element reloads everything. The next change begins when the body has ended. A change that the body does
  /// not perform is made all the same, and the view counts before its next one.
  ///
  /// A body that awaits the list lets go of its change first, as if it had ended: ``idle()``,
  /// ``PagedListViewModel/settled()``, ``BegunLoads/summary``, a snapshot that is applied. While it waits, changes are made
  /// without the loop, and the views that it has performed in reload in the turn of each. Work in another task that awaits the
  /// list is none of the body's: a body that waits for such a task waits for itself.
  ///
  /// One loop drives a gate: a new one takes over from an older one, which ends. Leaving the loop, or cancelling its
  /// task, lets the gate go on without it. The loop ends when the gate goes, and does not keep it alive.
  public var changes: ListChanges { ListChanges(gate: self) }
}

/// A main-actor sequence of changes; see ``SerialGate/changes``.
///
/// It ends when the task of its loop is cancelled, when a newer loop begins, and when the gate is gone.
@MainActor
public struct ListChanges {
  weak var gate: SerialGate?
}

extension ListChanges: @MainActor AsyncSequence {
  /// Creates the iterator of a loop, which begins to drive the gate with its first element.
  public func makeAsyncIterator() -> Iterator { Iterator(loop: ChangeLoop(gate: gate)) }

  /// Hands out one change after another.
  @MainActor
  public struct Iterator: @MainActor AsyncIteratorProtocol {
    let loop: ChangeLoop

    /// The next change, when there is one; nil when the loop has ended.
    public func next() async -> PendingChange? { await loop.next() }
    /// The next change, when there is one; nil when the loop has ended.
    public func next(isolation actor: isolated (any Actor)?) async -> PendingChange? { await loop.next() }
  }
}

/// One element of ``ListChanges``: the first reload, or a change that waits to be made.
@MainActor
public struct PendingChange {
  /// Weak, so that an element that is kept does not keep a loop driving that has been left.
  weak var loop: ChangeLoop?
  /// How many changes the gate had made before this one; nil for the first element.
  let number: Int?

  /// Makes the change inside an update of this view and returns when its animation is over.
  ///
  /// The first element reloads the view instead, so that it has counted before the first change. So does a change that
  /// has been made already, in another view of the same loop for instance. A view that has missed a change reloads
  /// before its update. Nothing happens if the loop's task has been cancelled or a newer loop has taken over. A view that
  /// a newer binding or another list's loop has taken since the loop began is left alone, and the change is made without it;
  /// the loop does not get it back.
  public func perform(in view: some ListView) async { await loop?.perform(number, in: view) }

  /// Makes the change outside any view of the loop and returns what it was; nil for the first element, for an obsolete
  /// change, and for one that has been made.
  @discardableResult
  public func perform() -> ListUpdate? { loop?.perform(number) }
}
