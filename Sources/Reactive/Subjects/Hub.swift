import Synchronization

/// What both subjects are made of: those who hear its events, in the order they joined, and a queue.
///
/// Whoever sends takes the turn and delivers; if somebody has it (he himself, further up the stack, or another
/// thread), he queues his event and returns, and the one who has the turn delivers it. So all hear the same events in
/// the same order. Joining is an event too: one hears exactly what was sent after one joined.
@usableFromInline
final class Hub<Output: Sendable, Failure: Error>: @unchecked Sendable {
  // Unchecked, each access for the reason given with the property. The properties of generic kind stand last, and what
  // subscribing and cancelling touch is not generic: the runtime is slow to tell the layout of generic types.

  @usableFromInline
  enum Event: Sendable {
    case value(Output)
    /// The value that a subscriber of a ``CurrentValueSubject`` had not heard when it asked.
    case replay(Conduit<Output, Failure>, Output)
    case join(Conduit<Output, Failure>)
    case completion(Subscribers.Completion<Failure>)
  }

  @usableFromInline let name: String
  @usableFromInline let keepsValue: Bool
  @usableFromInline let turn = Turn()
  @usableFromInline let roll = Lock(Roll())
  private let isDemanded: Atomic<Bool>

  // These belong to the one whose turn it is.
  @exclusivity(unchecked) @usableFromInline var members = Members()
  @exclusivity(unchecked) @usableFromInline var batch: [Event] = []

  // These are guarded by the lock around `roll`.
  @exclusivity(unchecked) @usableFromInline var queue: [Event] = []
  @exclusivity(unchecked) @usableFromInline var completion: Subscribers.Completion<Failure>?
  /// The value sent last; nil in a ``PassthroughSubject``.
  @exclusivity(unchecked) @usableFromInline var current: Output?

  @usableFromInline
  init(name: String, current: Output?) {
    self.name = name
    self.current = current
    keepsValue = current != nil
    isDemanded = Atomic(current != nil)
  }

  deinit {
    for upstream in roll.withLock({ $0.upstreams.take() }) { upstream.cancel() }
  }

  // MARK: Sending

  /// Delivers a value without keeping it.
  @inlinable
  func send(_ value: Output) {
    if turn.tryTake() {
      deliver(value)
      if !turn.tryLeave() { goOn() }
    } else {
      enqueue(value)
    }
  }

  @inlinable
  func enqueue(_ value: Output) {
    let isMine = roll.withLock { roll in
      if roll.isComplete { return false }
      if turn.takeOrSummon() { return true }
      queue.append(.value(value))
      return false
    }
    if isMine {
      deliver(value)
      goOn()
    }
  }

  /// Keeps a value and delivers it.
  @inlinable
  func sendCurrent(_ value: Output) {
    // The old value leaves the lock, to be released outside it.
    var other: Output? = value
    let isMine = roll.withLock { roll in
      if roll.isComplete { return false }
      swap(&other, &current)
      if turn.takeOrSummon() { return true }
      queue.append(.value(value))
      return false
    }
    if isMine {
      deliver(value)
      if !turn.tryLeave() { goOn() }
    }
  }

  @usableFromInline
  func send(completion: Subscribers.Completion<Failure>) {
    let isMine = roll.withLock { roll in
      if roll.isComplete { return false }
      roll.isComplete = true
      self.completion = completion
      if turn.takeOrSummon() { return true }
      queue.append(.completion(completion))
      return false
    }
    if isMine {
      deliver(.completion(completion))
      goOn()
    }
  }

  @usableFromInline
  func send(subscription: any Subscription) {
    let isWanted = roll.withLock { roll in
      roll.upstreams.append(subscription)
      return isDemanded.load(ordering: .relaxed)
    }
    if isWanted { subscription.request(.unlimited) }
  }

  /// The value sent last. Setting it is sending it; after a completion it is only kept.
  @usableFromInline var value: Output {
    get {
      guard let value = roll.withLock({ _ in current }) else { preconditionFailure("a hub without a value") }
      return value
    }
    set {
      var other: Output? = newValue
      let isKept = roll.withLock { roll in
        if roll.isComplete { swap(&other, &current) }
        return roll.isComplete
      }
      if !isKept { sendCurrent(newValue) }
    }
  }

