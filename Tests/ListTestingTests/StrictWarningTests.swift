import Foundation
import ListEngine
import ListTesting
import ListViewModelsTestSupport
import Testing

@Suite("Batches that add up and have crashed UIKit")
@MainActor
struct StrictWarningTests {
  private func view(
    _ before: [Int], _ after: [Int], areViolations: Bool = false, _ calls: @escaping @MainActor (StrictListView) -> Void
  ) -> StrictListView {
    let model = ListFixture(counts: before)
    let view = model.makeView()
    view.treatsWarningsAsViolations = areViolations
    view.performBatchUpdates {
      model.sections = ListFixture(counts: after).sections
      calls(view)
    }
    return view
  }

  /// A section that stays where it is, although a move says otherwise, and an item that leaves it.
  private func moveToSamePosition(areViolations: Bool = false) -> StrictListView {
    view([1, 2, 1], [1, 1, 2], areViolations: areViolations) { view in
      view.moveSection(2, toSection: 0)
      view.moveSection(1, toSection: 1)
      view.moveItem(at: [1, 1], to: [2, 1])
    }
  }

  /// A section that is inserted, and one that moves and gets an item.
  private func changesInMovedSection() -> StrictListView {
    view([3, 3, 3, 3], [0, 4, 3, 3, 3]) { view in
      view.insertSections([0])
      view.insertItems(at: [[1, 0]])
      view.moveSection(3, toSection: 1)
    }
  }

  @Test("are named, in words that are not UIKit's, and are no violations")
  func warnings() {
    let (first, second) = (moveToSamePosition(), changesInMovedSection())
    #expect(first.violations == [] && second.violations == [])
    #expect(first.warnings.count == 1 && second.warnings.count == 1)
    #expect(first.warnings[0].hasPrefix("section 1 moves to the position that it had, and item 1-1 moves out of it ("))
    #expect(second.warnings[0].hasPrefix("section 3 moves to 1 and its items change, in an update that inserts a sect"))
    #expect((first.warnings + second.warnings).allSatisfy { $0.contains("of StrictListView's own, not UIKit's") })
  }

  @Test("an item that moves out of a deleted section, or into an inserted one, is named in the words of iOS 8")
  func movesAcross() {
    let out = view([2, 2], [3]) { view in
      view.deleteSections([1])
      view.moveItem(at: [1, 0], to: [0, 2])
    }
    let into = view([2], [1, 1]) { view in
      view.insertSections([1])
      view.moveItem(at: [0, 0], to: [1, 0])
    }
    #expect(out.violations == [] && into.violations == [])
    #expect(out.warnings.map { $0.hasPrefix("cannot move an item from a deleted section: item 1-0 (") } == [true])
    #expect(
      into.warnings.map { $0.hasPrefix("cannot move an item into a newly inserted section: item 1-0 (") } == [true])
  }

  @Test("are violations on request")
  func violations() {
    let view = moveToSamePosition(areViolations: true)
    #expect(view.warnings == [] && view.violations.count == 1 && view.discrepancies == [])
    #expect(view.violations[0].contains("not UIKit's"))
  }

  @Test("are no other batches: the half of a pattern is none")
  func halves() {
    let moved = view([1, 2], [2, 1]) { $0.moveSection(0, toSection: 1) }
    let same = view([1, 2], [1, 2]) { $0.moveSection(1, toSection: 1) }
    let changed = view([1, 2], [2, 2]) { view in
      view.moveSection(0, toSection: 1)
      view.insertItems(at: [[1, 0]])
    }
    let inserted = view([1, 2], [0, 2, 1]) { view in
      view.insertSections([0])
      view.moveSection(0, toSection: 2)
    }
    for view in [moved, same, changed, inserted] { #expect(view.warnings == [] && view.violations == []) }
  }
}

@Suite("A wrong count in the words of a system")
@MainActor
struct StrictSystemTests {
  private func violations(_ system: StrictListView.System, before: [Int], after: [Int]) -> [String] {
    let model = ListFixture(counts: before)
    let view = model.makeView()
    view.system = system
    view.performBatchUpdates {
      model.sections = ListFixture(counts: after).sections
      view.deleteItems(at: [[0, 0]])
    }
    return view.violations
  }

  @Test("from iOS 16.4 on all counts and updates are named, if the total has changed")
  func inFull() {
    #expect(
      violations(.iOS17, before: [30], after: [28]) == [
        """
        Invalid batch updates detected: the number of sections and/or items returned by the data source before and/or \
        after performing the batch updates are inconsistent with the updates.
        Data source before updates = { 1 section with item counts: [30] }
        Data source after updates = { 1 section with item counts: [28] }
        Updates = [
        \tDelete item (0 - 0),
        ]
        Collection view: <StrictListView>
        """
      ])
    let older = "Invalid update: invalid number of items in section 0.  The number of items contained in an existing"
    #expect(violations(.iOS17, before: [30], after: [30]).first?.hasPrefix(older) == true)
    #expect(violations(.iOS15, before: [30], after: [28]).first?.hasPrefix(older) == true)
  }

  @Test("a section is named by its new position, and the first one in the new order is named")
  func newPosition() {
    let model = ListFixture([["a", "b"], ["c", "d"], ["e"]])
    let view = model.makeView()
    view.system = .iOS15
    view.performBatchUpdates {
      model.sections = [["c", "d", "e"]]
      view.deleteSections([0, 2])
    }
    view.performBatchUpdates { view.insertSections([]) }
    let other = ListFixture([["a"], ["b"]])
    let moved = other.makeView()
    moved.system = .iOS15
    moved.performBatchUpdates {
      other.sections = [["b", "x"], ["a", "x"]]
      moved.moveSection(0, toSection: 1)
    }
    for violations in [view.violations, moved.violations] {
      #expect(violations.count == 1)
      #expect(violations.first?.hasPrefix("Invalid update: invalid number of items in section 0.  The") == true)
    }
  }
}
