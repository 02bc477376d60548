import Foundation
import ListEngine
import ListTesting
import ListViewModelsTestSupport
import Testing

@Suite("How a strict list view runs batches")
@MainActor
struct StrictBatchTests {
  @Test("nested batches add to the outer one and are checked with it")
  func nested() {
    let model = ListFixture([["a"]])
    let view = model.makeView()
    view.performBatchUpdates {
      model.sections[0].append("b")
      view.performBatchUpdates {
        model.sections[0].append("c")
        view.insertItems(at: [[0, 2]])
      }
      view.insertItems(at: [[0, 1]])
    }
    #expect(view.violations == [])
    #expect(view.batches == 1)
    #expect(view.discrepancies == [])
  }

  @Test("completions run outer first, then the inner ones in the order they were opened")
  func completionOrder() {
    let view = ListFixture([[]]).makeView()
    view.animation = .manual
    var order: [String] = []
    view.performBatchUpdates {
      view.reloadSections([0])
      view.performBatchUpdates {
        view.performBatchUpdates(nil) { _ in order.append("b in a") }
      } completion: { _ in
        order.append("a")
      }
      view.performBatchUpdates(nil) { _ in order.append("c") }
    } completion: { _ in
      order.append("outer")
    }
    #expect(order == [])
    view.finishNextAnimation()
    #expect(order == ["outer", "a", "b in a", "c"])
  }

  @Test("animations end in the order they began, when the test says so: once, twice or not at all")
  func manualAnimations() {
    let view = ListFixture([[]]).makeView()
    view.animation = .manual
    var order: [Int] = []
    for number in 1...4 {
      view.performBatchUpdates {
        view.reloadSections([0])
      } completion: { _ in
        order.append(number)
      }
    }
    #expect(view.runningAnimations == 4)
    view.finishNextAnimation()
    #expect(order == [1])
    view.finishNextAnimation(calls: 2)
    #expect(order == [1, 2, 2])
    view.finishNextAnimation(calls: 0)
    #expect(order == [1, 2, 2])
    view.finishAnimations()
    #expect(order == [1, 2, 2, 4])
    #expect(view.runningAnimations == 0)
    view.finishNextAnimation()
  }

  @Test("a batch opened while an animation runs is a violation, unless it is to be let pass")
  func overlapping() {
    let model = ListFixture([[]])
    let view = model.makeView()
    view.animation = .manual
    view.reloadSections([0])
    #expect(view.overlappingBatches == 0)
    model.sections[0].append("a")
    view.insertItems(at: [[0, 0]])
    #expect(view.overlappingBatches == 1)
    view.finishAnimations()
    view.performBatchUpdates(nil)
    #expect(view.overlappingBatches == 1)
    #expect(view.batches == 3)
    #expect(view.violations.count == 1 && view.violations[0].contains("while the animation of an earlier one runs"))
    view.acceptsOverlaps = true
    for _ in 0..<2 { view.reloadSections([0]) }
    #expect(view.overlappingBatches == 2 && view.violations.count == 1, "let pass, as UIKit does, and counted")
  }

  @Test("the completion of a batch that overlapped an earlier one says so", arguments: [true, false])
  func overlappingCompletion(isLetPass: Bool) {
    let view = ListFixture([[]]).makeView()
    view.animation = .manual
    view.acceptsOverlaps = isLetPass
    var ended: [Bool] = []
    for _ in 0..<2 {
      view.performBatchUpdates({ view.reloadSections([0]) }, completion: { ended.append($0) })
    }
    view.finishAnimations()
    #expect(ended == [true, isLetPass] && view.violations.count == (isLetPass ? 0 : 1))
  }

  @Test("a batch opened by a completion follows the one that completed")
  func batchInCompletion() {
    let view = ListFixture([[]]).makeView()
    view.performBatchUpdates(nil) { _ in view.performBatchUpdates(nil) }
    #expect(view.batches == 2)
    #expect(view.overlappingBatches == 0)
  }

  @Test("an update is one batch with the change inside; what is reloaded beside other changes is deleted and inserted")
  func performUpdate() {
    let model = ListFixture([["a", "b", "c"]])
    let view = model.makeView(laidOut: false)
    view.reloadAndCount()
    view.animation = .manual
    var completions = 0
    view.performUpdate(animated: true) {
      model.sections[0] = ["B", "c", "d"]
      var batch = ListBatch()
      batch.deletedItems = [[0, 0]]
      batch.insertedItems = [[0, 2]]
      batch.reloadedItems = [[0, 0]]
      return .batch(batch)
    } completion: {
      completions += 1
    }
    #expect(view.violations == [])
    #expect(view.discrepancies == [])
    #expect(view.batches == 1)
    view.finishNextAnimation()
    #expect(completions == 1)
  }

  @Test("an update that has become obsolete opens an empty batch and completes")
  func obsoleteUpdate() {
    let view = ListFixture([["a"]]).makeView()
    var completions = 0
    view.performUpdate(animated: true) {
      nil
    } completion: {
      completions += 1
    }
    #expect(completions == 1)
    #expect(view.violations == [])
  }

  @Test("an update without animation is over when it returns")
  func unanimated() {
    let view = ListFixture([["a"]]).makeView()
    view.animation = .manual
    var completions = 0
    view.performUpdate(animated: false) {
      var batch = ListBatch()
      batch.reloadedItems = [[0, 0]]
      batch.reloadedSections = []
      return .batch(batch)
    } completion: {
      completions += 1
    }
    #expect(completions == 1)
    #expect(view.runningAnimations == 0)
    view.reloadItems(at: [[0, 0]])
    #expect(view.runningAnimations == 1, "the next batch animates again")
  }

  @Test("a batch that asks for nothing is over when it closes, though animations are ended by hand")
  func emptyBatch() {
    let view = ListFixture([["a"]]).makeView()
    view.animation = .manual
    var completions = 0
    view.performBatchUpdates(nil) { _ in completions += 1 }
    view.performUpdate(animated: true) {
      nil
    } completion: {
      completions += 1
    }
    #expect(completions == 2)
    #expect(view.runningAnimations == 0)
  }
}
