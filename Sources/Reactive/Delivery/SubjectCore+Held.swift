extension SubjectCore {
  /// Ends an introduction during which something came, or the subscriber cancelled.
  @usableFromInline func introduce(_ conduit: ConduitBase<Output, Failure>) {
    if conduit.demand.isCancelled { return release(conduit) }
    if !isHome { return MainScheduler().schedule { self.introduce(conduit) } }
    if deliverHeld(by: conduit) { catchUp(conduit) }
  }

  /// Delivers what a conduit missed, now that there is demand.
  func catchUp(_ conduit: ConduitBase<Output, Failure>) {
    if !isHome { return MainScheduler().schedule { self.catchUp(conduit) } }
    let mine = state.withLock { state -> Event? in
      if missed == .all { return takeOrQueue(.deliverHeld(conduit)) ? .deliverHeld(conduit) : nil }
      // The value of this moment: what is sent later stands behind this in the queue, and would come twice.
      guard let current, !state.isComplete else { return nil }
      return takeOrQueue(.replay(conduit, current)) ? .replay(conduit, current) : nil
    }
    if let mine {
      deliver(mine)
      drain()
    }
  }

  /// Whether the caller may deliver here: a main-actor subject delivers on the main actor, wherever it is asked.
  private var isHome: Bool { missed != .all || MainScheduler().isCurrent }

  /// Holds a value in a conduit if it can't be offered: during an introduction, and behind others in a lossless subject.
  func hold(_ value: Output, for conduit: ConduitBase<Output, Failure>) -> Bool {
    if missed != .all && !conduit.demand.isIntroducing { return false }
    return state.withLock { _ in conduit.hold(value) }
  }

  /// Delivers what a conduit holds, as far as there is demand. For the thread that introduces, and after that for the
  /// holder of the drain lock.
  /// - Returns: Whether the subscriber missed something that it has asked for.
  @usableFromInline func deliverHeld(by conduit: ConduitBase<Output, Failure>) -> Bool {
    var isBehind = false
    while true {
      var mustCatchUp = false
      let next = state.withLock { _ in
        let next = conduit.nextHeld()
        // Settled inside the lock: what comes next is either held before this, and found, or offered after it.
        if next == nil { mustCatchUp = conduit.demand.settle(isBehind: isBehind || conduit.isHolding) }
        return next
      }
      switch next {
      case .value(let value):
        let isAsked = missed == .all || conduit.demand.takeOneHeld()
        if isAsked { conduit.pass(value) }
        isBehind = !isAsked && missed == .latest
      case .end:
        if let completion = state.withLock({ _ in completion }) { conduit.finish(completion) }
        release(conduit)
        return false
      case nil:
        // Cancelled during the introduction, which has left it to this thread to release the subscriber.
        if conduit.demand.isCancelled && conduit.demand.isIntroducing { release(conduit) }
        return mustCatchUp
      }
    }
  }
}
