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
  /// What is on the screen, in order, each with its distance from the screen's upper edge; nothing if the view does not keep
  /// its place.
  var placesInSight: [(item: IndexPath, distance: Double)] { get }
  /// Makes the rest of the batch that is open without animation.
  func stopAnimating()
  /// Scrolls until an item has this distance from the screen's upper edge.
  func scroll(_ item: IndexPath, to distance: Double)
  /// Makes one call: inside a batch, or, to reconfigure, after it.
  func carryOut(_ operation: ListOperation)
}

extension BatchUpdating {
  package var reconfigures: Bool { true }
  package var placesInSight: [(item: IndexPath, distance: Double)] { [] }
  package func stopAnimating() {}
  package func scroll(_ item: IndexPath, to distance: Double) {}

  /// Makes the change inside the view's own batch, and configures cells again right after. What is shown first stays where
  /// it is on the screen, or the next one that has not gone, if the view keeps its place.
  package func carryOut(
    animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
  ) {
    guard showsBatches else {
      if commit() != nil { reloadAndCount() }
      return completion()
    }
    let places = placesInSight
    var reconfigured: [IndexPath] = []
    var kept: (item: IndexPath, distance: Double)?
    batch(animated: animated) {
      guard let update = commit() else { return }
      for place in places where kept == nil {
        guard let item = update.place(of: place.item) else { continue }
        guard update.isAhead(of: place.item, now: item) else { break }
        kept = (item, place.distance)
        self.stopAnimating()
      }
      let calls = update.calls(reconfigures: self.reconfigures)
      for operation in calls.inBatch { self.carryOut(operation) }
      reconfigured = calls.reconfigured
    } completion: {
      completion()
    }
    if let kept { scroll(kept.item, to: kept.distance) }
    if !reconfigured.isEmpty { carryOut(.reconfigureItems(reconfigured)) }
  }
}
