import Foundation
import ListEngine
import ListTesting
import ListViewModelsTestSupport
import Testing

@Suite("When a strict list view counts")
@MainActor
struct StrictCountingTests {
  let grown =
    "Invalid update: invalid number of items in section 0.  The number of items contained in an existing section"
    + " after the update (3) must be equal to the number of items contained in that section before the update (3),"
    + " plus or minus the number of items inserted or deleted from that section (1 inserted, 0 deleted) and plus or"
    + " minus the number of items moved into or out of that section (0 moved in, 0 moved out)."

  @Test("a view that has counted accepts an insert made after the model has changed")
  func insertAfterCounting() {
    let model = ListFixture([["a", "b"]])
    let view = model.makeView()
    model.sections[0].append("c")
    view.insertItems(at: [[0, 2]])
    #expect(view.violations == [])
    #expect(view.text == "section 0: 3 items\n  0 a\n  1 b\n  2 c")
  }

  @Test("a view that never counted reads the changed model twice and throws")
  func insertBeforeCounting() {
    let model = ListFixture([["a", "b"]])
    let view = model.makeView(laidOut: false)
    model.sections[0].append("c")
    view.insertItems(at: [[0, 2]])
    #expect(view.violations == [grown])
  }

  @Test("an unresolved reload makes the next insert throw, a resolved one does not")
  func insertAfterReload() {
    let model = ListFixture([["a", "b"]])
    let view = model.makeView()
    view.reloadData()
    model.sections[0].append("c")
    view.insertItems(at: [[0, 2]])
    #expect(view.violations == [grown])

    view.reloadData()
    #expect(view.numberOfSections == 1)  // a question for a count resolves it
    model.sections[0].append("d")
    view.insertItems(at: [[0, 3]])
    #expect(view.violations == [grown])
  }

  @Test("a batch counts when it opens, so a change inside its block is seen")
  func batchOpensThenChanges() {
    let model = ListFixture([["a", "b"]])
    let view = model.makeView(laidOut: false)
    view.performBatchUpdates {
      model.sections[0].append("c")
      view.insertItems(at: [[0, 2]])
    }
    #expect(view.violations == [])
    #expect(view.numberOfItems(inSection: 0) == 3)
  }

  @Test("a model changed ahead of a batch passes with counts cached and throws without")
  func changedAheadOfBatch() {
    let model = ListFixture([["a", "b"]])
    let view = model.makeView()
    model.sections[0].append("c")
    view.performBatchUpdates { view.insertItems(at: [[0, 2]]) }
    #expect(view.violations == [])

    let late = model.makeView(laidOut: false)
    late.performBatchUpdates { late.insertItems(at: [[0, 2]]) }
    #expect(late.violations == [grown])
  }

  @Test("reloadData reads nothing; layout reads once; a batch on cached counts reads once, when it closes")
  func readsAreLazy() {
    let model = ListFixture([["a"]])
    let view = model.makeView(laidOut: false)
    #expect(model.reads == 0)
    view.reloadData()
    #expect(model.reads == 0)
    view.layoutIfNeeded()
    view.layoutIfNeeded()
    #expect(model.reads == 1)
    view.performBatchUpdates {
      #expect(model.reads == 1)
      view.performBatchUpdates { view.reloadItems(at: [[0, 0]]) }
      #expect(model.reads == 1)
    }
    #expect(model.reads == 2)
    view.reloadData()
    view.performBatchUpdates { #expect(model.reads == 3) }
    #expect(model.reads == 4)
    _ = view.numberOfItems(inSection: 0)
    #expect(model.reads == 4)
  }

  @Test("a batch that says nothing of a change throws")
  func silentChange() {
    let model = ListFixture([["a"]])
    let view = model.makeView()
    view.performBatchUpdates { model.sections[0].append("b") }
    #expect(view.violations.count == 1)
    #expect(view.violations[0].contains("item counts: [1] }") && view.violations[0].contains("item counts: [2] }"))
  }

  @Test("reloadData inside a batch does not excuse it, and takes effect when it closes")
  func reloadInsideBatch() {
    let model = ListFixture([["a"]])
    let view = model.makeView()
    view.performBatchUpdates {
      model.sections[0].append("b")
      view.reloadData()
      #expect(view.numberOfItems(inSection: 0) == 1)
    }
    #expect(view.violations.count == 1)
    #expect(view.text == "not counted yet")
  }

  @Test("a violation is reported once: afterwards the view shows the model")
  func recovers() {
    let model = ListFixture([["a"]])
    let view = model.makeView()
    var heard: [String] = []
    view.onViolation = { heard.append($0) }
    model.sections = [["x", "y"], ["z"]]
    view.performBatchUpdates(nil)
    #expect(heard == view.violations)
    #expect(heard.count == 1)
    #expect(view.discrepancies == [])
    view.performBatchUpdates(nil)
    #expect(heard.count == 1)
  }

  @Test("off screen, counts are checked and no cells are drawn; back on screen they are")
  func offScreen() {
    let model = ListFixture([["a"]])
    let view = model.makeView()
    view.isOnScreen = false
    view.animation = .manual
    var isFinished = false
    view.performBatchUpdates {
      model.sections[0].append("b")
      view.insertItems(at: [[0, 1]])
    } completion: { _ in
      isFinished = true
    }
    #expect(isFinished, "nothing is animated off screen")
    #expect(view.violations == [])
    #expect(view.text == "section 0: 2 items")
    model.sections[0].append("c")
    view.performBatchUpdates(nil)
    #expect(view.violations.count == 1)
    view.isOnScreen = true
    view.layoutIfNeeded()
    #expect(view.cells == [["a", "b", "c"]])
  }
}
