import Foundation
import ListEngine
import ListTesting
import Testing

/// The smallest model behind a gate: sections that only have counts.
@MainActor
package final class CountModel: ListDataSource {
  package var counts: [Int]
  package init(_ counts: Int...) {
    self.counts = counts
    LeavesNothing.note("model", self)
  }

  package var numberOfSections: Int { counts.count }
  package func numberOfItems(inSection section: Int) -> Int { counts[section] }

  /// A change that appends so many items to a section.
  package func insertion(of count: Int = 1, in section: Int = 0) -> SerialGate.Change {
    {
      let old = self.counts[section]
      self.counts[section] += count
      return .insert((old..<old + count).map { IndexPath(item: $0, section: section) })
    }
  }
}

/// A cell with a list view in it, which shows another model each time it is reused.
@MainActor
package final class ReusedCell: ListDataSource {
  package var model: CountModel
  package init(_ model: CountModel) { self.model = model }

  package var numberOfSections: Int { model.numberOfSections }
  package func numberOfItems(inSection section: Int) -> Int { model.numberOfItems(inSection: section) }
}

/// A model of one's own that says what its gate is.
@MainActor
package final class GatedModel: GatedList {
  package let model: CountModel
  package let gate: SerialGate
  package init(_ model: CountModel, _ gate: SerialGate) {
    self.model = model
    self.gate = gate
  }

  package var numberOfSections: Int { model.numberOfSections }
  package func numberOfItems(inSection section: Int) -> Int { model.numberOfItems(inSection: section) }
}

extension StrictListView {
  /// A view whose animations end when the test says so, and whose violations are kept for the test to look at.
  package static func manual(_ dataSource: any ListDataSource) -> StrictListView {
    let view = StrictListView(dataSource: dataSource)
    view.animation = .manual
    view.onViolation = { _ in }
    LeavesNothing.note("view", view)
    return view
  }

  /// A view of which each violation is an issue of the test.
  package static func reporting(
    _ dataSource: any ListDataSource, animation: Animation = .none, at location: SourceLocation = #_sourceLocation,
    cell: (@MainActor (IndexPath) -> String)? = nil
  ) -> StrictListView {
    let view = StrictListView(dataSource: dataSource, cell: cell)
    view.animation = animation
    view.onViolation = { Issue.record("\($0)", sourceLocation: location) }
    LeavesNothing.note("view", view)
    return view
  }
}

extension SerialGate {
  /// Returns in a later turn of the main actor, behind everything that was due before.
  package func nextTurn() async { await Task { @MainActor in }.value }

  /// Returns when everything has run that a few turns lead to: a loop's step from one change to the next takes some.
  package func nextTurns() async { await Turns.run(10) }
}
