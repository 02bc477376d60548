import Foundation
import ListEngine
import Reactive

extension StrictListView {
  /// Between the opening and the closing of the outermost batch.
  struct OpenBatch {
    var record = RecordedBatch()
    /// In the order in which the batches were opened, the outermost first.
    var completions: [(@MainActor (Bool) -> Void)?] = []
    var depth = 1
    var isFollowedByReload = false
    /// Whether it was opened while an earlier one was being animated, and that was reported.
    var overlaps = false
  }

  /// A closed batch whose completions have yet to be called.
  struct RunningAnimation {
    /// The batch's, from 1.
    let number: Int
    let completions: [@MainActor (Bool) -> Void]
    let isValid: Bool
  }

  /// Opens a batch, runs `updates`, closes it, and checks what was asked for against the model's counts.
  /// - Parameters:
  ///   - updates: Changes the model and tells the view.
  ///   - completion: Called when the animation is over, with false if there was a violation.
  public func performBatchUpdates(
    _ updates: (@MainActor () -> Void)?, completion: (@MainActor (Bool) -> Void)? = nil
  ) {
    if openBatch == nil {
      countsReadIfStale()
      batches += 1
      let overlaps = !running.isEmpty && reportsOverlap()
      openBatch = OpenBatch(completions: [completion], overlaps: overlaps)
    } else {
      openBatch?.depth += 1
      openBatch?.completions.append(completion)
    }
    updates?()
    openBatch?.depth -= 1
    if let batch = openBatch, batch.depth == 0 { close(batch) }
  }

  /// A batch opens while an earlier one is being animated.
  /// - Returns: Whether that is a violation.
  private func reportsOverlap() -> Bool {
    overlappingBatches += 1
    if acceptsOverlaps { return false }
    report(
      "a batch update is begun while the animation of an earlier one runs (a check of StrictListView's own, not UIKit's:"
        + " a \(kind.name) lets this pass and may miscount later)")
    return true
  }

  private func close(_ batch: OpenBatch) {
    let before = countsReadIfStale()
    let after = modelCounts()
    openBatch = nil
    counts = after
    // A screen that stands too far down goes up: what came behind it does not move it.
    stand(below: itemsAbove, of: before)
    stand(below: itemsAbove, of: after)
    let isValid = carryOut(batch.record, before: before, after: after)
    if batch.isFollowedByReload { reloadData() }
    let number = batches
    running.append(
      RunningAnimation(
        number: number, completions: batch.completions.compactMap { $0 }, isValid: isValid && !batch.overlaps))
    let takesTime = isOnScreen && animates && !batch.record.isEmpty
    switch takesTime ? animation : .none {
    case .none: finishAnimation(at: running.count - 1, calls: 1)
    case .after(let duration, let scheduler):
      scheduler.schedule(after: duration) { [weak self] in runOnMain { self?.finishAnimation(ofBatch: number) } }
    case .manual: break
    }
  }

  /// Checks a batch against the model's counts, and carries it out in what is shown.
  /// - Returns: False, with that reported, if a list view refuses it.
  @discardableResult
  func carryOut(_ record: RecordedBatch, before: [Int], after: [Int]) -> Bool {
    do throws(UpdateViolation) {
      let update = try CheckedBatch(record, before: before, after: after)
      let texts = update.knownCrashes.map { $0.text(for: kind) }
      if treatsWarningsAsViolations, let first = texts.first {
        report(first)
        return false
      }
      updateCells { cells, cell in cells.replay(update, cell: cell) }
      warnings += texts
      for text in texts { onWarning(text) }
      return true
    } catch {
      let inconsistency = InconsistentBatch(before: before, after: after, record: record)
      let isInFull = system == .iOS17 && error.isOfTotals && inconsistency.applies
      report(isInFull ? inconsistency.text(for: kind) : error.text(for: kind))
      return false
    }
  }

  private func report(_ text: String) {
    violations.append(text)
    onViolation(text)
    updateCells { cells, cell in cells = ShownCells(counts: countsReadIfStale(), cell: cell) }
  }

  /// Changes what is shown, if anything is. The cells are taken out meanwhile, because `cell` is the caller's code and
  /// may look at this view.
  func updateCells(_ change: (inout ShownCells, (IndexPath) -> String) -> Void) {
    guard var cells = shown, let cell else { return }
    shown = nil
    change(&cells, cell)
    shown = cells
  }

  /// Records one call: in the batch that is open, or in a batch of its own.
  package func perform(_ operation: ListOperation) {
    if openBatch != nil {
      openBatch?.record.add(operation)
    } else {
      performBatchUpdates { self.openBatch?.record.add(operation) }
    }
  }
}

// MARK: - Animations

extension StrictListView {
  /// How many animations have not ended.
  public var runningAnimations: Int { running.count }

  /// Ends the animation that began first; does nothing if none is running.
  /// - Parameter calls: How often its completions are called: 0 drops them uncalled, 2 calls them twice.
  public func finishNextAnimation(calls: Int = 1) {
    if !running.isEmpty { finishAnimation(at: 0, calls: calls) }
  }

  /// Ends all animations, those included which begin while it does.
  public func finishAnimations() {
    while !running.isEmpty { finishAnimation(at: 0, calls: 1) }
  }

  /// Ends an animation, unless it has been ended by hand.
  private func finishAnimation(ofBatch number: Int) {
    if let position = running.firstIndex(where: { $0.number == number }) { finishAnimation(at: position, calls: 1) }
  }

  private func finishAnimation(at position: Int, calls: Int) {
    let animation = running.remove(at: position)
    for _ in 0..<calls {
      for completion in animation.completions { completion(animation.isValid) }
    }
  }
}

// MARK: - Binding

extension StrictListView: ListView, BatchUpdating {
  /// Reloads, counts and draws.
  public func reloadAndCount() {
    reloadData()
    layoutIfNeeded()
  }

  /// Makes the change inside one batch, and configures cells again right after.
  ///
  /// Unanimated batches are over when they close, also while the ``animation-swift.property`` is ended by hand.
  public func performUpdate(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    carryOut(animated: animated, commit, completion: completion)
  }

  /// Also off screen: this view counts and checks there, as UIKit does from iOS 16.4 on.
  package var showsBatches: Bool { true }

  package func batch(
    animated: Bool, _ updates: @escaping @MainActor () -> Void, completion: @escaping @MainActor () -> Void
  ) {
    let animates = self.animates
    self.animates = animates && animated
    performBatchUpdates(updates) { _ in completion() }
    self.animates = animates
  }

  package func carryOut(_ operation: ListOperation) {
    if case .reconfigureItems(let indexPaths) = operation { return reconfigureItems(at: indexPaths) }
    perform(operation)
  }
}
