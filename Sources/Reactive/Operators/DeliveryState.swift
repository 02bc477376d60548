/// How a scheduler is given values.
enum Manner {
  /// On the main actor: in the same turn where nothing waits, else in bursts.
  case inlineOrBurst
  /// One action for all that has gathered.
  case burst
  /// One action a value: the scheduler is not ours.
  case oneByOne
}

/// Where a `receive(on:)` stands: a value whose methods say what is to be done. Not generic, see ``Hub``.
struct DeliveryState: Sendable {
  enum Phase: Sendable {
    /// Without a subscription: what comes is dropped.
    case awaiting
    case open
    /// Upstream has completed; what it sent before waits, and the completion behind it.
    case completing
    case ended
  }

  /// What to do with a value or a completion that has arrived.
  enum Step: Sendable { case none, hop, schedule, deliver }
  /// What the delivery under way does next.
  enum Next: Sendable { case deliver, hop, complete, release, none }

  var phase = Phase.awaiting
  /// Nil before the subscription and after the end.
  var upstream: (any Subscription)?
  var isCompletionDue = false
  /// An action for a burst is on its way.
  var isScheduled = false
  var isDelivering = false

  /// Something has arrived. It has to wait, unless a delivery may begin with it.
  mutating func admit(isHere: Bool, oneByOne: Bool) -> Step {
    if oneByOne { return .schedule }
    if isScheduled || isDelivering { return .none }
    if isHere { isDelivering = true } else { isScheduled = true }
    return isHere ? .deliver : .hop
  }

  /// An action runs; false if it has nothing to do here.
  mutating func beginDelivery() -> Bool {
    isScheduled = false
    if isDelivering || phase == .ended { return false }
    isDelivering = true
    return true
  }

  /// A delivery has passed on what it had.
  mutating func goOn(hasMore: Bool, mustHop: Bool) -> Next {
    if phase == .ended {
      isDelivering = false
      return .release
    }
    if hasMore && !mustHop { return .deliver }
    isDelivering = false
    if hasMore {
      isScheduled = true
      return .hop
    }
    if !isCompletionDue { return .none }
    phase = .ended
    upstream = nil
    return .complete
  }
}
