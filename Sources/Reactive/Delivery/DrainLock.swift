import Synchronization

/// Which emission drains: at most one holds it, and takes and leaves it in one atomic step each while no other comes.
///
/// It goes with a ``Lock`` that guards what waits. An emission that finds it taken locks, and calls ``takeOrSummon()``
/// before it adds to what waits: the holder then can't leave before it has locked too and seen what was added.
@usableFromInline
struct DrainLock: ~Copyable {
  @usableFromInline
  enum Phase: UInt8, AtomicRepresentable {
    case free, taken
    /// Taken, and something waits.
    case summoned
  }

  @usableFromInline let phase = Atomic(Phase.free)

  /// Takes the lock if it is free.
  @inlinable @inline(__always) borrowing func tryTake() -> Bool {
    phase.compareExchange(expected: .free, desired: .taken, ordering: .acquiring).exchanged
  }

  /// Leaves the lock, unless something waits: then there is more to do, see ``leave(orKeep:)``.
  @inlinable @inline(__always) borrowing func tryLeave() -> Bool {
    phase.compareExchange(expected: .taken, desired: .free, ordering: .releasing).exchanged
  }

  // MARK: With the other lock held

  /// Takes the lock if it is free; if not, makes sure that its holder looks at what waits before it leaves. A holder that
  /// has been summoned needs the other lock to leave, so that a look is enough then.
  @inlinable borrowing func takeOrSummon() -> Bool {
    while true {
      switch phase.load(ordering: .relaxed) {
      case .free: if tryTake() { return true }
      case .taken:
        if phase.compareExchange(expected: .taken, desired: .summoned, ordering: .relaxed).exchanged { return false }
      case .summoned: return false
      }
    }
  }

  /// Leaves the lock, or keeps it because something waits. For its holder.
  @inlinable borrowing func leave(orKeep hasMore: Bool) {
    phase.store(hasMore ? .taken : .free, ordering: .releasing)
  }
}
