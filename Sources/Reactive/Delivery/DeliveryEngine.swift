import Synchronization

/// Delivers to one downstream: one event at a time, in order, at home. `receive(on:)` and `debounce` are logic in front of
/// it, `removeDuplicates` is behind it.
///
/// An event that arrives at home while nothing waits is delivered in the call. Any other is queued. A delivery in
/// progress takes it along; if there is none, an action is scheduled that delivers what has gathered by then. While
/// downstream's `receive(subscription:)` runs, a delivery counts as being in progress, so that nothing comes before it
/// or beside it.
///
/// Nothing is called and nothing of an app's is released while the lock is held: what goes leaves the lock first.
final class DeliveryEngine<Downstream: Subscriber>: Subscriber, Subscription, CustomStringConvertible,
  @unchecked Sendable
{
  // `Sendable` and exclusivity unchecked, for the reasons given with each variable. With the checks a burst takes 1.4 times as long.

  typealias Input = Downstream.Input
  typealias Failure = Downstream.Failure

  let description: String
  private let home: Home
  /// Whether upstream is asked for what downstream asks for. If not, it is asked for everything, and a value without
  /// demand is lost.
  private let passesDemandOn: Bool
  private let onCancel: @Sendable () -> Void
  private let state = Lock(DeliveryState())
  /// Set with the phase `ended`, for the delivery in progress to see without the lock.
  private let hasEnded = Atomic(false)
  /// Guarded by the lock.
  @exclusivity(unchecked) private var waiting = Buffer<Input>()
  @exclusivity(unchecked) private var completion: Subscribers.Completion<Failure>?
  /// These belong to the delivery in progress, and to the holder of the lock if there is none.
  @exclusivity(unchecked) private var batch = Buffer<Input>()
  @exclusivity(unchecked) private var next = 0
  @exclusivity(unchecked) private var slot: DownstreamSlot<Downstream>

  /// - Parameter onCancel: Called without the lock when downstream cancels, before upstream is cancelled.
  init(
    _ downstream: Downstream, home: Home, passesDemandOn: Bool = true, description: String,
    onCancel: @escaping @Sendable () -> Void = {}
  ) {
    slot = DownstreamSlot(downstream)
    (self.home, self.passesDemandOn, self.description, self.onCancel) = (home, passesDemandOn, description, onCancel)
  }

  // MARK: Upstream

  /// Whether downstream still takes events: its subscription has come, no end has, and it has not cancelled.
  var isOpen: Bool { state.withLock { $0.phase == .open } }

  /// Hands downstream its subscription, and then what has come meanwhile. A second subscription is cancelled.
  func receive(subscription upstream: any Subscription) {
    let isFirst = state.withLock { $0.begin(upstream) }
    guard isFirst else { return upstream.cancel() }
    slot.receive(subscription: self)
    if !passesDemandOn { upstream.request(.unlimited) }  // which asks for nothing if downstream has cancelled
    deliver(isHere: home.isHere)
  }

  func receive(_ input: Input) -> Subscribers.Demand { post(input, isHere: home.isHere) }

  /// Delivers a value, or queues it.
  /// - Parameter number: A value behind one with a greater number is dropped.
  /// - Returns: Downstream's answer, if the value was delivered in the call.
  @discardableResult func post(_ value: Input, number: Int? = nil, isHere: Bool) -> Subscribers.Demand {
    let step = state.withLock { state in
      if let number, !state.isNext(number) { return DeliveryState.Step.none }
      if state.phase != .open || !passesDemandOn && !state.takeDemand() { return DeliveryState.Step.none }
      let step = state.admit(isHere: isHere)
      if step != .deliver {
        waiting.append(value)
        LongQueue.note(waiting.count, of: description)
      }
      return step
    }
    if step == .hop { hop() }
    if step != .deliver { return .none }
    let answer = slot.receive(value)
    if !passesDemandOn && answer != .none { request(answer) }
    deliver(isHere: true)
    return answer
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let isHere = home.isHere
    let step = state.withLock { state in
      if state.phase != .open { return DeliveryState.Step.none }
      state.phase = .completing
      self.completion = completion
      return state.admit(isHere: isHere)
    }
    if step == .hop { hop() }
    if step == .deliver { deliver(isHere: true) }
  }

  // MARK: Downstream

  func request(_ demand: Subscribers.Demand) {
    let upstream = state.withLock { state -> (any Subscription)? in
      state.demand += demand
      return passesDemandOn ? state.upstream : nil
    }
    upstream?.request(demand)
  }

  func cancel() {
    var dropped = Buffer<Input>()
    let ended = state.withLock { state -> (isMine: Bool, isOpen: Bool, upstream: (any Subscription)?)? in
      if state.phase == .ended { return nil }
      let isOpen = state.phase == .open
      state.phase = .ended
      hasEnded.store(true, ordering: .releasing)
      swap(&dropped, &waiting)
      return (!state.isDelivering, isOpen, state.upstream.take())
    }
    guard let ended else { return }
    // No delivery begins any more: what none is using belongs to this caller. Else the delivery in progress releases it.
    if ended.isMine { release() }
    onCancel()
    if ended.isOpen { ended.upstream?.cancel() }
  }

  private func release() {
    slot.release()
    batch.removeAll()
  }

  // MARK: The delivery in progress

  private func hop() {
    home.schedule {
      if self.state.withLock({ $0.beginScheduled() }) { self.deliver(isHere: true) }
    }
  }

  /// Delivers what has gathered until nothing waits; or until others that want to run here have waited long enough.
  private func deliver(isHere: Bool) {
    // Counted in values, not in batches: a batch is as large as others have made it meanwhile. Where events are
    // delivered wherever they arrive, there is no other turn to take.
    var quota = isHere ? home.isAnywhere ? Int.max : DeliveryState.maximumValuesPerTurn : 0
    while true {
      let step = state.withLock { state in
        if next == batch.count, waiting.count > 0 {
          // Empty: its values were released below, outside the lock.
          swap(&waiting, &batch)
        }
        return state.goOn(hasMore: next < batch.count, mustHop: quota == 0)
      }
      switch step {
      case .deliver:
        while next < batch.count, quota > 0, !hasEnded.load(ordering: .acquiring) {
          next += 1
          quota -= 1
          let answer = slot.receive(batch[next - 1])
          if answer != .none { request(answer) }
        }
        if next == batch.count {
          batch.removeAll()
          next = 0
        }
      case .complete(let upstream):
        if let completion { slot.receive(completion: completion) }
        release()
        return withExtendedLifetime(upstream) {}
      case .release: return release()
      case .hop: return hop()
      case .none: return
      }
    }
  }
}

