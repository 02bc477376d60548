/// The changes of one gate, or of several that share a view: which wait, and the one that is under way.
///
/// The order of a turn is kept here, in ``run()`` and `perform(_:outermost:)`, and nowhere else: the change, inside the
/// views' updates; the observers; `delivered`; animations and holds; the next change.
@MainActor
final class ChangeQueue {
  /// An update of a view whose animation is not over.
  private struct RunningUpdate {
    weak var view: (any ListView)?
    let hold: SerialGate.Hold
  }

  private var changes: [QueuedChange] = []
  /// Where the first change stands that waits. What has been taken is not removed one by one, which would shift the
  /// rest each time.
  private var head = 0
  private(set) var current: QueuedChange?
  /// True while this object is on the stack, so that whoever calls back is queued instead of starting a second run.
  private var isRunning = false
  private var running: [RunningUpdate] = []
  /// Views that have to count when the update blocks have returned.
  private var stale: [any ListView] = []
  let idleWaiters = Waiters()

  /// How many changes have been asked for and not been made.
  var waiting: Int { changes.count - head + (current?.isMade == false ? 1 : 0) }
  var isIdle: Bool { current == nil }

  func add(_ change: QueuedChange) {
    // Without a change under way nothing waits either: the array is left alone on the way that most changes take.
    if current == nil { current = change } else { changes.append(change) }
    run()
  }

  /// Carries on as far as it can: makes changes, tells the observers, and stops where a loop, an animation or a hold
  /// keeps a change open.
  ///
  /// A loop and not recursion: a view that completes at once, or a released hold, calls this from inside, returns, and
  /// leaves the next change to the loop. Ten thousand changes that wait need no stack.
  func run() {
    guard !isRunning else { return }
    isRunning = true
    defer { isRunning = false }
    while let change = current {
      switch change.phase {
      case .waiting:
        // A loop that has been offered the change holds it. Without the hold it has let go: the change is made here.
        if change.holds > 0 || change.views != .stay && change.gate.offer(change) { return }
        perform(change, outermost: nil)
      case .finishing:
        if change.holds > 0 { return }
        current = next()
      case .opening, .made, .delivering:
        return assertionFailure("a change is between two phases while nothing runs")
      }
    }
    idleWaiters.resumeAll()
  }

  /// Runs a closure that may ask for changes, and makes them when it has returned.
  func delaying(_ body: () -> Void) {
    let wasRunning = isRunning
    isRunning = true
    body()
    isRunning = wasRunning
    run()
  }

  private func next() -> QueuedChange? {
    guard head < changes.count else { return nil }
    let change = changes[head]
    head += 1
    if head == changes.count {
      changes.removeAll(keepingCapacity: true)
      head = 0
    } else if head * 2 >= changes.count {  // so that each change is shifted at most once on average
      changes.removeFirst(head)
      head = 0
    }
    return change
  }

  // MARK: - One change

  /// Makes the current change, which waits, in the turn of the loop that it was handed to.
  /// - Parameter view: the loop's, or nil to make it without one.
  /// - Returns: what was done; nil if there is nothing to tell.
  func performCurrent(in view: BoundView?) -> ListUpdate? {
    guard let change = current else { return nil }
    // The loop's view counts as running, too: a second view that completes at once inside its update would tell the
    // observers there, before the outer block has returned.
    delaying { perform(change, outermost: view) }
    return change.update
  }

  private func perform(_ change: QueuedChange, outermost: BoundView?) {
    let gate = change.gate
    change.phase = .opening
    // A change takes this list with it: what is bound while its updates open is not part of it, and counts after it.
    var views = gate.views
    if let outermost { views.insert(outermost, at: 0) }
    open(change, in: views[...])
    // Every block has returned. Views count before observers are told, because an observer may ask them.
    while !stale.isEmpty { stale.removeFirst().reloadAndCount() }
    change.phase = .delivering
    if let update = change.update { gate.send(update) }
    change.delivered?()
    change.phase = .finishing
  }

  /// Opens the update of the first view, and inside it those of the others; the innermost makes the change.
  private func open(_ change: QueuedChange, in views: ArraySlice<BoundView>) {
    guard change.views != .stay, let bound = views.first else { return make(change) }
    let inner = views.dropFirst()
    guard let view = bound.activeView else { return open(change, in: inner) }
    // Or the animation of a binding or loop that has ended is running. The change does not wait for it, and a batch
    // would overlap it, which list views accept in silence and then miscount.
    if change.views == .reload || running.contains(where: { $0.view === view }) {
      stale.append(view)
      return open(change, in: inner)
    }
    let hold = hold(change)
    bound.hold = hold
    running.append(RunningUpdate(view: view, hold: hold))
    let isTold = view.performUpdateOnce(animated: change.animated && head == changes.count) {
      self.open(change, in: inner)
      // The offset is asked for after the change, which may be the one that moved it.
      return change.update?.offset(bySections: bound.sectionOffset())
    } whenOver: {
      self.running.removeAll { $0.hold === hold }
      hold.release()
      bound.whenOver()
    }
    if !isTold { stale.append(view) }
  }

  private func make(_ change: QueuedChange) {
    change.phase = .made  // first, so that what the change calls back finds it made
    change.update = change.change()
    change.gate.changesMade += 1
  }

  // MARK: - What keeps a change open

  /// Keeps a change open until the hold is released or dropped.
  func hold(_ change: QueuedChange) -> SerialGate.Hold {
    change.holds += 1
    return SerialGate.Hold {
      change.holds -= 1
      self.run()
    }
  }

  /// Reloads a view now, or, in the middle of a change, when the update blocks have returned: a count that is read
  /// inside one is neither that of before nor that of after.
  func count(_ view: any ListView) {
    if current?.isInUpdates == true { stale.append(view) } else { view.reloadAndCount() }
  }
}
