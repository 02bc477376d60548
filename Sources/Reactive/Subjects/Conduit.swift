/// The subscription of one subscriber of a subject, as the list of them knows it.
@usableFromInline
class Member: @unchecked Sendable {
  // Unchecked: `ticket` is written once, under the hub's lock, before the member is listed.

  /// Its place in the order of joining.
  @exclusivity(unchecked) @usableFromInline final var ticket = 0
  @usableFromInline final let standing: Standing

  @inlinable
  init(isBehind: Bool) { standing = Standing(isBehind: isBehind) }

  /// Lets go of the subscriber. For the one whose turn it is, or once the member is unlisted.
  @usableFromInline
  func release() { preconditionFailure("abstract") }
}

/// The same, as the hub knows it that delivers to it.
@usableFromInline
class Conduit<Output: Sendable, Failure: Error>: Member, Subscription, CustomStringConvertible, @unchecked Sendable {
  @usableFromInline final let hub: Hub<Output, Failure>

  @inlinable
  init(hub: Hub<Output, Failure>) {
    self.hub = hub
    super.init(isBehind: hub.keepsValue)
  }

  // MARK: Subscription

  @usableFromInline
  final func request(_ demand: Subscribers.Demand) {
    precondition(demand != .none, "a subject was asked for no values: demand must be at least .max(1)")
    guard let wasBehind = standing.add(demand) else { return }
    hub.demanded(by: self, isBehind: wasBehind)
  }

  @usableFromInline
  final func cancel() {
    if standing.cancel() { hub.remove(self) }
  }

  @usableFromInline final var description: String { hub.name }

  // MARK: For the one whose turn it is

  /// Delivers `value` if there is demand.
  @usableFromInline
  func offer(_ value: Output) { preconditionFailure("abstract") }
  /// Delivers `value` if the subscriber has heard none yet, or missed the last one.
  @usableFromInline
  func replay(_ value: Output) { preconditionFailure("abstract") }
  /// Delivers the completion and lets go of the subscriber.
  @usableFromInline
  func finish(_ completion: Subscribers.Completion<Failure>) { preconditionFailure("abstract") }
}

@usableFromInline
final class ConduitTo<Downstream: Subscriber>: Conduit<Downstream.Input, Downstream.Failure>, @unchecked Sendable {
  // Unchecked: the subscriber belongs to the one whose turn it is at the hub.

  @exclusivity(unchecked) @usableFromInline var place: Place<Downstream>

  @inlinable
  init(_ downstream: consuming Downstream, hub: Hub<Downstream.Input, Downstream.Failure>) {
    place = Place(downstream)
    super.init(hub: hub)
  }

  @usableFromInline
  override func offer(_ value: Downstream.Input) {
    if standing.isUnlimited {
      _ = place.receive(value)
    } else if standing.takeOne(orFallBehind: true) {
      pass(value)
    }
  }

  @usableFromInline
  override func replay(_ value: Downstream.Input) {
    if standing.isBehind, standing.takeOne(orFallBehind: false) { pass(value) }
  }

  private func pass(_ value: Downstream.Input) {
    let more = place.receive(value)
    if more != .none { _ = standing.add(more) }
  }

  @usableFromInline
  override func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if standing.cancel() { place.receive(completion: completion) }
    release()
  }

  @usableFromInline
  override func release() { place.release() }
}
