import Foundation

/// Three mistaken ways to update a list view, which apps made.
enum Mistake: String, CaseIterable {
  /// The model changes when the page arrives, and the view is updated in the next turn. Meanwhile another section's page
  /// may have changed the model too, and the view counts all sections.
  case hop
  /// The index paths are computed when the load begins, for a full page. Repeated movies are dropped, so the last index
  /// paths don't exist.
  case earlyPaths = "early-paths"
  /// No batch begins during an animation. Afterwards all pages that arrived are appended to the model, and each section
  /// gets a batch of its own. The first batch already counts the items of the second.
  case batchForEach = "batch-each"

  /// A sentence for users.
  var summary: String {
    switch self {
    case .hop: "by hand: the model changes as a page comes, the view is told on its next turn"
    case .earlyPaths: "by hand: index paths computed when the load began"
    case .batchForEach: "by hand: what came during an animation goes in together, one batch for each section"
    }
  }

  private static let pageSize = 20
  /// The time until the next turn of a busy main queue, in milliseconds: one frame.
  private static let nextTurn = 16

  @MainActor
  func receive(_ arrival: Arrival, on screen: HandMadeScreen) {
    switch self {
    case .hop:
      let new = screen.append(arrival)
      screen.time.after(Self.nextTurn) { screen.insert(arrival, at: new) }
    case .earlyPaths:
      let new = (0..<Self.pageSize).map { IndexPath(item: arrival.countAtStart + $0, section: arrival.position) }
      screen.insert(arrival, at: new) { _ = screen.append(arrival) }
    case .batchForEach:
      screen.waiting.append(arrival)
      if screen.list.runningAnimations == 0 { appendAll(on: screen) }
    }
  }

  @MainActor
  func animationEnded(on screen: HandMadeScreen) {
    if self == .batchForEach, screen.list.runningAnimations == 0 { appendAll(on: screen) }
  }

  @MainActor
  private func appendAll(on screen: HandMadeScreen) {
    let arrivals = screen.waiting
    screen.waiting = []
    let new = arrivals.map { ($0, screen.append($0)) }
    for (arrival, indexPaths) in new { screen.insert(arrival, at: indexPaths) }
  }
}
