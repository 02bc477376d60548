import Foundation
import ListEngine
import ListTesting
import ListViewModelsTestSupport
import Testing

@Suite("What a strict list view objects to")
@MainActor
struct StrictMessageTests {
  /// A batch that breaks one rule: the counts around it, its calls, and UIKit's text.
  struct Violation: CustomTestStringConvertible, Sendable {
    let number: Int
    let before: [Int]
    let after: [Int]
    let text: String
    let calls: @MainActor @Sendable (StrictListView) -> Void

    init(
      _ number: Int, _ before: [Int], _ after: [Int], _ text: String,
      _ calls: @escaping @MainActor @Sendable (StrictListView) -> Void
    ) {
      (self.number, self.before, self.after, self.text, self.calls) = (number, before, after, text, calls)
    }

    var testDescription: String { "\(number). \(text)" }
  }

  /// What a view says of a batch between these counts.
  static func violations(
    _ before: [Int], _ after: [Int], kind: StrictListView.Kind = .collectionView,
    _ calls: @escaping @MainActor (StrictListView) -> Void
  ) -> [String] {
    let model = ListFixture(counts: before)
    let view = model.makeView()
    view.kind = kind
    view.system = .iOS15
    view.performBatchUpdates {
      model.sections = ListFixture(counts: after).sections
      calls(view)
    }
    return view.violations
  }

