import Foundation

/// A list view that carries a ``ListUpdate`` out with UIKit's batch updates; what the adapters share.
///
/// The requirements have names of their own, so that no method of Apple's, whose closures have changed their
/// annotations over the years, has to match one.
@MainActor
package protocol BatchUpdating: ListView {
  /// Whether batches are worth opening. Outside of a window a view has nothing to animate, and reloads.
  var showsBatches: Bool { get }
  /// Whether the view can configure a cell again where it stands.
  var reconfigures: Bool { get }
  /// Runs `updates` in a batch update, with or without animation.
  func batch(
    animated: Bool, _ updates: @escaping @MainActor () -> Void, completion: @escaping @MainActor () -> Void)
  /// Makes one call: inside a batch, or, to reconfigure, after it.
  func carryOut(_ operation: ListOperation)
}

extension BatchUpdating {
  package var reconfigures: Bool { true }

  /// Makes the change inside the view's own batch, and configures cells again right after.
  package func carryOut(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    guard showsBatches else {
      if commit() != nil { reloadAndCount() }
      return completion()
    }
    var reconfigured: [IndexPath] = []
    batch(animated: animated) {
      guard let calls = commit()?.calls(reconfigures: self.reconfigures) else { return }
      for operation in calls.inBatch { self.carryOut(operation) }
      reconfigured = calls.reconfigured
    } completion: {
      completion()
    }
    if !reconfigured.isEmpty { carryOut(.reconfigureItems(reconfigured)) }
  }
}
