/// The changes of one gate, or of several that share a view: which wait, and the one that is under way.
///
/// The order of a turn is kept here, in ``run()`` and `perform(_:outermost:)`, and nowhere else: the change, inside the
/// views' updates; the observers; `delivered`; animations and holds; the next change.
@MainActor
final class ChangeQueue {
  /// Where a change stands.
  enum Place {
    /// Behind all that wait.
    case last
    /// Before all that wait, behind the one that is under way.
    case next
    /// It is made now, also while the queue is paused, because a view has made it already. It is not told again.
    case now(madeBy: ViewRecord)
  }

  private var changes: [QueuedChange] = []
  /// Index of the first waiting change. Taken changes are removed in bulk, so that removal is O(1) on average.
  private var head = 0
  private(set) var current: QueuedChange?
  /// True while this object is on the stack, so that a call from inside is queued instead of starting a second run.
  private var isRunning = false
  /// Views that have to count when the update blocks have returned.
  private var stale: [ViewRecord] = []
  private var pauses = 0
  private struct Loop {
    weak var loop: ChangeLoop?
  }
  /// The loops over changes that wait here. Some may have ended.
  private var loops: [Loop] = []
  let idleWaiters = Waiters()

  /// How many changes have been asked for and not been made.
  var waiting: Int { changes.count - head + (current?.isMade == false ? 1 : 0) }
  var isIdle: Bool { current == nil }

  /// Whether a change has begun and is not over, so that no other can be made now.
  var isUnderWay: Bool { current.map { $0.phase != .waiting } ?? false }

  func add(_ change: QueuedChange, _ place: Place = .last) {
    switch place {
    // Without a change under way nothing waits either: the array is left alone on the way that most changes take.
    case .last: if current == nil { current = change } else { changes.append(change) }
    case .next:
      assert(isUnderWay)
      putFirst(change)
    case .now(let record):
      putAhead(change)
      delaying { perform(change, outermost: nil, madeBy: record) }
    }
    run()
  }

  /// Makes a change the current one, in place of one that waits. A loop that has been handed that one is handed it again:
  /// what it does is to be told after this.
  private func putAhead(_ change: QueuedChange) {
    if let waiting = current {
      waiting.isOffered = false
      putFirst(waiting)
    }
    current = change
  }

  private func putFirst(_ change: QueuedChange) {
    if head > 0 {
      head -= 1
      changes[head] = change
    } else {
      changes.insert(change, at: 0)
    }
  }

  /// Keeps changes that have not begun from beginning.
  func pause() -> SerialGate.Hold {
    pauses += 1
    return SerialGate.Hold {
      self.pauses -= 1
      self.run()
    }
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
        if pauses > 0, !change.isOffered { return }
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

  func add(_ loop: ChangeLoop) {
    loops.removeAll { $0.loop == nil }
    loops.append(Loop(loop: loop))
  }

  /// Waits for what changes bring about. A loop's body that does so lets go of its change, and the loop is offered none
  /// meanwhile: it would wait for the body's end, and the body for the change.
  func awaiting<Result>(_ wait: @MainActor () async -> Result) async -> Result {
    let waiting = loops.compactMap(\.loop).filter { $0.task == ChangeLoop.thisTask }
    for loop in waiting { loop.bodyWaits() }
    defer { for loop in waiting { loop.bodyGoesOn() } }
    return await wait()
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
  /// - Parameter view: The loop's, or nil to make it without one.
  /// - Returns: What was done; nil if there is nothing to tell.
  func performCurrent(in view: BoundView?) -> ListUpdate? {
    guard let change = current, change.phase == .waiting else { return nil }
    // The loop's view counts as running, too: a second view that completes at once inside its update would tell the
    // observers there, before the outer block has returned.
    delaying { perform(change, outermost: view) }
    return change.update
  }

  private func perform(_ change: QueuedChange, outermost: BoundView?, madeBy record: ViewRecord? = nil) {
    let gate = change.gate
    change.phase = .opening
    // A change takes this list with it: what is bound while its updates open is not part of it, and counts after it.
    var views = gate.views
    if let outermost { views.insert(outermost, at: 0) }
    if let record { views.removeAll { $0.record === record } }
    open(change, in: views[...])
    if let counted = record ?? outermost?.record { gate.hasCounted(counted) }
    stale += gate.views(passedBy: change)
    // Every block has returned. Views count before observers are told, because an observer may ask them.
    while !stale.isEmpty { stale.removeFirst().count() }
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
    let record = bound.record
    // An update of another gate, or of a driver that has ended, may run in the view. The change does not wait for it.
    if change.views == .reload || record.isUpdating {
      stale.append(record)
      return open(change, in: inner)
    }
    record.prepare()
    guard bound.isActive else { return open(change, in: inner) }
    guard record.isInStep else {
      stale.append(record)
      return open(change, in: inner)
    }
    let hold = hold(change)
    bound.hold = hold
    record.isUpdating = true
    let isTold = view.performUpdateOnce(animated: change.animated && bound.animated && head == changes.count) {
      self.open(change, in: inner)
      // The offset is asked for after the change, which may be the one that moved it.
      return change.update?.offset(bySections: bound.sectionOffset)
    } whenOver: {
      record.isUpdating = false
      hold.release()
      bound.whenOver?()
    }
    if !isTold { stale.append(record) }
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
  /// inside one is neither the old one nor the new one.
  func count(_ record: ViewRecord) {
    if current?.isInUpdates == true { stale.append(record) } else { record.count() }
  }
}
