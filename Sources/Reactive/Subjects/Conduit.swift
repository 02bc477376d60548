import Synchronization

/// The subscription of one subscriber of a subject, as the subject knows it.
@usableFromInline
class HubConduit<Output: Sendable, Failure: Error>: @unchecked Sendable {
  // Unchecked: `ticket` is written once, under the hub's lock, before the conduit is listed; `standing` is atomic.

  /// Its place in the order of joining.
  @usableFromInline final var ticket = 0
  /// Demand, and what else has to change with it in one step.
  @usableFromInline final let standing: Atomic<UInt>

  @usableFromInline
  init(isBehind: Bool) { standing = Atomic(isBehind ? Standing.behind : 0) }

  @usableFromInline final var isCancelled: Bool { standing.load(ordering: .acquiring) & Standing.cancelled != 0 }

  /// Delivers `value` if there is demand. Called by the one who delivers.
  @usableFromInline func offer(_ value: Output) { fatalError("abstract") }
  /// Delivers `value` if the subscriber has heard none yet, or missed the last one.
  func replay(_ value: Output) { fatalError("abstract") }
  func finish(_ completion: Subscribers.Completion<Failure>) { fatalError("abstract") }
  /// Lets go of the subscriber and the subject. Called by the one to whom the conduits belong.
  func release() { fatalError("abstract") }
}

/// The bits of a conduit's standing: a count of demand, with the flags above it.
@usableFromInline
enum Standing {
  /// Nothing is to be delivered any more.
  @usableFromInline static let cancelled: UInt = 1 << 63
  /// The subscriber has not heard the current value: none yet, or it had no demand when the last one came.
  @usableFromInline static let behind: UInt = 1 << 62
  /// The count that stands for unlimited; a demand that reaches it is taken as such.
  @usableFromInline static let unlimited: UInt = (1 << 62) - 1

  static func count(_ demand: Subscribers.Demand) -> UInt {
    demand.max.map { min(UInt($0), unlimited) } ?? unlimited
  }
}

@usableFromInline
final class Conduit<Downstream: Subscriber>: HubConduit<Downstream.Input, Downstream.Failure>, Subscription,
  CustomStringConvertible, @unchecked Sendable
{
  // Unchecked: `downstream` belongs to the hub's deliverer; `subject` is guarded by its own lock.
  @usableFromInline var downstream: Downstream?
  private let hub: Hub<Downstream.Input, Downstream.Failure>
  private let subject: Lock<(AnyObject & Sendable)?>
  @usableFromInline let description: String

  init(
    downstream: Downstream, hub: Hub<Downstream.Input, Downstream.Failure>, subject: AnyObject & Sendable,
    description: String
  ) {
    self.downstream = downstream
    self.hub = hub
    self.subject = Lock(subject)
    self.description = description
    super.init(isBehind: description == "CurrentValueSubject")
  }

  // MARK: Subscription

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    precondition(demand != .none, "a subject was asked for no values: demand must be at least .max(1)")
    guard let old = add(demand) else { return }
    hub.demanded(by: self, isBehind: old & Standing.behind != 0)
  }

  @usableFromInline
  func cancel() {
    let (old, _) = standing.bitwiseOr(Standing.cancelled, ordering: .acquiringAndReleasing)
    if old & Standing.cancelled == 0 { hub.remove(self) }
  }

  /// Adds to the demand and returns the standing before; nil if cancelled.
  private func add(_ demand: Subscribers.Demand) -> UInt? {
    var old = standing.load(ordering: .relaxed)
    while true {
      if old & Standing.cancelled != 0 { return nil }
      let count = min((old & Standing.unlimited) + Standing.count(demand), Standing.unlimited)
      let (done, now) = standing.compareExchange(
        expected: old, desired: old & Standing.behind | count, ordering: .acquiringAndReleasing)
      if done { return old }
      old = now
    }
  }

  // MARK: Delivery

  @usableFromInline
  override func offer(_ value: Downstream.Input) {
    if standing.load(ordering: .relaxed) == Standing.unlimited {
      _ = downstream?.receive(value)
    } else if takeOne(orFallBehind: true) {
      pass(value)
    }
  }

  override func replay(_ value: Downstream.Input) {
    if standing.load(ordering: .relaxed) & Standing.behind != 0, takeOne(orFallBehind: false) { pass(value) }
  }

  private func pass(_ value: Downstream.Input) {
    guard let more = downstream?.receive(value), more != .none else { return }
    _ = add(more)
  }

  /// Uses up one of the demand; if there is none, remembers that a value was missed.
  private func takeOne(orFallBehind: Bool) -> Bool {
    var old = standing.load(ordering: .relaxed)
    while true {
      if old & Standing.cancelled != 0 { return false }
      let count = old & Standing.unlimited
      if count == 0 && !orFallBehind { return false }
      let new = count == 0 ? Standing.behind : count == Standing.unlimited ? count : count - 1
      let (done, now) = standing.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing)
      if done { return count > 0 }
      old = now
    }
  }

  override func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
    let (old, _) = standing.bitwiseOr(Standing.cancelled, ordering: .acquiringAndReleasing)
    let downstream = downstream
    release()
    if old & Standing.cancelled == 0 { downstream?.receive(completion: completion) }
  }

  override func release() {
    let subject = subject.withLock { $0.take() }
    let downstream = downstream.take()
    withExtendedLifetime((subject, downstream)) {}
  }
}

/// The subscription of a subscriber that came after the end.
struct EmptySubscription: Subscription, CustomStringConvertible {
  func request(_ demand: Subscribers.Demand) {}
  func cancel() {}
  var description: String { "Empty" }
}
