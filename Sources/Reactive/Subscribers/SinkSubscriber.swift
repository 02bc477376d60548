import Synchronization

/// The subscriber behind `sink`. It pays for no atomic step per value, since it relies on its upstream to send one
/// event at a time (Reactive Streams rule 1.3); ``Subscribers/Sink`` locks instead.
@usableFromInline
final class SinkSubscriber<Input: Sendable, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible,
  @unchecked Sendable
{
  // Unchecked: the closures are touched only by upstream, one event at a time, and by deinit.

  /// Cannot be copied, hence is called where it stands, see ``ConduitTo``.
  private struct Closures: ~Copyable {
    let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void
    let receiveValue: @Sendable (Input) -> Void
  }

  private let phase = Atomic(SinkPhase.awaiting)
  /// Upstream's until the phase is `subscribed`, then of the one who ends that phase.
  @exclusivity(unchecked) private var subscription: (any Subscription)?
  // Unchecked: `depth` keeps the closures while one of them runs, which may lead back into this object.
  @exclusivity(unchecked) private var depth = 0
  @exclusivity(unchecked) private var closures: Closures?

  @usableFromInline
  init(
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping @Sendable (Input) -> Void
  ) {
    closures = Closures(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
  }

  @usableFromInline var description: String { "Sink" }

  @usableFromInline
  func receive(subscription: any Subscription) {
    if phase.load(ordering: .relaxed) == .awaiting {
      self.subscription = subscription
      let (isAccepted, _) = phase.compareExchange(expected: .awaiting, desired: .subscribed, ordering: .releasing)
      if isAccepted { return subscription.request(.unlimited) }
      self.subscription = nil
    }
    subscription.cancel()
  }

  @usableFromInline
  func receive(_ input: Input) -> Subscribers.Demand {
    depth += 1
    if phase.load(ordering: .relaxed) != .over {
      switch closures {
      case .some(let closures): closures.receiveValue(input)
      case .none: break
      }
    }
    leave()
    return .none
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    switch phase.exchange(.over, ordering: .acquiring) {
    case .over: return
    case .subscribed: subscription = nil
    default: break
    }
    depth += 1
    switch closures {
    case .some(let closures): closures.receiveCompletion(completion)
    case .none: break
    }
    leave()
  }

  private func leave() {
    depth -= 1
    if depth == 0, phase.load(ordering: .relaxed) == .over { _ = closures.take() }
  }

  @usableFromInline
  func cancel() {
    if phase.exchange(.over, ordering: .acquiring) == .subscribed { subscription.take()?.cancel() }
  }
}

// Not nested: there it would be a generic type, whose layout has to be asked of the runtime.
private enum SinkPhase: UInt8, AtomicRepresentable {
  case awaiting
  case subscribed
  /// Completed or cancelled: nothing is delivered any more.
  case over
}
