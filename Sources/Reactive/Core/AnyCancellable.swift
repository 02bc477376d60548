/// A cancellable that cancels itself when the last reference to it goes.
///
/// `sink` and `assign(to:on:)` return one. Keep it as long as you want the subscription.
/// ```swift
/// private var cancellables: Set<AnyCancellable> = []
/// names.sink { print($0) }.store(in: &cancellables)  // prints until `cancellables` goes
/// ```
/// Can be cancelled or released on any thread and from inside a delivery. Equality and hashing are by identity.
public final class AnyCancellable: Cancellable {
  @usableFromInline let target: Lock<(any Cancellable)?>

  /// Creates a cancellable that calls `cancel` once, at the first call of ``cancel()`` or at deinit, and releases it.
  public convenience init(_ cancel: @escaping @Sendable () -> Void) { self.init(CancelAction(action: cancel)) }

  /// Creates a cancellable that cancels `canceller` once, at the first call of ``cancel()`` or at deinit, and releases it.
  @inlinable public init<C: Cancellable>(_ canceller: C) { target = Lock(canceller) }

  /// Cancels, unless that has been done, on the caller's thread. If two threads call it, one of them cancels, and the
  /// other may return before that is done.
  public func cancel() { target.withLock { $0.take() }?.cancel() }

  deinit { cancel() }
}

private struct CancelAction: Cancellable {
  let action: @Sendable () -> Void
  func cancel() { action() }
}

extension AnyCancellable: Hashable {
  /// Returns whether both are the same object.
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }
  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Cancellable {
  /// Puts this into a set, which keeps it from being cancelled; in an `AnyCancellable`, unless it is one.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self as? AnyCancellable ?? AnyCancellable(self)) }

  /// Appends this to a collection, which keeps it from being cancelled; in an `AnyCancellable`, unless it is one.
  public func store<C: RangeReplaceableCollection<AnyCancellable>>(in collection: inout C) {
    collection.append(self as? AnyCancellable ?? AnyCancellable(self))
  }
}
