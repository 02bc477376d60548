import Synchronization

/// A cancellable that cancels itself when the last reference to it goes.
///
/// `sink` and `assign(to:on:)` return one; whoever keeps it keeps the subscription.
/// ```swift
/// private var cancellables: Set<AnyCancellable> = []
/// names.sink { print($0) }.store(in: &cancellables)  // prints until `cancellables` goes
/// ```
/// It may be cancelled, and let go of, on any thread and from inside a delivery. Equality and hashing are by identity.
public final class AnyCancellable: Cancellable, @unchecked Sendable {
  // Unchecked: `target` is touched by the one who sets `isCancelled`, and by nobody after him.

  @usableFromInline let isCancelled = Atomic(false)
  @exclusivity(unchecked) @usableFromInline var target: (any Cancellable)?

  /// Runs `cancel` once, at the first call of ``cancel()`` or at deinit, and lets go of it.
  public convenience init(_ cancel: @escaping @Sendable () -> Void) { self.init(CancelAction(cancel: cancel)) }

  /// Cancels `canceller` once, at the first call of ``cancel()`` or at deinit, and lets go of it.
  @inlinable
  public init<C: Cancellable>(_ canceller: C) { target = canceller }

  /// Cancels, unless that has been done, on the caller's thread. If two threads call it, one of them cancels, and the
  /// other may return before that is done.
  public func cancel() {
    if !isCancelled.exchange(true, ordering: .acquiringAndReleasing) { target.take()?.cancel() }
  }

  deinit {
    if !isCancelled.load(ordering: .acquiring) { target?.cancel() }
  }
}

private struct CancelAction: Cancellable {
  let action: @Sendable () -> Void
  init(cancel: @escaping @Sendable () -> Void) { action = cancel }
  func cancel() { action() }
}

extension AnyCancellable: Hashable {
  /// The same object.
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }
  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension AnyCancellable {
  /// Puts this cancellable into a set, which keeps it from being cancelled.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

  /// Appends this cancellable to a collection, which keeps it from being cancelled.
  public func store<C: RangeReplaceableCollection<AnyCancellable>>(in collection: inout C) { collection.append(self) }
}

extension Cancellable {
  /// Puts an `AnyCancellable` around this into a set, which keeps it from being cancelled.
  public func store(in set: inout Set<AnyCancellable>) { AnyCancellable(self).store(in: &set) }

  /// Appends an `AnyCancellable` around this to a collection, which keeps it from being cancelled.
  public func store<C: RangeReplaceableCollection<AnyCancellable>>(in collection: inout C) {
    AnyCancellable(self).store(in: &collection)
  }
}
