/// What a subject does about values that a subscriber has no demand for.
@usableFromInline
enum MissedValues {
  /// They are lost to it.
  case none
  /// It receives the last one when it asks: the subject holds a current value.
  case latest
  /// They wait in its conduit: the subject is of the main actor, and lossless.
  case all
}

/// The fan-out of every subject: its conduits, in the order in which they subscribed, and a queue.
///
/// An emission takes the drain lock and delivers. If an emission is in progress, further up the stack or on another
/// thread, the event is queued and delivered by the one in progress. So all subscribers receive the same events in one
/// order. Joining is an event, too: a subscriber receives exactly what is sent after it joined.
///
/// What may be touched, and when:
/// - `conduits` and `batch` by the holder of the drain lock;
/// - `queue`, `completion` and `current` with the lock around `state` held, never while a subscriber is called;
/// - a conduit's slot by the holder of the drain lock, except during its introduction.
///
/// During its introduction, while `receive(subscription:)` runs, a conduit holds what is delivered to it. The thread that
/// introduces delivers that afterwards. So nothing comes before, or beside, the subscription, however many threads send.
@usableFromInline
final class SubjectCore<Output: Sendable, Failure: Error>: @unchecked Sendable {
  // `Sendable` unchecked, for the reasons above. So is the exclusivity of two variables: the check of `conduits` costs
  // 15 % of a value to one sink, that of `current` 27 % of a current value. The properties of generic type come last, and
  // the state is not generic: the runtime is slow to tell the layout of generic types, and subscribing and cancelling
  // run unspecialised code.

  @usableFromInline
  enum Event: Sendable {
    case value(Output)
    /// The value that was current when a subscriber of a ``CurrentValueSubject`` asked for the one it had missed.
    case replay(ConduitBase<Output, Failure>, Output)
    /// There is demand for what a conduit of a lossless subject holds.
    case deliverHeld(ConduitBase<Output, Failure>)
    case join(ConduitBase<Output, Failure>)
    case completion(Subscribers.Completion<Failure>)
  }

  @usableFromInline let name: String
  @usableFromInline let missed: MissedValues
  @usableFromInline let drainLock = DrainLock()
  @usableFromInline let state = Lock(SubjectState())
  @exclusivity(unchecked) @usableFromInline var conduits = ConduitList()
  @usableFromInline var batch: [Event] = []
  @usableFromInline var queue: [Event] = []
  @usableFromInline var completion: Subscribers.Completion<Failure>?
  /// The value sent last; nil unless the subject keeps one.
  @exclusivity(unchecked) @usableFromInline var current: Output?

  @usableFromInline init(name: String, missed: MissedValues, current: Output? = nil) {
    self.name = name
    self.missed = missed
    self.current = current
  }

  // MARK: Sending

  /// Delivers a value without keeping it.
  @inlinable func send(_ value: Output) {
    if drainLock.tryTake() {
      deliver(value)
      if !drainLock.tryLeave() { drain() }
    } else {
      enqueue(value)
    }
  }

  @inlinable func enqueue(_ value: Output) {
    let isMine = state.withLock { state in
      if state.isComplete { return false }
      return takeOrQueue(.value(value))
    }
    if isMine {
      deliver(value)
      drain()
    }
  }

  /// Keeps a value and delivers it.
  /// - Parameter isSetter: Whether the value is kept, but not delivered, after a completion. Decided in the critical
  ///   section that keeps it: a completion in between would leave the value neither sent nor kept.
  @inlinable func sendCurrent(_ value: Output, isSetter: Bool = false) {
    // The old value leaves the lock, to be released outside it.
    var other: Output? = value
    let isMine = state.withLock { state in
      if !state.isComplete || isSetter { swap(&other, &current) }
      if state.isComplete { return false }
      return takeOrQueue(.value(value))
    }
    if isMine {
      deliver(value)
      if !drainLock.tryLeave() { drain() }
    }
  }

  @usableFromInline func send(completion: Subscribers.Completion<Failure>) {
    let isMine = state.withLock { state in
      if state.isComplete { return false }
      state.isComplete = true
      self.completion = completion
      return takeOrQueue(.completion(completion))
    }
    if isMine {
      finish(completion)
      drain()
    }
  }

  /// The value sent last.
  @usableFromInline var value: Output {
    guard let value = state.withLock({ _ in current }) else { preconditionFailure("a subject without a value") }
    return value
  }

  /// Takes the drain lock if no emission is in progress; else leaves `event` to that one. With the lock held.
  @inlinable @inline(__always) func takeOrQueue(_ event: @autoclosure () -> Event) -> Bool {
    if drainLock.takeOrSummon() { return true }
    queue.append(event())
    LongQueue.note(queue.count, of: name)
    return false
  }

  // MARK: Subscribing

  @inlinable func add<S: Subscriber>(_ subscriber: S, subject: AnyObject & Sendable)
  where S.Input == Output, S.Failure == Failure {
    let conduit = Conduit(subscriber, core: self)
    if join(conduit, subject) {
      subscriber.receive(subscription: conduit)
      if !conduit.demand.tryIntroduce() { introduce(conduit) }
    } else if let completion = state.withLock({ _ in completion }) {
      subscriber.receive(subscription: EmptySubscription())
      subscriber.receive(completion: completion)
    }
  }

