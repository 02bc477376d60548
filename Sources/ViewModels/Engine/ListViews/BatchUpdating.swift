/// A list view that carries a ``ListUpdate`` out with UIKit's batch updates; what the adapters share.
///
/// The requirements have names of their own, so that no method of Apple's, whose closures have changed their
/// annotations over the years, has to match one.
@MainActor
package protocol BatchUpdating: ListView {
  /// Whether batches are worth opening. Outside of a window a view has nothing to animate, and reloads.
  var showsBatches: Bool { get }
  /// Runs `updates` in a batch update, with or without animation. `first` is false for the batch that completes an
  /// update begun by another.
  func batch(
    first: Bool, animated: Bool, _ updates: @escaping @MainActor () -> Void,
    completion: @escaping @MainActor () -> Void)
  /// Makes one call, inside a batch.
  func carryOut(_ operation: ListOperation)
}

extension BatchUpdating {
  /// Makes the change inside the view's own batch and reloads, where asked to, in a second one right after.
  package func carryOut(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    guard showsBatches else {
      if commit() != nil { reloadAndCount() }
      return completion()
    }
    var later: [ListOperation] = []
    var unfinished = 1
    // Each batch ends once, called or dropped; the update is over when the last of them has, in whichever order.
    let batchEnded: @MainActor () -> Void = {
      unfinished -= 1
      if unfinished == 0 { completion() }
    }
    let first = OnceCallback(batchEnded)
    batch(first: true, animated: animated) {
      guard let update = commit() else { return }
      for operation in update.operations { self.carryOut(operation) }
      later = update.laterOperations
      // Counted before this batch closes: without animations it ends right then.
      if !later.isEmpty { unfinished += 1 }
    } completion: {
      first()
    }
    guard !later.isEmpty else { return }
    let second = OnceCallback(batchEnded)
    batch(first: false, animated: animated) {
      for operation in later { self.carryOut(operation) }
    } completion: {
      second()
    }
  }
}
