import Synchronization

/// The demand of one conduit in one atomic word: a count, and above it the flags that change together with it.
///
/// One word, because each decision depends on the whole of it: a request that arrives while a value is offered either
/// lets the value through or sees that it was missed; one of the two always happens. It has 64 bits also where an integer has
/// 32, as on a watch.
@usableFromInline
struct AtomicDemand: ~Copyable {
  /// Nothing more is to be delivered.
  @usableFromInline static let cancelled: UInt64 = 1 << 63
  /// Something waits: an event held in the conduit, or the current value that the subscriber has not received.
  @usableFromInline static let behind: UInt64 = 1 << 62
  /// The subscriber's `receive(subscription:)` has not returned; what comes meanwhile is held.
  @usableFromInline static let introducing: UInt64 = 1 << 61
  /// The count that stands for unlimited. A demand as large as that can't be used up in a lifetime.
  @usableFromInline static let unlimited: UInt64 = introducing - 1

  @usableFromInline let word: Atomic<UInt64>

  /// Creates the demand of a subscriber that is being introduced: no value is asked for yet.
  @inlinable init() { word = Atomic(AtomicDemand.introducing) }

  /// Whether every value is wanted, at once: the common case, told by one plain load.
  @inlinable @inline(__always) var isUnlimited: Bool { word.load(ordering: .acquiring) == AtomicDemand.unlimited }
  @usableFromInline var isBehind: Bool { word.load(ordering: .relaxed) & AtomicDemand.behind != 0 }
  var isCancelled: Bool { word.load(ordering: .acquiring) & AtomicDemand.cancelled != 0 }
  /// Stays as it is once the conduit is cancelled: a thread that introduces sees the cancel and releases the subscriber.
  var isIntroducing: Bool { word.load(ordering: .acquiring) & AtomicDemand.introducing != 0 }

  // MARK: Subscriber

  /// Adds demand. Returns whether something waits that can be delivered now.
  borrowing func add(_ demand: Subscribers.Demand) -> Bool {
    let more = demand.max.map { min(UInt64($0), AtomicDemand.unlimited) } ?? AtomicDemand.unlimited
    let old = update { old in
      if old & AtomicDemand.cancelled != 0 { return nil }
      let (flags, count) = (old & ~AtomicDemand.unlimited, old & AtomicDemand.unlimited)
      return flags | min(count + more, AtomicDemand.unlimited)
    }
    return old.map { $0 & (AtomicDemand.behind | AtomicDemand.introducing) == AtomicDemand.behind } ?? false
  }

  /// Cancels; returns false if that was done before.
  borrowing func cancel() -> Bool {
    word.bitwiseOr(AtomicDemand.cancelled, ordering: .acquiringAndReleasing).oldValue & AtomicDemand.cancelled == 0
  }

  // MARK: Introduction

  /// Ends the introduction, unless something waits or the conduit has been cancelled.
  @usableFromInline borrowing func tryIntroduce() -> Bool {
    update { old in
      old & (AtomicDemand.cancelled | AtomicDemand.behind) != 0 ? nil : old & ~AtomicDemand.introducing
    } != nil
  }

  /// Ends the introduction, or a delivery of held events, with what is left. Returns whether there is demand for it.
  borrowing func settle(isBehind: Bool) -> Bool {
    let old = update { old in
      if old & AtomicDemand.cancelled != 0 { return nil }
      return old & AtomicDemand.unlimited | (isBehind ? AtomicDemand.behind : 0)
    }
    return isBehind && old.map { $0 & AtomicDemand.unlimited != 0 } ?? false
  }

  /// Takes note that an event is held; returns false if it is to be offered instead.
  /// - Parameter lossless: Whether an event is also held when there is no demand, or when others wait ahead of it.
  borrowing func hold(lossless: Bool) -> Bool {
    update { old in
      if old & AtomicDemand.cancelled != 0 { return nil }
      let mustWait = old & AtomicDemand.behind != 0 || old & AtomicDemand.unlimited == 0
      return old & AtomicDemand.introducing != 0 || lossless && mustWait ? old | AtomicDemand.behind : nil
    } != nil
  }

  // MARK: Delivery

  /// Uses up one of the demand; the subscriber is no longer behind. If there is none, it may fall behind.
  @usableFromInline borrowing func takeOne(orFallBehind: Bool) -> Bool {
    let old = update { old in
      if old & AtomicDemand.cancelled != 0 { return nil }
      let count = old & AtomicDemand.unlimited
      if count == 0 { return orFallBehind ? old | AtomicDemand.behind : nil }
      return count == AtomicDemand.unlimited ? count : count - 1
    }
    return old.map { $0 & AtomicDemand.unlimited != 0 } ?? false
  }

  /// Uses up one of the demand for a held event; the flags stay.
  borrowing func takeOneHeld() -> Bool {
    update { old in
      let count = old & AtomicDemand.unlimited
      if old & AtomicDemand.cancelled != 0 || count == 0 { return nil }
      return count == AtomicDemand.unlimited ? old : old - 1
    } != nil
  }

  /// Changes the word in one step and returns the old one; nil if `change` returns nil.
  @inline(__always) private borrowing func update(_ change: (UInt64) -> UInt64?) -> UInt64? {
    var old = word.load(ordering: .acquiring)
    while let new = change(old) {
      let (done, now) = word.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing)
      if done { return old }
      old = now
    }
    return nil
  }
}
