import Synchronization

/// What a conduit has asked for, in one atomic word: a count of demand, and above it the flags that change with it.
@usableFromInline
struct Standing: ~Copyable {
  /// Nothing is to be delivered any more.
  @usableFromInline static let cancelled: UInt = 1 << 63
  /// The subscriber has not heard the current value: none yet, or it had no demand when the last one came.
  @usableFromInline static let behind: UInt = 1 << 62
  /// The count that stands for unlimited. A demand as large as that could not be used up in a lifetime.
  @usableFromInline static let unlimited: UInt = behind - 1

  @usableFromInline let word: Atomic<UInt>

  @inlinable
  init(isBehind: Bool) { word = Atomic(isBehind ? Standing.behind : 0) }

  /// Everything is wanted and nothing was missed: the common case, told by one plain load.
  @inlinable @inline(__always)
  var isUnlimited: Bool { word.load(ordering: .relaxed) == Standing.unlimited }
  var isBehind: Bool { word.load(ordering: .relaxed) & Standing.behind != 0 }
  var isCancelled: Bool { word.load(ordering: .acquiring) & Standing.cancelled != 0 }

  /// Cancels; false if that was done before.
  borrowing func cancel() -> Bool {
    word.bitwiseOr(Standing.cancelled, ordering: .acquiringAndReleasing).oldValue & Standing.cancelled == 0
  }

  /// Adds demand. Returns whether the subscriber was behind; nil if it has cancelled.
  borrowing func add(_ demand: Subscribers.Demand) -> Bool? {
    let more = demand.max.map { min(UInt($0), Standing.unlimited) } ?? Standing.unlimited
    let old = update { old in
      if old & Standing.cancelled != 0 { return nil }
      return old & Standing.behind | min(old & Standing.unlimited + more, Standing.unlimited)
    }
    return old.map { $0 & Standing.behind != 0 }
  }

  /// Uses up one of the demand. If there is none, either remembers that a value was missed or leaves it at that.
  borrowing func takeOne(orFallBehind: Bool) -> Bool {
    let old = update { old in
      if old & Standing.cancelled != 0 { return nil }
      switch old & Standing.unlimited {
      case 0: return orFallBehind ? Standing.behind : nil
      case Standing.unlimited: return Standing.unlimited
      case let count: return count - 1
      }
    }
    return old.map { $0 & Standing.unlimited != 0 } ?? false
  }

  /// Changes the word in one step and returns the old one; nil if `change` returns nil.
  private borrowing func update(_ change: (UInt) -> UInt?) -> UInt? {
    var old = word.load(ordering: .relaxed)
    while let new = change(old) {
      let (done, now) = word.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing)
      if done { return old }
      old = now
    }
    return nil
  }
}
