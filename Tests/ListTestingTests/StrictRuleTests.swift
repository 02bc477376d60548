import Foundation
import ListEngine
import ListTesting
import ListViewModelsTestSupport
import Testing

@Suite("The rules of a batch update")
@MainActor
struct StrictRuleTests {
  func violations(
    _ before: [Int], _ after: [Int], _ calls: @escaping @MainActor (StrictListView) -> Void
  ) -> [String] {
    StrictMessageTests.violations(before, after, calls)
  }

  @Test("the checks run in UIKit's order: the first rule broken is the one reported")
  func order() {
    // Each batch breaks all rules of the ones below it, too.
    let rules: [(String, @MainActor (StrictListView) -> Void)] = [
      (
        "attempt to delete and reload",
        {
          $0.reloadItems(at: [[2, 0]]); $0.deleteItems(at: [[2, 0]])
        }
      ),
      ("attempt to delete section 7", { $0.deleteSections([7]) }),
      ("attempt to delete item 9", { $0.deleteItems(at: [[1, 9]]) }),
      ("attempt to insert section 7", { $0.insertSections([7]) }),
      ("attempt to insert item 9", { $0.insertItems(at: [[1, 9]]) }),
      ("attempt to to move section 1 to section 7", { $0.moveSection(1, toSection: 7) }),
      ("attempt to move index path", { $0.moveItem(at: [2, 0], to: [0, 9]) }),
      ("Invalid update: invalid number of sections", { $0.insertSections([3]) }),
    ]
    for first in rules.indices {
      let found = violations([1, 1, 1], [5, 1, 1, 1, 1]) { view in
        for rule in rules[first...].reversed() { rule.1(view) }  // nor does the order of the calls matter
      }
      #expect(found.count == 1)
      #expect(found.first?.hasPrefix(rules[first].0) == true, "\(found)")
    }
  }

  @Test("a bounds error wins over a count error")
  func boundsBeforeCounts() {
    let found = violations([3, 3], [1, 9]) { $0.deleteItems(at: [[1, 3]]) }
    #expect(found == ["attempt to delete item 3 from section 1 which only contains 3 items before the update"])
  }

