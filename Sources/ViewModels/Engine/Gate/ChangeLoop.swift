/// One loop over a gate's changes: from the moment a change is offered to it until it asks for the next one, it holds
/// the change.
@MainActor
final class ChangeLoop {
  private enum State {
    /// The loop has not begun; its first element is the reload.
    case new
    /// The loop waits for a change, or its body runs without one.
    case waiting
    /// The loop has a change to fetch.
    case offered(SerialGate.Hold)
    /// The body runs with a change.
    case handedOut(SerialGate.Hold)
    /// The task was cancelled, a newer loop has taken over, or the gate is gone.
    case ended
  }

  /// Weak, so that a loop ends with its view model instead of keeping it alive.
  private weak var gate: SerialGate?
  private var state = State.new
  /// The views that the loop has performed changes in.
  private var views: [BoundView] = []
  /// How many drivers views had been given to when the loop began.
  private var driversBefore = 0
  /// The task that the loop runs in.
  private(set) var task: Int?
  /// How many waits for the list run in the body.
  private var waits = 0
  // A stream, because it ends for each reason a loop has to end: cancelling finishes it, so do a newer loop and the
  // deinit of the gate; and it copes with two tasks that wait at once.
  private let signals: AsyncStream<Void>
  nonisolated let signal: AsyncStream<Void>.Continuation

  init(gate: SerialGate?) {
    self.gate = gate
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  // MARK: - The loop's side

  /// Tells tasks apart while they run.
  static var thisTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  func next() async -> PendingChange? {
    task = Self.thisTask
    if Task.isCancelled { end() }
    finishLast()
    if case .new = state { return start() }
    while await isSignalled() {
      if let number = take() { return PendingChange(loop: self, number: number) }
    }
    end()
    return nil
  }

  /// Begins to drive the gate.
  private func start() -> PendingChange? {
    guard let gate else { return nil }
    state = .waiting
    driversBefore = ViewRecord.driversSoFar
    gate.drive(by: self)
    return PendingChange(loop: self, number: nil)
  }

  /// Returns false when the loop has to end. It holds no strong reference to the gate while it waits.
  private func isSignalled() async -> Bool {
    var iterator = signals.makeAsyncIterator()
    return await iterator.next(isolation: #isolation) != nil
  }

  private func take() -> Int? {
    guard case .offered(let hold) = state, let gate else { return nil }
    guard gate.queue.current?.isOffered == true else {
      // A move that a view has made itself came before it. When that is over, it is offered again.
      state = .waiting
      hold.release()
      return nil
    }
    state = .handedOut(hold)
    return gate.changesMade
  }

  /// The body has ended: lets the next change begin, and the gate make this one if the body has not.
  private func finishLast() {
    guard case .handedOut(let hold) = state else { return }
    state = .waiting
    hold.release()
  }

  /// The body begins to wait for its list, and lets go of the change that it has, or would be handed next.
  func bodyWaits() {
    waits += 1
    switch state {
    case .offered(let hold), .handedOut(let hold):
      state = .waiting
      hold.release()
    case .new, .waiting, .ended: break
    }
  }

  func bodyGoesOn() { waits -= 1 }

  // MARK: - The gate's side

  func hasCounted(_ record: ViewRecord, _ changes: Int) {
    views.first { $0.record === record }?.changesCounted = changes
  }

  /// Whether a change has been made, in another view of this loop for instance, that this one has not counted.
  func isBehind(_ record: ViewRecord) -> Bool {
    views.contains { $0.record === record && $0.isActive && $0.changesCounted != gate?.changesMade }
  }

  func setStale() {
    for bound in views where bound.isActive { bound.record.isStale = true }
  }

  /// The views that a change has passed by, because the body waits, or because another view has made it itself. They count
  /// in its turn: the loop may have nothing to perform for a long time.
  func views(passedBy change: QueuedChange) -> [ViewRecord] {
    guard let gate else { return [] }
    if change.update == nil {
      // Who was in step before it is so still.
      for bound in views where bound.changesCounted == gate.changesMade - 1 { bound.changesCounted = gate.changesMade }
      return []
    }
    guard waits > 0 || !change.isOffered else { return [] }
    let passed = views.filter { $0.isActive && $0.changesCounted != gate.changesMade }
    for bound in passed { bound.changesCounted = gate.changesMade }
    return passed.map(\.record)
  }

  /// Offers a change to the loop, which makes it in a turn of its own.
  /// - Returns: False if the loop's task has been cancelled, or its body waits for what changes bring about.
  func offer(_ change: QueuedChange) -> Bool {
    if waits > 0 { return false }
    if case .terminated = signal.yield() { return false }
    state = .offered(change.gate.queue.hold(change))
    return true
  }

  /// Ends the loop, and lets go of the change it has.
  func end() {
    let last = state
    state = .ended
    signal.finish()
    for bound in views { bound.replace() }
    switch last {
    case .offered(let hold), .handedOut(let hold): hold.release()
    case .new, .waiting, .ended: break
    }
  }

  // MARK: - The body's side

  func perform(_ number: Int?) -> ListUpdate? {
    guard let gate = drivenGate(), gate.isPending(number) else { return nil }
    return gate.queue.performCurrent(in: nil)
  }

  func perform(_ number: Int?, in view: some ListView) async {
    let (animation, animationEnd) = AsyncStream.makeStream(of: Void.self)
    guard let bound = begin(number, in: view, whenOver: { animationEnd.finish() }), bound.hold != nil else { return }
    for await _ in animation {}
    // After cancelling, the view goes on animating and the gate goes on without it.
    bound.hold?.release()
    if Task.isCancelled { end() }
  }

  /// Makes the change in the view, unless a reload is all it needs.
  private func begin(
    _ number: Int?, in view: some ListView, whenOver: @escaping @MainActor () -> Void
  ) -> BoundView? {
    guard let gate = drivenGate() else { return nil }
    let isPending = gate.isPending(number)
    // Told by its binding and by the loop of one insert, the view would count it twice.
    guard let bound = bound(view, to: gate) else {
      if isPending { _ = gate.queue.performCurrent(in: nil) }
      return nil
    }
    guard isPending else {
      gate.queue.count(bound.record)
      bound.changesCounted = gate.changesMade
      return nil
    }
    if bound.changesCounted != gate.changesMade { bound.record.isStale = true }
    bound.hold = nil
    bound.whenOver = whenOver
    _ = gate.queue.performCurrent(in: bound)
    return bound
  }

  /// What the loop has of a view: all, from the first change that it performs there until a newer driver takes it. It does
  /// not come back when that one ends, since the view shows something else by then.
  private func bound(_ view: some ListView, to gate: SerialGate) -> BoundView? {
    let record = ViewRecord.of(view)
    if let bound = views.first(where: { $0.record === record }) { return bound.isActive ? bound : nil }
    if record.isDriven(since: driversBefore) { return nil }
    views.removeAll { $0.record.view == nil }
    let bound = BoundView(gate: gate, record: record, isLoop: true)
    record.add(bound)
    views.append(bound)
    return bound
  }

  /// The gate, if this loop drives it; a cancelled loop performs nothing more.
  private func drivenGate() -> SerialGate? {
    if Task.isCancelled { end() }
    if case .ended = state { return nil }
    return gate
  }
}