  nonisolated static let all: [Violation] = [
    Violation(1, [3], [2], "attempt to delete and reload the same index path ({length = 2, path = 0 - 1})") {
      $0.reloadItems(at: [[0, 1]])
      $0.deleteItems(at: [[0, 1]])
    },
    Violation(2, [3], [], "attempt to delete section 1, but there are only 1 sections before the update") {
      $0.deleteSections([0, 1])
    },
    Violation(3, [1, 1], [1], "attempt to perform a delete and a move from the same section (1)") {
      $0.deleteSections([1])
      $0.moveSection(1, toSection: 0)
    },
    Violation(4, [3], [2], "attempt to perform a delete and a move from the same index path (0-1)") {
      $0.deleteItems(at: [[0, 1]])
      $0.moveItem(at: [0, 1], to: [0, 0])
    },
    Violation(6, [3], [3], "attempt to delete item 0 from section 2, but there are only 1 sections before the update") {
      $0.deleteItems(at: [[2, 0]])
    },
    Violation(
      7, [3, 2], [3, 1],
      "attempt to delete item 2 from section 1 which only contains 2 items before the update"
    ) {
      $0.deleteItems(at: [[1, 2]])
    },
    Violation(8, [1], [1, 1], "attempt to insert section 2 but there are only 2 sections after the update") {
      $0.insertSections([2])
    },
    Violation(9, [1, 1], [1, 1, 1], "attempt to perform an insert and a move to the same section (2)") {
      $0.insertSections([2])
      $0.moveSection(0, toSection: 2)
    },
    Violation(10, [2], [3], "attempt to perform an insert and a move to the same index path (0-2)") {
      $0.insertItems(at: [[0, 2]])
      $0.moveItem(at: [0, 0], to: [0, 2])
    },
    Violation(
      12, [1], [2], "attempt to insert item 0 into section 1, but there are only 1 sections after the update"
    ) {
      $0.insertItems(at: [[1, 0]])
    },
    Violation(
      13, [1], [2],
      "attempt to insert item 2 into section 0, but there are only 2 items in section 0 after the update"
    ) {
      $0.insertItems(at: [[0, 2]])
    },
    Violation(14, [1], [1], "attempt to move section 1, but there are only 1 sections before the update") {
      $0.moveSection(1, toSection: 0)
    },
    Violation(
      15, [1], [1], "attempt to to move section 0 to section 1, but there are only 1 sections after the update"
    ) {
      $0.moveSection(0, toSection: 1)
    },
    Violation(
      16, [1], [1],
      "attempt to move index path ({length = 2, path = 1 - 0}) from a section that does not exist"
        + " - there are only 1 sections before the update"
    ) {
      $0.moveItem(at: [1, 0], to: [0, 0])
    },
    Violation(
      17, [1], [1],
      "attempt to move index path ({length = 2, path = 0 - 1}) that does not exist"
        + " - there are only 1 items in section 0 before the update"
    ) {
      $0.moveItem(at: [0, 1], to: [0, 0])
    },
    Violation(
      18, [1], [1],
      "attempt to move index path ({length = 2, path = 0 - 0}) to index path ({length = 2, path = 1 - 0}) in section"
        + " that does not exist - there are only 1 sections after the update"
    ) {
      $0.moveItem(at: [0, 0], to: [1, 0])
    },
    Violation(
      19, [1, 3], [1, 3],
      "attempt to move index path ({length = 2, path = 0 - 0}) to index path ({length = 2, path = 1 - 3}) that does"
        + " not exist - there are only 3 items in section 1 after the update"
    ) {
      $0.moveItem(at: [0, 0], to: [1, 3])
    },
    Violation(20, [1, 1, 1], [1, 1, 1], "attempt to move section 0 to both section 1 and section 2") {
      $0.moveSection(0, toSection: 1)
      $0.moveSection(0, toSection: 2)
    },
    Violation(
      21, [3], [3],
      "attempt to move item at index path {length = 2, path = 0 - 0} to both {length = 2, path = 0 - 1}"
        + " and {length = 2, path = 0 - 2}"
    ) {
      $0.moveItem(at: [0, 0], to: [0, 1])
      $0.moveItem(at: [0, 0], to: [0, 2])
    },
    Violation(22, [1, 1, 1], [1, 1, 1], "attempt to move both section 1 and section 2 to section 0") {
      $0.moveSection(1, toSection: 0)
      $0.moveSection(2, toSection: 0)
    },
    Violation(
      23, [3], [3],
      "attempt to move both item at index path {length = 2, path = 0 - 1} and {length = 2, path = 0 - 2}"
        + " to {length = 2, path = 0 - 0}"
    ) {
      $0.moveItem(at: [0, 1], to: [0, 0])
      $0.moveItem(at: [0, 2], to: [0, 0])
    },
    Violation(
      24, [1, 1], [1, 1, 1],
      "Invalid update: invalid number of sections.  The number of sections contained in the collection view after"
        + " the update (3) must be equal to the number of sections contained in the collection view before the update"
        + " (2), plus or minus the number of sections inserted or deleted (2 inserted, 0 deleted)."
    ) {
      $0.insertSections([0, 2])
    },
    Violation(
      25, [4, 2, 3], [4, 2, 4],
      "Invalid update: invalid number of items in section 0.  The number of items contained in an existing section"
        + " after the update (4) must be equal to the number of items contained in that section before the update"
        + " (4), plus or minus the number of items inserted or deleted from that section (3 inserted, 1 deleted) and"
        + " plus or minus the number of items moved into or out of that section (1 moved in, 2 moved out)."
    ) {
      $0.insertItems(at: [[0, 0], [0, 1], [0, 2]])
      $0.deleteItems(at: [[0, 0]])
      $0.moveItem(at: [0, 1], to: [2, 0])
      $0.moveItem(at: [0, 2], to: [2, 1])
      $0.moveItem(at: [1, 0], to: [0, 3])
    },
    Violation(
      26, [2, 1], [2, 0],
      "Invalid update: invalid number of items in section 1.  Attempt to delete more items than exist in section."
    ) {
      $0.deleteItems(at: [[1, 0], [1, 0]])
    },
  ]

  @Test("the messages, to the letter", arguments: all)
  func message(_ violation: Violation) {
    #expect(Self.violations(violation.before, violation.after, violation.calls) == [violation.text])
  }

  @Test("UITableView says row and table view", arguments: all)
  func tableView(_ violation: Violation) {
    let found = Self.violations(violation.before, violation.after, kind: .tableView, violation.calls)
    let text = violation.text.replacingOccurrences(of: "an item", with: "a row")
      .replacingOccurrences(of: "item", with: "row").replacingOccurrences(of: "collection view", with: "table view")
    #expect(found == [text])
  }

  @Test("there is one test for each message of UIKit's 26, but two that only systems up to iOS 8 say")
  func complete() { #expect(Self.all.map(\.number) == Array(1...26).filter { ![5, 11].contains($0) }) }

  @Test("an item may be moved out of a deleted section and into an inserted one")
  func movesAcrossSections() {
    let found = Self.violations([2, 2], [2, 1]) { view in
      view.deleteSections([1])
      view.insertSections([1])
      view.moveItem(at: [1, 0], to: [0, 0])
      view.deleteItems(at: [[0, 0]])
      view.moveItem(at: [0, 1], to: [1, 0])
      view.insertItems(at: [[0, 1]])
    }
    #expect(found == [])
  }
}
