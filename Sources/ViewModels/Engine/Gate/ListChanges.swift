import Reactive

extension SerialGate {
  /// The changes, for a loop that makes each of them in a list view.
  ///
  /// ```swift
  /// for await change in gate.changes { await change.perform(in: listView) }
  /// ```
  ///
  /// The first element reloads everything. The next change begins when the body has ended; one that the body did not
  /// perform is made all the same. Leaving the loop, or cancelling its task, lets the gate go on without it.
  /// - Precondition: one loop at a time for each gate.
  public var changes: ListChanges { ListChanges(gate: self) }
}

/// A main-actor sequence of changes; see ``SerialGate/changes``. It ends when the task of its loop is cancelled.
@MainActor
public struct ListChanges {
  let gate: SerialGate
}

extension ListChanges: @MainActor AsyncSequence {
  /// Begins to drive the gate.
  public func makeAsyncIterator() -> Iterator { Iterator(loop: ChangeLoop(gate: gate)) }

  /// Hands out one change after another.
  @MainActor
  public struct Iterator: @MainActor AsyncIteratorProtocol {
    let loop: ChangeLoop

    /// The next change, when there is one; nil when the task is cancelled.
    public func next() async -> ListChange? { await loop.next() }
    /// The next change, when there is one; nil when the task is cancelled.
    public func next(isolation actor: isolated (any Actor)?) async -> ListChange? { await loop.next() }
  }
}

/// One element of ``ListChanges``: the first reload, or a change that waits to be made.
@MainActor
public struct ListChange {
  let gate: SerialGate
  /// Nil for the first element.
  let change: ChangeInProgress?

  /// Makes the change inside an update of this view and returns when its animation is over.
  ///
  /// The first element reloads the view instead, so that it has counted before the first change. So does a change that
  /// has been made already, in another view of the same loop for instance.
  public func perform(in view: some ListView) async {
    guard let change, change.isUnmade else { return view.reloadAndCount() }
    await withCheckedContinuation { continuation in
      let end = AnimationEnd(continuation)
      var committed = false
      view.performUpdate(
        {
          guard !committed else { return nil }
          committed = true
          return self.make()
        },
        completion: { end.reached() })
      if !committed {
        committed = true
        make()
        view.reloadAndCount()
      }
      gate.run()
    }
  }

  /// Makes the change outside any view and returns what it was; nil for the first element, for an obsolete change, and
  /// for one that has been made.
  @discardableResult
  public func perform() -> ListUpdate? {
    defer { gate.run() }
    return make()
  }

  @discardableResult
  private func make() -> ListUpdate? {
    change.flatMap { $0 === gate.currentChange ? gate.perform() : nil }
  }
}

/// Resumes when the animation is over, or when the view dropped its completion.
@MainActor
private final class AnimationEnd {
  private var continuation: CheckedContinuation<Void, Never>?
  init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }
  deinit { continuation?.resume() }

  func reached() {
    continuation?.resume()
    continuation = nil
  }
}
