import Observation

@testable import ViewModels

/// Waits for Observation to tell of a change.
@MainActor
final class Tracker {
  /// Weak, because the list's registrar keeps who waits to be told.
  private weak var stage: (any Stage)?
  private let channel: Step.Channel
  private let shown: [Moment.Shown]
  private let states: [ModelState]
  private var isTold = false

  init(_ stage: any Stage, _ channel: Step.Channel, then act: @escaping @MainActor () -> Void) {
    (self.stage, self.channel) = (stage, channel)
    (shown, states) = withObservationTracking {
      channel == .updates ? (stage.shown, []) : ([], stage.targets.map { stage.state(of: $0) })
    } onChange: {
      // Observation tells before the change, so a front end looks in a later turn.
      Task { @MainActor in act() }
    }
  }

  func tell() { isTold = true }

  /// Whether a change has been told, if there was one.
  var isRight: Bool {
    guard !isTold, let stage else { return true }
    return channel == .updates ? shown == stage.shown : states == stage.targets.map { stage.state(of: $0) }
  }
  var isOver: Bool { isTold }
}
