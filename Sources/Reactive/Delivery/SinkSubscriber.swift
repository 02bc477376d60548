import Synchronization

/// The subscriber behind `sink` and `values`: asks for unlimited values and hands them to closures.
///
/// A ``TrustedPublisher`` delivers one event at a time and releases this object when it is cancelled, the closures with
/// it. So a value costs no atomic step beyond one load, where a lock takes two, each as long as the rest. Of any other
/// publisher nothing is presumed: its values take the lock, and a cancel releases the closures however long that
/// publisher keeps its subscriber.
@usableFromInline
final class SinkSubscriber<Input: Sendable, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible,
  @unchecked Sendable
{
  // `Sendable` and exclusivity unchecked: a trusted upstream touches the closures one event at a time, and `depth` keeps
  // them while one of them runs, which may lead back into this object. All others touch them with the lock held. With
  // the checks a value to ten sinks takes 2.2 times as long.

  /// Can't be copied, so that a call in place retains nothing, see ``DownstreamSlot``: else 2.4 times as long.
  private struct Closures: ~Copyable {
    let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void
    let receiveValue: @Sendable (Input) -> Void
  }

  private let phase = Atomic(SinkPhase.awaiting)
  private let isTrusted: Bool
  private let isMain: Bool
  private let lock = Lock<Void>(())
  /// Upstream's until the phase is `trusted` or `subscribed`, then of the call that ends that phase.
  @exclusivity(unchecked) private var subscription: (any Subscription)?
  @exclusivity(unchecked) private var depth = 0
  @exclusivity(unchecked) private var closures: Closures?

  /// - Parameter isTrusted: Whether the publisher that this is about to be given to is trusted. No other may be given it.
  /// - Parameter isMain: Whether the closures are the main actor's, and are to be released there.
  @usableFromInline init(
    isTrusted: Bool = false, isMain: Bool = false,
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping @Sendable (Input) -> Void
  ) {
    (self.isTrusted, self.isMain) = (isTrusted, isMain)
    closures = Closures(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
  }

  deinit { if isAway { _ = MainActorBox(contents: closures.take()) } }

  @usableFromInline var description: String { "Sink" }

  /// Asks the first subscription for everything; cancels any other, and any after the completion or cancel.
  @usableFromInline func receive(subscription: any Subscription) {
    if phase.load(ordering: .relaxed) == .awaiting {
      self.subscription = subscription
      let accepted: SinkPhase = isTrusted ? .trusted : .subscribed
      let (isAccepted, _) = phase.compareExchange(expected: .awaiting, desired: accepted, ordering: .releasing)
      if isAccepted { return subscription.request(.unlimited) }
      self.subscription = nil
    }
    subscription.cancel()
  }

  @usableFromInline func receive(_ input: Input) -> Subscribers.Demand {
    if phase.load(ordering: .relaxed) == .trusted {
      call { $0.receiveValue(input) }
    } else {
      lockedReceiveValue()?(input)
    }
    return .none
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    let old = phase.exchange(.over, ordering: .acquiring)
    if old == .over { return }
    if old != .awaiting { subscription = nil }
    if old == .trusted { return call { $0.receiveCompletion(completion) } }
    releaseClosures { $0(completion) }
  }

  @usableFromInline func cancel() {
    let old = phase.exchange(.over, ordering: .acquiring)
    if old == .awaiting || old == .subscribed { releaseClosures { _ in } }
    if old == .trusted || old == .subscribed { subscription.take()?.cancel() }
  }

  /// Calls a closure in place. For a trusted upstream.
  @inline(__always) private func call(_ body: (borrowing Closures) -> Void) {
    depth += 1
    switch closures {
    case .some(let closures): body(closures)
    case .none: break
    }
    depth -= 1
    if depth == 0, phase.load(ordering: .relaxed) == .over { releaseClosures { _ in } }
  }

  /// The closure for values, retained, since a cancel on another thread may release it meanwhile.
  private func lockedReceiveValue() -> (@Sendable (Input) -> Void)? {
    lock.withLock { _ in
      switch closures {
      case .some(let closures): phase.load(ordering: .relaxed) == .over ? nil : closures.receiveValue
      case .none: nil
      }
    }
  }

  /// Takes both closures out of the lock, and calls `body` with the one for the completion before they go.
  @inline(never)
  private func releaseClosures(_ body: (@Sendable (Subscribers.Completion<Failure>) -> Void) -> Void) {
    switch lock.withLock({ _ in closures.take() }) {
    case .some(let closures):
      body(closures.receiveCompletion)
      if isAway { _ = MainActorBox(contents: closures) }
    case .none: break
    }
  }

  /// Whether the closures are the main actor's, and the caller is elsewhere.
  private var isAway: Bool { isMain && !MainScheduler().isCurrent }
}

// Not nested: there it would be a generic type, whose layout has to be asked of the runtime.
private enum SinkPhase: UInt8, AtomicRepresentable {
  case awaiting, subscribed
  /// Subscribed to a publisher of this package.
  case trusted
  /// Completed or cancelled: nothing is delivered any more.
  case over
}