  // MARK: Subscribing

  @inlinable
  func add<S: Subscriber>(_ subscriber: S, subject: AnyObject & Sendable)
  where S.Input == Output, S.Failure == Failure {
    let conduit = ConduitTo(subscriber, hub: self)
    if join(conduit, subject) {
      subscriber.receive(subscription: conduit)
    } else if let completion = roll.withLock({ _ in completion }) {
      subscriber.receive(subscription: EmptySubscription())
      subscriber.receive(completion: completion)
    }
  }

  @usableFromInline
  func join(_ conduit: Conduit<Output, Failure>, _ subject: AnyObject & Sendable) -> Bool {
    roll.withLock { roll in
      if roll.isComplete { return false }
      roll.lastTicket += 1
      roll.count += 1
      if roll.subject == nil { roll.subject = subject }
      conduit.ticket = roll.lastTicket
      if turn.takeOrSummon() {
        members.append(conduit)
        turn.leave(orGoOn: false)
      } else {
        queueJoin(of: conduit)
      }
      return true
    }
  }

  /// Apart from its caller, which is fast as long as it need not know the layout of an event.
  @inline(never)
  private func queueJoin(of conduit: Conduit<Output, Failure>) { queue.append(.join(conduit)) }

  func demanded(by conduit: Conduit<Output, Failure>, isBehind: Bool) {
    if !isDemanded.load(ordering: .acquiring) {
      let upstreams = roll.withLock { roll in
        isDemanded.exchange(true, ordering: .acquiringAndReleasing) ? [] : roll.upstreams
      }
      for upstream in upstreams { upstream.request(.unlimited) }
    }
    if isBehind { replay(to: conduit) }
  }

  private func replay(to conduit: Conduit<Output, Failure>) {
    let mine = roll.withLock { roll -> Output? in
      guard let current, !roll.isComplete else { return nil }
      if turn.takeOrSummon() { return current }
      queue.append(.replay(conduit, current))
      return nil
    }
    if let mine {
      conduit.replay(mine)
      goOn()
    }
  }

  func remove(_ conduit: Conduit<Output, Failure>) {
    let (isMine, _) = roll.withLock { roll -> (Bool, AnyObject?) in
      roll.count -= 1
      let subject = roll.count == 0 ? roll.subject.take() : nil
      if turn.takeOrSummon() {
        members.remove(conduit)
        turn.leave(orGoOn: false)
        return (true, subject)
      }
      roll.retired.append(conduit)
      return (false, subject)
    }
    if isMine { conduit.release() }
  }

  // MARK: For the one whose turn it is

  @inlinable
  func deliver(_ value: Output) {
    for index in members.list.indices {
      // Only conduits of this hub join.
      members.list[index]._withUnsafeGuaranteedRef {
        unsafeDowncast($0, to: Conduit<Output, Failure>.self).offer(value)
      }
    }
  }

  /// Sees to what has gathered, until nothing waits, and leaves the turn.
  @inlinable
  func goOn() {
    repeat {
      let retired = roll.withLock { roll -> [Member]? in
        let hasMore = !queue.isEmpty || !roll.retired.isEmpty
        swap(&queue, &batch)
        turn.leave(orGoOn: hasMore)
        return hasMore ? roll.retired.take() : nil
      }
      guard let retired else { return }
      for event in batch { deliver(event) }
      batch.removeAll(keepingCapacity: true)
      if !retired.isEmpty { release(retired) }
    } while !turn.tryLeave()
  }

  @inlinable
  func deliver(_ event: Event) {
    switch event {
    case .value(let value): deliver(value)
    case .replay(let conduit, let value): conduit.replay(value)
    case .join(let conduit): members.append(conduit)
    case .completion(let completion): finish(completion)
    }
  }

  @usableFromInline
  func finish(_ completion: Subscribers.Completion<Failure>) {
    for member in members.removeAll() { unsafeDowncast(member, to: Conduit<Output, Failure>.self).finish(completion) }
    _ = roll.withLock { $0.subject.take() }
  }

  @usableFromInline
  func release(_ retired: [Member]) {
    _ = members.removeCancelled()
    for member in retired { member.release() }
  }
}
