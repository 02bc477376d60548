/// A list view that carries a ``ListUpdate`` out with UIKit's batch updates; what the adapters share.
///
/// The requirements have names of their own, so that no method of Apple's, whose closures have changed their
/// annotations over the years, has to match one.
@MainActor
protocol BatchUpdating: AnyObject {
  /// Runs `updates` in a batch update. `first` is false for the batch that completes an update begun by another.
  func batch(first: Bool, _ updates: @escaping @MainActor () -> Void, completion: @escaping @MainActor () -> Void)
  /// Makes one call, inside a batch.
  func carryOut(_ operation: ListOperation)
}

extension BatchUpdating {
  /// Makes the change inside the view's own batch and reloads, where asked to, in a second one right after.
  func carryOut(
    _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    let halves = Halves(completion)
    var later: [ListOperation] = []
    batch(first: true) {
      guard let update = commit() else { return }
      for operation in update.operations { self.carryOut(operation) }
      later = update.laterOperations
      halves.hasSecond = !later.isEmpty
    } completion: {
      halves.firstIsDone = true
    }
    guard !later.isEmpty else { return }
    batch(first: false) {
      for operation in later { self.carryOut(operation) }
    } completion: {
      halves.secondIsDone = true
    }
  }
}

/// Calls back when both batches of an update are done, in whichever order and however often they say so.
@MainActor
private final class Halves {
  // Held by the completions of the two batches alone: if a view drops them, this goes and lets go of `completion`,
  // which is how a dropped completion makes itself known to the gate.
  private var completion: (@MainActor () -> Void)?
  var hasSecond = false
  var firstIsDone = false { didSet { callBack() } }
  var secondIsDone = false { didSet { callBack() } }

  init(_ completion: @escaping @MainActor () -> Void) { self.completion = completion }

  private func callBack() {
    guard firstIsDone, secondIsDone || !hasSecond, let completion else { return }
    self.completion = nil
    completion()
  }
}
