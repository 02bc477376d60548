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

  /// A view that the loop has performed changes in, and how many of the gate's changes it has counted.
  private struct CountedView {
    weak var view: (any ListView)?
    var changes: Int
  }

  /// Weak, so that a loop ends with its view model instead of keeping it alive.
  private weak var gate: SerialGate?
  private var state = State.new
  private var rank = 0
  private var counted: [CountedView] = []
  // A stream, because it ends for each reason a loop has to end: cancelling finishes it, so do a newer loop and the
  // deinit of the gate; and it copes with two tasks that wait at once.
  private let signals: AsyncStream<Void>
  nonisolated let signal: AsyncStream<Void>.Continuation

  init(gate: SerialGate?) {
    self.gate = gate
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  // MARK: - The loop's side

  func next() async -> PendingChange? {
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
    rank = gate.nextRank()
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
    state = .handedOut(hold)
    return gate.changesMade
  }

  /// The body has ended: lets the next change begin, and the gate make this one if the body has not.
  private func finishLast() {
    guard case .handedOut(let hold) = state else { return }
    state = .waiting
    hold.release()
  }

  // MARK: - The gate's side

  /// Offers a change to the loop, which makes it in a turn of its own.
  /// - Returns: false if the loop's task has been cancelled.
  func offer(_ change: QueuedChange) -> Bool {
    if case .terminated = signal.yield() { return false }
    state = .offered(change.gate.queue.hold(change))
    return true
  }

  /// Ends the loop, and lets go of the change it has.
  func end() {
    let last = state
    state = .ended
    signal.finish()
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
    // Told by its binding and by the loop of one insert, the view would count it twice.
    guard gate.isReleased(view, to: rank) else {
      if gate.isPending(number) { _ = gate.queue.performCurrent(in: nil) }
      return nil
    }
    defer { setCounted(view, gate.changesMade) }
    guard gate.isPending(number) else {
      gate.queue.count(view)
      return nil
    }
    if !hasCounted(view, gate.changesMade) { view.reloadAndCount() }
    let bound = BoundView(gate: gate, view: view, rank: rank, whenOver: whenOver)
    _ = gate.queue.performCurrent(in: bound)
    return bound
  }

  /// The gate, if this loop drives it; a cancelled loop performs nothing more.
  private func drivenGate() -> SerialGate? {
    if Task.isCancelled { end() }
    if case .ended = state { return nil }
    return gate
  }

  private func hasCounted(_ view: some ListView, _ changes: Int) -> Bool {
    counted.contains { $0.view === view && $0.changes == changes }
  }

  private func setCounted(_ view: some ListView, _ changes: Int) {
    counted.removeAll { $0.changes != changes }
    counted.append(CountedView(view: view, changes: changes))
  }
}
