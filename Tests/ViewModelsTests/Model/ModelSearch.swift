/// A query on its way: sent when typing has paused, unless it is the one that was sent last.
struct ModelSearch {
  /// The queries, in the order of the loaders' numbers. The first one is empty, and never sent.
  static let queries = ["", "a", "ab", "abc"]

  let pause: Int
  private var now = 0
  private var typed: (text: String, due: Int)?
  private var sent: String?

  init(pause: Int) { self.pause = pause }

  mutating func type(_ text: String) { typed = (text, now + pause) }

  mutating func advance(by time: Int) -> Wish? {
    now += time
    guard let typed, typed.due <= now else { return nil }
    self.typed = nil
    guard typed.text != sent else { return nil }
    sent = typed.text
    return .refresh(.section(0), loader: Self.queries.firstIndex(of: typed.text))
  }

}
