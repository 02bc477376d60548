/// A change from the moment it is asked for until it is completed.
@MainActor
final class QueuedChange {
  enum Phase {
    /// Not made. It waits behind others, or a loop that it was offered to has not performed it.
    case waiting
    /// The views' updates are being opened, each inside the one before; the innermost makes the change.
    case opening
    /// The model has changed; the views' update blocks are returning.
    case made
    /// Observers and the `delivered` closure are being told.
    case delivering
    /// All have been told; animations, holds and the body of a loop keep it open.
    case finishing
  }

  /// What a change means to the views.
  enum Views: Sendable {
    /// It is made inside their updates, and they are told what it did.
    case areUpdated
    /// They reload after it.
    case reload
    /// Nothing: it changes nothing that they show, and stands in the queue for the sake of its place.
    case stay
  }

  let gate: SerialGate
  let change: SerialGate.Change
  let delivered: (@MainActor () -> Void)?
  /// Whether views may animate it.
  let animated: Bool
  let views: Views

  var phase = Phase.waiting
  var update: ListUpdate?
  /// How many animations, holds and loops keep it open, or, while it waits, from being made.
  var holds = 0
  /// Whether the gate's loop has been offered the change. It is offered once to each loop.
  var isOffered = false

  init(
    gate: SerialGate, animated: Bool = true, views: Views = .areUpdated, change: @escaping SerialGate.Change,
    delivered: (@MainActor () -> Void)?
  ) {
    self.gate = gate
    self.animated = animated
    self.views = views
    self.change = change
    self.delivered = delivered
  }

  var isMade: Bool { phase != .waiting && phase != .opening }
  /// Whether some view may be between the opening and the closing of its update.
  var isInUpdates: Bool { phase == .opening || phase == .made }
}
