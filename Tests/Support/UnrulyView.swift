import ListEngine

/// A list view that does what a strict one must not: it counts nothing, keeps what it is given, and its updates take as long as
/// the test wants, empty ones and unanimated ones, too.
@MainActor
package final class UnrulyView: ListView {
  /// Whether it never runs the block of an update.
  package var dropsBlocks = false
  /// Whether it never says that an update is over.
  package var dropsCompletions = false
  package private(set) var reloads = 0
  /// Whether each update was to be animated.
  package private(set) var animated: [Bool] = []
  private var blocks: [@MainActor () -> ListUpdate?] = []
  package private(set) var completions: [@MainActor () -> Void] = []

  package init() {}

  package func reloadAndCount() { reloads += 1 }

  package func performUpdate(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    self.animated.append(animated)
    blocks.append(commit)
    if !dropsCompletions { completions.append(completion) }
    if !dropsBlocks { _ = commit() }
  }

  /// Ends the oldest update, and says so as often as told: with 0 the completion is dropped.
  package func finish(calls: Int = 1) {
    guard !completions.isEmpty else { return }
    let completion = completions.removeFirst()
    for _ in 0..<calls { completion() }
  }
}
