import Synchronization

/// Whose turn it is: at most one has it, and takes and leaves it in one atomic step each if nobody else comes.
///
/// It goes with a ``Lock`` that guards what waits. Who finds it taken locks, and calls ``takeOrSummon()`` before he
/// adds to what waits: then the one who has the turn cannot leave it before he has locked too and seen to it.
@usableFromInline
struct Turn: ~Copyable {
  @usableFromInline
  enum Phase: UInt8, AtomicRepresentable {
    case free
    case taken
    /// Taken, and something waits.
    case summoned
  }

  @usableFromInline let phase = Atomic(Phase.free)

  @inlinable
  init() {}

  /// Takes the turn if it is free.
  @inlinable @inline(__always)
  borrowing func tryTake() -> Bool {
    phase.compareExchange(expected: .free, desired: .taken, ordering: .acquiring).exchanged
  }

  /// Leaves the turn, unless somebody has been left waiting: then there is more to do, see ``leave(orGoOn:)``.
  @inlinable @inline(__always)
  borrowing func tryLeave() -> Bool {
    phase.compareExchange(expected: .taken, desired: .free, ordering: .releasing).exchanged
  }

  // MARK: With the lock held

  /// Takes the turn if it is free; if not, makes sure that whoever has it looks at what waits before he leaves.
  @inlinable
  borrowing func takeOrSummon() -> Bool {
    while true {
      if tryTake() { return true }
      let (summoned, now) = phase.compareExchange(expected: .taken, desired: .summoned, ordering: .relaxed)
      if summoned || now == .summoned { return false }
    }
  }

  /// For the one who has the turn: leaves it, or keeps it because something waits.
  @inlinable
  borrowing func leave(orGoOn hasMore: Bool) {
    phase.store(hasMore ? .taken : .free, ordering: .releasing)
  }
}
