import Observation

@testable import ListEngine
@testable import ViewModels

/// Waits for Observation to tell of a change, with a step for the turn after it.
@MainActor
final class Tracker {
  private enum State {
    case waiting, told, over
  }

  let step: Step
  /// Weak, because the list's registrar keeps who waits to be told.
  private weak var stage: (any Stage)?
  private let channel: Step.Channel
  private var shown: [Moment.Shown] = []
  private var states: [ModelState] = []
  private var state = State.waiting

  /// - Parameter tell: Called before the change, because Observation tells then.
  init(_ stage: any Stage, _ channel: Step.Channel, then step: Step, tell: @escaping @MainActor () -> Void) {
    (self.stage, self.channel, self.step) = (stage, channel, step)
    (shown, states) = withObservationTracking {
      channel == .updates ? (stage.shown, []) : ([], stage.targets.map { stage.state(of: $0) })
    } onChange: { [weak self] in
      MainActor.assumeIsolated {  // that is where lists change
        self?.state = .told
        tell()
      }
    }
  }

  func end() { state = .over }

  /// Whether a change has been told, if there was one.
  var isRight: Bool {
    guard case .waiting = state, let stage else { return true }
    return channel == .updates ? shown == stage.shown : states == stage.targets.map { stage.state(of: $0) }
  }
  var isTold: Bool { state == .told }
  var isOver: Bool { state == .over }
}
