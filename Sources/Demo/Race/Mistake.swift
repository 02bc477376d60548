import Foundation

/// Three ways to tell a list view of a page that five apps tried first.
enum Mistake: String, CaseIterable {
  /// The model changes when the page comes, the view hears of it on its next turn. Meanwhile another section's page may
  /// have changed the model, too, and the view counts all sections.
  case hop
  /// The index paths are those of a full page behind what the section held when the load began. Films that the section
  /// holds already are dropped, and the last paths lead nowhere.
  case earlyPaths = "early-paths"
  /// No batch begins during an animation; what came meanwhile is put into the model, then told in one batch for each
  /// section. The first of them counts what belongs to the second.
  case batchForEach = "batch-each"

  /// A sentence for people.
  var summary: String {
    switch self {
    case .hop: "by hand: the model changes as a page comes, the view is told on its next turn"
    case .earlyPaths: "by hand: index paths computed when the load began"
    case .batchForEach: "by hand: what came during an animation goes in together, one batch for each section"
    }
  }

  private static let pageSize = 20
  /// How long a busy main queue lets a turn wait, in milliseconds: one frame.
  private static let nextTurn = 16

  @MainActor
  func takeIn(_ arrival: Arrival, on screen: HandMadeScreen) {
    switch self {
    case .hop:
      let new = screen.append(arrival)
      screen.time.after(Self.nextTurn) { screen.insert(at: new, in: arrival.position) }
    case .earlyPaths:
      let new = (0..<Self.pageSize).map { IndexPath(item: arrival.countAtStart + $0, section: arrival.position) }
      screen.insert(at: new, in: arrival.position) { _ = screen.append(arrival) }
    case .batchForEach:
      screen.waiting.append(arrival)
      if screen.list.runningAnimations == 0 { takeInAll(on: screen) }
    }
  }

  @MainActor
  func animationEnded(on screen: HandMadeScreen) {
    if self == .batchForEach, screen.list.runningAnimations == 0 { takeInAll(on: screen) }
  }

  @MainActor
  private func takeInAll(on screen: HandMadeScreen) {
    let arrivals = screen.waiting
    screen.waiting = []
    let new = arrivals.map { ($0.position, screen.append($0)) }
    for (position, indexPaths) in new { screen.insert(at: indexPaths, in: position) }
  }
}
