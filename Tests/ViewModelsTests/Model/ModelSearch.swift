import ListViewModelsTestSupport

/// A query on its way: sent when typing has paused, unless it is the one that was sent last.
struct ModelSearch {
  /// The queries, in the order of the loaders' numbers. The first one is empty, and never sent.
  static let queries = ["", "a", "ab", "abc"]

  let pause: Int
  private var now = 0
  private var typed: (text: String, due: Int)?
  private var sent: (text: String, generation: Int)?

  init(pause: Int) { self.pause = pause }

  mutating func type(_ text: String) { typed = (text, now + pause) }

  /// - Parameter state: What the list is at.
  mutating func advance(by time: Int, _ state: ModelState) -> Wish? {
    now += time
    guard let typed, typed.due <= now else { return nil }
    self.typed = nil
    if case .failed = state.refresh { sent = nil }
    // A load that was cancelled left another generation behind.
    if let sent, sent == (typed.text, state.generation) { return nil }
    sent = (typed.text, state.generation + 1)
    return .refresh(.section(0), loader: Self.queries.firstIndex(of: typed.text))
  }
}
