import ListViewModelsTestSupport

/// A query on its way: sent when typing has paused, unless it is the one that was sent last.
struct ModelSearch {
  /// The queries, in the order of the loaders' numbers. The first one is empty, and never sent.
  static let queries = ["", "a", "ab", "abc"]

  let pause: Int
  private(set) var now = 0
  private var typed: (text: String, due: Int)?
  private var sent: (text: String, generation: Int)?

  init(pause: Int) { self.pause = pause }

  mutating func type(_ text: String) { typed = (text, now + pause) }

  /// Time goes on until a query is due, and no further than to its end. What is typed when the query is sent is typed then.
  /// - Returns: Whether the end has been reached.
  mutating func advance(to end: Int) -> Bool {
    let isDue = typed.map { $0.due <= end } ?? false
    now = isDue ? max(now, typed?.due ?? end) : end
    return !isDue
  }

  /// The query that is due.
  /// - Parameter state: What the list is at.
  mutating func send(_ state: ModelState) -> Wish? {
    guard let typed else { return nil }
    self.typed = nil
    if case .failed = state.refresh { sent = nil }
    // A load that was cancelled left another generation behind.
    if let sent, sent == (typed.text, state.generation) { return nil }
    sent = (typed.text, state.generation + 1)
    return .refresh(.section(0), loader: Self.queries.firstIndex(of: typed.text))
  }
}
