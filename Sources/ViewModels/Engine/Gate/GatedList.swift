import Reactive

/// A list whose changes pass a gate: what a list view can be bound to, alone or with others one below the other.
///
/// Every screen of this package is one. A model of your own is one when it says what its gate is.
@MainActor
public protocol GatedList: ListDataSource {
  /// Makes the changes.
  var gate: SerialGate { get }
}

extension GatedList {
  /// Every change of the list, on the main actor, in the turn in which it was made; see ``SerialGate/updates``.
  public var updates: AnyMainActorPublisher<ListUpdate, Never> { gate.updates }

  /// The changes, for a loop that makes each of them in a list view; see ``SerialGate/changes``.
  public var changes: ListChanges { gate.changes }

  /// Keeps the change that is being delivered open; see ``SerialGate/holdCurrentChange()``.
  public func holdCurrentChange() -> SerialGate.Hold? { gate.holdCurrentChange() }

  /// Binds a list view: from now on changes are made inside its updates, and it is told what they were.
  ///
  /// The view reloads and counts before this returns; in the middle of a change, right after it. Several views may be
  /// bound; their updates nest, and the next change begins when all have completed. A view that is gone is unbound by
  /// itself.
  ///
  /// ```swift
  /// movies.bind(to: view).store(in: &cancellables)
  /// dishes.bind(to: view, below: movies).store(in: &cancellables)
  /// ```
  /// One binding or loop at a time drives a view, whichever view model it belongs to, and the newest wins: the token of an
  /// older one does nothing from then on. No change waits for what the view animates by then: it counts, and the changes of
  /// the list that had it go on without it. The exceptions share this list's queue, see ``SerialGate/init(sharing:)``: lists
  /// above it stay, and so do lists below it when it is bound again.
  ///
  /// - Parameters:
  ///   - view: Held weakly.
  ///   - other: The list whose sections stand right above this one's in the view. What is bound there is held weakly, and asked
  ///     for its sections in the turn of each change; if that is its gate alone, it is `other`. When it goes, or is not bound to
  ///     the view any more, the view counts before the next change. A list that stood right below it until now ends, and so does
  ///     what stood below that one.
  ///   - animated: Whether the view may animate what this list tells it.
  /// - Precondition: `other` is bound to the view, and shares its queue with this list.
  /// - Returns: A token that unbinds when it is cancelled or dropped: at once, while what the gate may do without the
  ///   view begins in a later turn.
  public func bind(
    to view: some ListView, below other: (any GatedList)? = nil, animated: Bool = true
  ) -> AnyCancellable {
    gate.bind(to: view, showing: self, below: other, animated: animated)
  }
}
