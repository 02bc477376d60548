/// The subscribers of a subject, in the order they joined, each retained once.
///
/// Not generic, so that joining and leaving need nothing from the runtime; unmanaged, since calling an element of an
/// array of objects counts references.
@usableFromInline
struct Members {
  @usableFromInline var list: ContiguousArray<Unmanaged<Member>> = []

  init() {}

  @usableFromInline
  mutating func append(_ member: Member) { list.append(.passRetained(member)) }

  /// Unlists one member, in logarithmic time but for the moving of what stands behind it.
  mutating func remove(_ member: Member) {
    // Tickets ascend along the list.
    var range = list.indices
    while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
      let ticket = list[middle]._withUnsafeGuaranteedRef { $0.ticket }
      if ticket == member.ticket { return list.remove(at: middle).release() }
      range = ticket < member.ticket ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
  }

  /// Unlists all that have cancelled, in one pass.
  mutating func removeCancelled() -> [Member] {
    var leaving: [Member] = []
    list.removeAll { member in
      guard member._withUnsafeGuaranteedRef({ $0.standing.isCancelled }) else { return false }
      leaving.append(member.takeRetainedValue())
      return true
    }
    return leaving
  }

  mutating func removeAll() -> [Member] { list.take().map { $0.takeRetainedValue() } }
}

/// Who subscribes to a subject and what feeds it: what its lock guards.
@usableFromInline
struct Roll: Sendable {
  @usableFromInline var isComplete = false
  @usableFromInline var lastTicket = 0
  /// How many have joined and not left; while there are any, they keep the subject alive.
  @usableFromInline var count = 0
  @usableFromInline var subject: (AnyObject & Sendable)?
  /// Cancelled while somebody had the turn, who is to let go of them.
  @usableFromInline var retired: [Member] = []
  @usableFromInline var upstreams: [any Subscription] = []

  init() {}
}

extension RangeReplaceableCollection {
  /// Moves the elements out, leaving none.
  @inlinable
  mutating func take() -> Self {
    var taken = Self()
    swap(&taken, &self)
    return taken
  }
}
