/// Where an operator or a subject keeps its downstream: called where it stands, and let go of at any time.
///
/// A copyable `var` of a class is copied for each call on it, since the call might change the variable: two atomic
/// operations a value. What stands here cannot be copied, and is reached without accessing the owner, so that a call
/// may lead back into the owner.
///
/// - Note: The owner has to know that nobody is inside a call when it calls ``release()``.
@usableFromInline
struct Place<Downstream: Subscriber>: ~Copyable {
  /// A struct of one field is laid out like the field; this one cannot be copied.
  struct Occupant: ~Copyable {
    let subscriber: Downstream

    // Methods, since a borrowed `self` is the one base whose properties the compiler does not copy for a call.
    @inline(__always)
    func receive(_ value: Downstream.Input) -> Subscribers.Demand { subscriber.receive(value) }
    @inline(__always)
    func receive(completion: Subscribers.Completion<Downstream.Failure>) { subscriber.receive(completion: completion) }
  }

  @usableFromInline let downstream: UnsafeMutablePointer<Downstream>
  @usableFromInline var isFree = false

  @inlinable
  init(_ downstream: consuming Downstream) {
    self.downstream = .allocate(capacity: 1)
    self.downstream.initialize(to: downstream)
  }

  @inlinable
  deinit {
    if !isFree { downstream.deinitialize(count: 1) }
    downstream.deallocate()
  }

  private var occupant: UnsafeMutablePointer<Occupant> {
    @inline(__always) get { UnsafeMutableRawPointer(downstream).assumingMemoryBound(to: Occupant.self) }
  }

  func receive(subscription: any Subscription) { downstream.pointee.receive(subscription: subscription) }

  @inline(__always)
  func receive(_ value: Downstream.Input) -> Subscribers.Demand { occupant.pointee.receive(value) }

  @inline(__always)
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    occupant.pointee.receive(completion: completion)
  }

  /// Lets go of the downstream. Doing it again does nothing.
  @inline(__always)
  mutating func release() {
    if isFree { return }
    isFree = true
    downstream.deinitialize(count: 1)
  }
}