  @usableFromInline func join(_ conduit: ConduitBase<Output, Failure>, _ subject: AnyObject & Sendable) -> Bool {
    state.withLock { state in
      if state.isComplete { return false }
      state.count += 1
      if state.subject == nil { state.subject = subject }
      if missed == .latest { holdCurrent(in: conduit) }
      // Left inside the lock: an emission that found the drain lock taken by a subscriber's thread would leave its
      // event there. It waits for the lock instead, and delivers the event itself.
      if drainLock.takeOrSummon() {
        conduits.append(conduit)
        drainLock.leave(orKeep: false)
      } else {
        queueJoin(of: conduit)
      }
      return true
    }
  }

  // Apart from their caller, which is fast as long as it needn't ask the runtime for the types of a value and an event.

  /// Makes the current value the first that a conduit holds, so that it is delivered at the end of the introduction,
  /// whatever else is being delivered: the conduit receives nothing else yet, so that no order is broken.
  @inline(never)
  private func holdCurrent(in conduit: ConduitBase<Output, Failure>) { if let current { _ = conduit.hold(current) } }

  @inline(never) private func queueJoin(of conduit: ConduitBase<Output, Failure>) { queue.append(.join(conduit)) }

  func remove(_ conduit: ConduitBase<Output, Failure>) {
    let (isMine, _) = state.withLock { state -> (Bool, AnyObject?) in
      state.count -= 1
      let subject = state.count == 0 ? state.subject.take() : nil
      guard drainLock.takeOrSummon() else {
        state.retired.append(conduit)
        return (false, subject)
      }
      conduits.remove(conduit)
      drainLock.leave(orKeep: false)
      return (true, subject)
    }
    if isMine && !conduit.demand.isIntroducing { release(conduit) }
  }

  // MARK: For the holder of the drain lock

  @inlinable func deliver(_ value: Output) {
    for index in conduits.list.indices {
      // Only conduits of this core join.
      conduits.list[index]._withUnsafeGuaranteedRef {
        unsafeDowncast($0, to: ConduitBase<Output, Failure>.self).offer(value)
      }
    }
  }

  /// Delivers what has gathered, until nothing waits, and leaves the drain lock.
  ///
  /// Specialised, since a thread may deliver here what others send all the time; but apart from `send`, which is quick as
  /// long as nothing waits.
  @inlinable @inline(never) func drain() {
    repeat {
      let retired = state.withLock { state -> [AnyObject & Sendable]? in
        let hasMore = !queue.isEmpty || !state.retired.isEmpty
        swap(&queue, &batch)
        // Left inside the lock: an event queued after this look at the queue finds the drain lock free.
        drainLock.leave(orKeep: hasMore)
        defer { state.retired = [] }
        return hasMore ? state.retired : nil
      }
      guard let retired else { return }
      for event in batch { deliver(event) }
      batch.removeAll(keepingCapacity: batch.count <= LongQueue.kept)
      if !retired.isEmpty { release(retired) }
    } while !drainLock.tryLeave()
  }

  @inlinable func deliver(_ event: Event) {
    switch event {
    case .value(let value): deliver(value)
    case .replay(let conduit, let value):
      // A value that came since has made up for the missed one.
      if conduit.demand.isBehind, conduit.demand.takeOne(orFallBehind: false) { conduit.pass(value) }
    case .deliverHeld(let conduit): _ = deliverHeld(by: conduit)
    case .join(let conduit): conduits.append(conduit)
    case .completion(let completion): finish(completion)
    }
  }

  @usableFromInline func finish(_ completion: Subscribers.Completion<Failure>) {
    for conduit in conduits.removeAll() {
      let conduit = unsafeDowncast(conduit, to: ConduitBase<Output, Failure>.self)
      if state.withLock({ _ in conduit.holdEnd() }) { continue }
      conduit.finish(completion)
      // A conduit cancelled during its introduction is released by the thread that introduces.
      if !conduit.demand.isIntroducing { release(conduit) }
    }
    _ = state.withLock { $0.subject.take() }
  }

  /// Unlists and releases conduits that were cancelled during a delivery.
  @usableFromInline func release(_ retired: [AnyObject & Sendable]) {
    conduits.removeAll { unsafeDowncast($0, to: ConduitBase<Output, Failure>.self).demand.isCancelled }
    for conduit in retired {
      let conduit = unsafeDowncast(conduit, to: ConduitBase<Output, Failure>.self)
      if !conduit.demand.isIntroducing { release(conduit) }
    }
  }

  func release(_ conduit: ConduitBase<Output, Failure>) {
    conduit.release()
    // Held values go outside the lock. Only a lossless subject holds any beyond the introduction.
    if conduit.demand.isBehind { _ = state.withLock { _ in conduit.takeHeld() } }
  }
}

/// What the lock of a subject guards, as far as it is not of generic type.
@usableFromInline
struct SubjectState: Sendable {
  @usableFromInline var isComplete = false
  /// How many subscribers have joined and not left. While there are any, they keep the subject alive.
  @usableFromInline var count = 0
  @usableFromInline var subject: (AnyObject & Sendable)?
  /// Conduits cancelled during a delivery, to be released by its thread.
  @usableFromInline var retired: [AnyObject & Sendable] = []
}
