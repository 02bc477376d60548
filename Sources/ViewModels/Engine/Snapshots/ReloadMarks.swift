/// Identifiers to reload or reconfigure, in the order in which they were first marked.
@usableFromInline
struct ReloadMarks<Identifier: Hashable & Sendable>: Sendable {
  @usableFromInline var ranks: [Identifier: Int] = [:]
  @usableFromInline var nextRank = 0

  @inlinable init() {}

  @inlinable
  mutating func insert(_ identifiers: some Sequence<Identifier>) {
    for identifier in identifiers where ranks[identifier] == nil {
      ranks[identifier] = nextRank
      nextRank += 1
    }
  }

  @inlinable
  mutating func remove(_ identifiers: some Sequence<Identifier>) {
    if ranks.isEmpty { return }
    for identifier in identifiers { ranks[identifier] = nil }
  }

  @inlinable
  func contains(_ identifier: Identifier) -> Bool { ranks[identifier] != nil }

  @inlinable var inOrder: [Identifier] { ranks.sorted { $0.value < $1.value }.map(\.key) }
}