/// The state of a delivery engine that its lock guards, without the generic fields, which would need runtime type metadata for
/// each value. Its methods return what to do outside the lock.
struct DeliveryState: Sendable {
  /// The most values that one action delivers before others get their turn: with a microsecond of work for each, a
  /// tenth of the time that a screen has for a frame. More hops would show in a burst, fewer in a scroll.
  static let maximumValuesPerTurn = 1_000

  enum Phase: Sendable {
    /// Without a subscription: what comes is dropped.
    case awaiting
    case open
    /// Upstream has completed. What it sent before waits, and the completion behind it.
    case completing
    case ended
  }

  /// What to do with an event that has arrived.
  enum Step: Sendable { case none, hop, deliver }

  /// What a delivery does next.
  enum Next: Sendable {
    case deliver, hop, release, none
    /// With upstream, to be released outside the lock.
    case complete((any Subscription)?)
  }

  var phase = Phase.awaiting
  var upstream: (any Subscription)?
  var demand = Subscribers.Demand.none
  /// An action is on its way.
  private(set) var isScheduled = false
  /// A delivery, or the introduction, is in progress.
  private(set) var isDelivering = false
  private var lastNumber = 0

  /// The subscription has come; false if it is not the first.
  mutating func begin(_ subscription: any Subscription) -> Bool {
    if phase != .awaiting { return false }
    phase = .open
    upstream = subscription
    isDelivering = true
    return true
  }

  mutating func takeDemand() -> Bool {
    if demand == .none { return false }
    demand -= .max(1)
    return true
  }

  /// Whether no value with a greater number has come.
  mutating func isNext(_ number: Int) -> Bool {
    defer { lastNumber = max(lastNumber, number) }
    return number > lastNumber
  }

  /// An event has arrived. It has to wait, unless a delivery may begin with it.
  mutating func admit(isHere: Bool) -> Step {
    if isScheduled || isDelivering { return .none }
    if isHere { isDelivering = true } else { isScheduled = true }
    return isHere ? .deliver : .hop
  }

  /// A scheduled action runs; false if it has nothing to do here.
  mutating func beginScheduled() -> Bool {
    isScheduled = false
    if isDelivering || phase == .ended { return false }
    isDelivering = true
    return true
  }

  /// A delivery has done what it had to.
  mutating func goOn(hasMore: Bool, mustHop: Bool) -> Next {
    if phase == .ended {
      isDelivering = false
      return .release
    }
    if mustHop && (hasMore || phase == .completing) {
      (isDelivering, isScheduled) = (false, true)
      return .hop
    }
    if hasMore { return .deliver }
    isDelivering = false
    if phase != .completing { return .none }
    phase = .ended
    return .complete(upstream.take())
  }
}

/// What an operator keeps in front of its engine, until downstream cancels or upstream ends. What goes is released, and
/// app code is called, outside the lock.
final class OperatorState<Value: Sendable>: Sendable {
  private let state: Lock<Value?>

  init(_ value: Value) { state = Lock(value) }

  /// Changes the state. Nil after the end.
  @discardableResult func update<Result: Sendable>(_ body: (inout sending Value) -> sending Result) -> Result? {
    state.withLock { state -> Result? in
      guard var value = state.take() else { return nil }
      defer { state = value }
      return body(&value)
    }
  }

  @discardableResult func end() -> Value? { state.withLock { $0.take() } }
}
