/// The subscription of one subscriber of a subject, as the core knows it. The core's lock guards its variables.
@usableFromInline
class ConduitBase<Output: Sendable, Failure: Error>: Subscription, CustomStringConvertible, @unchecked Sendable {
  @usableFromInline final let demand: AtomicDemand
  @usableFromInline final let core: SubjectCore<Output, Failure>
  /// Values that came during the introduction, or that a lossless subject keeps until there is demand. Those delivered
  /// are nil: an array that is released under the lock must not be what releases a value.
  /// Optional, since an empty array of a generic type is the runtime's to make.
  private final var held: [Output?]?
  private final var firstHeld = 0
  private final var isEndHeld = false

  @inlinable init(core: SubjectCore<Output, Failure>) {
    self.core = core
    demand = AtomicDemand()
  }

  @usableFromInline final var description: String { core.name }

  // MARK: Subscription

  @usableFromInline final func request(_ demand: Subscribers.Demand) {
    precondition(demand != .none, "a subject was asked for no values: demand must be at least .max(1)")
    if self.demand.add(demand) { core.catchUp(self) }
  }

  @usableFromInline final func cancel() {
    if demand.cancel() { core.remove(self) }
  }

  // MARK: With the core's lock held

  /// Holds a value if it must wait; see ``AtomicDemand/hold(lossless:)``.
  final func hold(_ value: Output) -> Bool {
    if !demand.hold(lossless: core.missed == .all) { return false }
    // What has been taken leaves its place behind, which is given back in bulk.
    if firstHeld > 32, firstHeld * 2 >= held?.count ?? 0 {
      held?.removeFirst(firstHeld)
      firstHeld = 0
    }
    if held == nil { held = [value] } else { held?.append(value) }
    LongQueue.note((held?.count ?? 0) - firstHeld, of: description)
    return true
  }

  /// Holds the end during the introduction.
  final func holdEnd() -> Bool {
    isEndHeld = demand.hold(lossless: false)
    return isEndHeld
  }

  final var isHolding: Bool { held != nil }
  /// How many places are taken up by what is held, for tests.
  final var heldPlaces: Int { held?.count ?? 0 }

  enum Held { case value(Output), end }

  /// Takes the next held event. In a lossless subject a value is taken with the demand for it.
  final func nextHeld() -> Held? {
    if demand.isCancelled { return nil }
    guard let count = held?.count else { return isEndHeld ? .end : nil }
    if core.missed == .all && !demand.takeOneHeld() { return nil }
    let value = held?[firstHeld].take()
    firstHeld += 1
    if firstHeld == count { _ = takeHeld() }
    return value.map { .value($0) }
  }

  /// Takes out what is held, to be released outside the lock.
  final func takeHeld() -> [Output?]? {
    firstHeld = 0
    return held.take()
  }

  // MARK: For the holder of the drain lock; during the introduction, for the thread that introduces

  /// Delivers `value` if there is demand.
  @usableFromInline func offer(_ value: Output) { preconditionFailure("abstract") }
  /// Delivers `value` without asking for demand.
  @usableFromInline func pass(_ value: Output) { preconditionFailure("abstract") }
  /// Delivers the completion, unless the conduit has been cancelled.
  func finish(_ completion: Subscribers.Completion<Failure>) { preconditionFailure("abstract") }
  /// Releases the subscriber. Also for the thread that cancels, once the conduit is unlisted.
  func release() { preconditionFailure("abstract") }
}

/// The same with its subscriber.
@usableFromInline
final class Conduit<Downstream: Subscriber>: ConduitBase<Downstream.Input, Downstream.Failure>, @unchecked Sendable {
  // Exclusivity unchecked: with the check a value to ten sinks takes 2.1 times as long. Sound, because the slot is called by one
  // thread at a time (the holder of the drain lock, or the thread that introduces), and released only when no call is
  // in progress; a call never changes the slot.
  @exclusivity(unchecked) @usableFromInline var slot: DownstreamSlot<Downstream>

  @inlinable init(_ downstream: consuming Downstream, core: SubjectCore<Downstream.Input, Downstream.Failure>) {
    slot = DownstreamSlot(downstream)
    super.init(core: core)
  }

  @usableFromInline override func offer(_ value: Downstream.Input) {
    if demand.isUnlimited {
      _ = slot.receive(value)
    } else if !core.hold(value, for: self), demand.takeOne(orFallBehind: core.missed == .latest) {
      pass(value)
    }
  }

  @usableFromInline override func pass(_ value: Downstream.Input) {
    let more = slot.receive(value)
    // What waits is delivered by the caller, or by the requests of other threads: no catching up from inside a value.
    if more != .none { _ = demand.add(more) }
  }

  override func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
    if demand.cancel() { slot.receive(completion: completion) }
  }

  override func release() { slot.release() }
}

/// The conduits of a subject, in the order in which they subscribed, each retained once.
///
/// Not generic, so that joining and leaving ask the runtime for no type: a subscription runs unspecialised code.
/// Unmanaged, because calling an element of an array of objects retains and releases it: measured, a value to ten sinks
/// takes 2.1 times as long. Sound, because the list retains what it holds, and because the delivery in progress alone
/// changes the list, never while it calls an element.
@usableFromInline
struct ConduitList {
  @usableFromInline var list: ContiguousArray<Unmanaged<AnyObject>> = []

  @usableFromInline mutating func append(_ conduit: AnyObject) { list.append(.passRetained(conduit)) }

  /// Removes one conduit, looked for from the end, since the newest subscriptions tend to be the first to go.
  mutating func remove(_ conduit: AnyObject) {
    let pointer = Unmanaged.passUnretained(conduit).toOpaque()
    if let index = list.lastIndex(where: { $0.toOpaque() == pointer }) { list.remove(at: index).release() }
  }

  /// Removes all conduits that `isLeaving` picks, in one pass. The caller keeps them alive.
  mutating func removeAll(where isLeaving: (AnyObject) -> Bool) {
    list.removeAll { conduit in
      guard conduit._withUnsafeGuaranteedRef(isLeaving) else { return false }
      conduit.release()
      return true
    }
  }

  mutating func removeAll() -> [AnyObject] {
    defer { list = [] }
    return list.map { $0.takeRetainedValue() }
  }
}