  @Test("deletes are looked at from the end, inserts from the start")
  func orderWithinAStage() {
    let deletes = violations([2], [0]) { $0.deleteItems(at: [[0, 2], [0, 3]]) }
    #expect(deletes == ["attempt to delete item 3 from section 0 which only contains 2 items before the update"])
    let inserts = violations([0], [2]) { $0.insertItems(at: [[0, 3], [0, 2]]) }
    #expect(
      inserts == ["attempt to insert item 2 into section 0, but there are only 2 items in section 0 after the update"])
  }

  @Test("first public crash: a reloaded item lands where another is moved to, because moves are left out of account")
  func itemReloadCrash() {
    let found = violations([4], [3]) { view in
      view.deleteItems(at: [[0, 1]])
      view.moveItem(at: [0, 0], to: [0, 1])
      view.moveItem(at: [0, 3], to: [0, 0])
      view.reloadItems(at: [[0, 2]])
    }
    #expect(found == ["attempt to perform an insert and a move to the same index path (0-1)"])
  }

  @Test("second public crash: the same with sections")
  func sectionReloadCrash() {
    let found = violations([1, 1, 1, 1, 1], [1, 1, 1, 1, 1]) { view in
      view.moveSection(2, toSection: 4)
      view.reloadSections([3])
      view.deleteSections([4])
      view.insertSections([2])
    }
    #expect(found == ["attempt to perform an insert and a move to the same section (4)"])
  }

  @Test("a reload is a delete at its old place and an insert at its new one")
  func reload() {
    #expect(violations([3], [3]) { $0.reloadItems(at: [[0, 1]]) } == [])
    #expect(
      violations([3], [3]) { $0.reloadItems(at: [[0, 3]]) }
        == ["attempt to delete item 3 from section 0 which only contains 3 items before the update"])
    #expect(
      violations([3], [3]) { view in
        view.reloadItems(at: [[0, 1]])
        view.moveItem(at: [0, 1], to: [0, 2])
      } == ["attempt to perform a delete and a move from the same index path (0-1)"])
    #expect(
      violations([1, 1], [1, 1]) { view in
        view.reloadSections([1])
        view.moveSection(1, toSection: 0)
      } == ["attempt to perform a delete and a move from the same section (1)"])
    #expect(
      violations([1, 1], [1]) { view in
        view.reloadSections([1])
        view.deleteSections([1])
      } == ["attempt to delete and reload the same index path ({length = 2, path = 1 - \(NSNotFound)})"])
  }

  @Test("a reloaded place shifts with explicit deletes, descending, and explicit inserts, ascending")
  func reloadShift() {
    // Old 4: less one each for 3 and 1 is 2; then plus one each for 0, 3 and 4 is 5.
    let found = violations([6], [7]) { view in
      view.deleteItems(at: [[0, 1], [0, 3]])
      view.insertItems(at: [[0, 4], [0, 0], [0, 3]])
      view.reloadItems(at: [[0, 4]])
      view.moveItem(at: [0, 5], to: [0, 5])
    }
    #expect(found == ["attempt to perform an insert and a move to the same index path (0-5)"])
  }

  @Test("a reloaded section may change its count and swallows what is said of its items")
  func reloadedSection() {
    #expect(violations([2, 3], [2, 9]) { $0.reloadSections([1]) } == [])
    #expect(
      violations([2, 3], [2, 9]) { view in
        view.reloadSections([1])
        view.deleteItems(at: [[1, 44]])
        view.insertItems(at: [[1, 55]])
        view.reloadItems(at: [[1, 0]])
      } == [])
  }

  @Test("items of deleted and inserted sections are not looked at")
  func swallowed() {
    let found = violations([2, 3], [2, 4]) { view in
      view.deleteSections([1])
      view.insertSections([0])
      view.deleteItems(at: [[1, 44]])
      view.insertItems(at: [[0, 55]])
      view.deleteItems(at: [[0, 0]])
      view.insertItems(at: [[1, 0], [1, 1], [1, 2]])
    }
    #expect(found == [])
  }

  @Test("delete and insert on one path is legal; an identical move twice is dropped")
  func legal() {
    #expect(
      violations([2], [2]) { view in
        view.deleteItems(at: [[0, 1]])
        view.insertItems(at: [[0, 1]])
      } == [])
    #expect(
      violations([2, 1], [1, 2]) { view in
        view.moveItem(at: [0, 0], to: [1, 0])
        view.moveItem(at: [0, 0], to: [1, 0])
      } == [])
    #expect(
      violations([2, 1], [1, 2]) { view in
        view.moveSection(0, toSection: 1)
        view.moveSection(0, toSection: 1)
      } == [])
  }

  @Test("a section's items are counted where the section has gone, by its position after the update")
  func countsFollowSections() {
    #expect(
      violations([1, 2, 3], [4, 1, 2]) { view in
        view.moveSection(2, toSection: 0)
        view.insertItems(at: [[0, 3]])
      } == [])
    let found = violations([1, 2, 3], [2, 4]) { view in
      view.deleteSections([0])
      view.insertItems(at: [[0, 0]])
    }
    #expect(found.first?.hasPrefix("Invalid update: invalid number of items in section 0.") == true)
    #expect(found.first?.contains("after the update (2)") == true)
    #expect(found.first?.contains("before the update (2)") == true)
  }

  @Test("a move within a section that moves itself is neither in nor out")
  func moveWithinMovedSection() {
    let found = violations([3, 0], [0, 4]) { view in
      view.moveSection(0, toSection: 1)
      view.moveItem(at: [0, 0], to: [1, 2])
    }
    #expect(found.first?.contains("(0 inserted, 0 deleted)") == true)
    #expect(found.first?.contains("(0 moved in, 0 moved out)") == true)
  }

  @Test("places named twice are refused, with a text that says it is not UIKit's")
  func duplicates() {
    let calls: [(String, [Int], [Int], @MainActor (StrictListView) -> Void)] = [
      ("index path {length = 2, path = 0 - 0} is deleted", [3], [1], { $0.deleteItems(at: [[0, 0], [0, 0]]) }),
      ("index path {length = 2, path = 0 - 0} is deleted", [3], [2], { $0.deleteItems(at: [[0, 0], [0, 0]]) }),
      ("index path {length = 2, path = 0 - 1} is inserted", [1], [3], { $0.insertItems(at: [[0, 1], [0, 1]]) }),
      ("index path {length = 2, path = 0 - 0} is deleted", [3], [3], { $0.reloadItems(at: [[0, 0], [0, 0]]) }),
      (
        "section 1 is deleted", [1, 1, 1], [1],
        {
          $0.deleteSections([1]); $0.deleteSections([1])
        }
      ),
      (
        "section 0 is inserted", [1], [1, 1],
        {
          $0.insertSections([0]); $0.insertSections([0])
        }
      ),
      (
        "section 0 is deleted or reloaded", [1], [1],
        {
          $0.reloadSections([0]); $0.reloadSections([0])
        }
      ),
    ]
    for (start, before, after, call) in calls {
      let found = violations(before, after, call)
      #expect(found.count == 1)
      #expect(found.first?.hasPrefix(start) == true, "\(found)")
      #expect(found.first?.contains("not UIKit's") == true)
    }
  }

  @Test("reconfigured items change no count and need not exist")
  func reconfigure() {
    #expect(violations([1], [1]) { $0.reconfigureItems(at: [[0, 0], [0, 0], [7, 7]]) } == [])
    let model = ListFixture([["a"]])
    let view = model.makeView(laidOut: false)
    view.reconfigureItems(at: [[0, 0]])
    #expect(model.reads == 0)
    #expect(view.batches == 0)
    view.layoutIfNeeded()
    model.sections = [["b"]]
    view.reconfigureItems(at: [[0, 0], [3, 3]])
    #expect(view.cells == [["b"]])
  }
}
