/// Identifiers to be drawn anew, in the order in which they were first marked.
@usableFromInline
struct ReloadMarks<Identifier: Hashable & Sendable>: Sendable {
  @usableFromInline var turns: [Identifier: Int] = [:]
  @usableFromInline var nextTurn = 0

  @inlinable init() {}

  @inlinable
  mutating func insert(_ identifiers: some Sequence<Identifier>) {
    for identifier in identifiers where turns[identifier] == nil {
      turns[identifier] = nextTurn
      nextTurn += 1
    }
  }

  @inlinable
  mutating func remove(_ identifiers: some Sequence<Identifier>) {
    if turns.isEmpty { return }
    for identifier in identifiers { turns[identifier] = nil }
  }

  @inlinable
  func contains(_ identifier: Identifier) -> Bool { turns[identifier] != nil }

  @inlinable var inOrder: [Identifier] { turns.sorted { $0.value < $1.value }.map(\.key) }
}
