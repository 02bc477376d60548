import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ListTesting

@Suite("What a strict list view shows")
@MainActor
struct StrictReplayTests {
  /// The view after the batch, told the given calls and finding the given model.
  func replay(_ batch: RandomBatch, model after: [[String]], calls: [ListOperation]) -> StrictListView {
    let model = ListFixture(batch.before)
    let view = model.makeView()
    view.performBatchUpdates {
      model.sections = after
      for call in calls { view.perform(call) }
    }
    return view
  }

  @Test("random valid batches are accepted, and the replayed cells are the model's")
  func validBatches() {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    for step in 0..<3000 {
      let batch = RandomBatch(using: &random)
      let after = batch.after.map(\.items)
      let view = replay(batch, model: after, calls: batch.calls)
      #expect(view.violations == [], "step \(step): \(batch)")
      #expect(view.cells == after, "step \(step): \(batch)")
      #expect(view.discrepancies == [])
      if view.violations != [] || view.cells != after { return }
    }
  }

  @Test("one wrong call or one silent change in a valid batch is seen, in the counts or in the cells")
  func corruptedBatches() {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    var found: [String: Int] = [:]
    for step in 0..<3000 {
      let batch = RandomBatch(using: &random)
      guard let corruption = Corruption(of: batch, using: &random) else { continue }
      let view = replay(batch, model: corruption.model, calls: corruption.calls)
      let isSeen = !view.violations.isEmpty || view.cells != corruption.model
      #expect(isSeen, "step \(step): \(corruption) of \(batch)")
      guard isSeen else { return }
      #expect(!view.violations.isEmpty || !view.discrepancies.isEmpty)
      found["\(corruption.name), \(view.violations.isEmpty ? "cells" : "counts")", default: 0] += 1
    }
    // Every kind came up, and those that leave the counts right were seen in the cells alone.
    for kind in [
      "an item more, counts", "two swapped, cells", "an insert less, counts", "a delete less, counts",
      "another deleted, cells", "inserted elsewhere, cells",
    ] {
      #expect(found[kind] ?? 0 > 0, "\(kind) never came up: \(found)")
    }
  }

  @Test("stale cells are named with what is shown and what the model has")
  func discrepancies() {
    let model = ListFixture([["a", "b", "c"], ["d"]])
    let view = model.makeView()
    view.performBatchUpdates {
      model.sections[0] = ["b", "c"]
      view.deleteItems(at: [[0, 1]])
    }
    #expect(view.violations == [])
    #expect(view.discrepancies == ["0-0: a shown, b in the model"])
    model.sections.removeLast()
    model.sections[0] = ["a"]
    #expect(view.discrepancies == ["2 sections shown, 1 in the model", "section 0: 2 shown, 1 in the model"])
  }

  @Test("a moved cell keeps its content: a change of content needs a reload")
  func movedCell() {
    let model = ListFixture([["a", "b"]])
    let view = model.makeView()
    view.performBatchUpdates {
      model.sections[0] = ["b", "A"]
      view.moveItem(at: [0, 0], to: [0, 1])
    }
    #expect(view.violations == [])
    #expect(view.discrepancies == ["0-1: a shown, A in the model"])
    view.reloadItems(at: [[0, 1]])
    #expect(view.discrepancies == [])
  }

  @Test("an append asks for the appended cells only")
  func appendAsksForItsOwn() {
    let model = ListFixture(counts: [1000, 3])
    var asked: [IndexPath] = []
    let view = StrictListView(dataSource: model) {
      asked.append($0)
      return model.item(at: $0)
    }
    view.layoutIfNeeded()
    asked = []
    model.sections[0] += ["x", "y"]
    view.insertItems(at: [[0, 1000], [0, 1001]])
    #expect(asked == [[0, 1000], [0, 1001]])
  }

  @Test("a cell provider may look at the view it draws for")
  func cellLooksAtView() {
    let model = ListFixture([["a"]])
    weak var drawn: StrictListView?
    let view = StrictListView(dataSource: model) {
      _ = drawn?.text
      return "\(model.item(at: $0)) of \(drawn?.numberOfSections ?? 0)"
    }
    drawn = view
    view.layoutIfNeeded()
    model.sections[0] += ["b"]
    view.insertItems(at: [[0, 1]])
    view.reconfigureItems(at: [[0, 0]])
    #expect(view.cells == [["a of 1", "b of 1"]])
  }

  @Test("without a cell provider only counts are drawn")
  func countsOnly() {
    let model = ListFixture(counts: [1, 0])
    let view = StrictListView(dataSource: model)
    #expect(view.text == "not counted yet")
    view.layoutIfNeeded()
    #expect(view.text == "section 0: 1 item\nsection 1: 0 items")
    view.kind = .tableView
    #expect(view.text == "section 0: 1 row\nsection 1: 0 rows")
    model.sections[1] = ["a"]
    #expect(view.discrepancies == ["section 1: 0 shown, 1 in the model"])
  }
}

/// A valid batch with one thing wrong that must be seen.
struct Corruption {
  let name: String
  var model: [[String]]
  var calls: [ListOperation]

  /// Nil if the batch has no place for the kind of mistake drawn.
  init?(of batch: RandomBatch, using random: inout some RandomNumberGenerator) {
    model = batch.after.map(\.items)
    calls = batch.calls
    let living = batch.after.indices.filter { batch.after[$0].old != nil }
    guard let position = living.randomElement(using: &random), let old = batch.after[position].old else { return nil }
    let section = batch.after[position]
    let told = batch.calls
    let inserts = told.indices.filter { told[$0].insertedItem?.section == position }
    let deletes = told.indices.filter { told[$0].deletedItem?.section == old }
    let stayed = section.stayed.shuffled(using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      name = "an item more"
      model[position].append("silent")
    case 1:
      guard stayed.count > 1 else { return nil }
      name = "two swapped"
      model[position].swapAt(stayed[0], stayed[1])
    case 2:
      guard let call = inserts.randomElement(using: &random) else { return nil }
      name = "an insert less"
      calls.remove(at: call)
    case 3:
      guard let call = deletes.randomElement(using: &random) else { return nil }
      name = "a delete less"
      calls.remove(at: call)
    case 4:
      guard let call = deletes.randomElement(using: &random), let other = stayed.first,
        let item = batch.before[old].firstIndex(of: section.items[other])
      else { return nil }
      name = "another deleted"
      calls[call] = .deleteItems([IndexPath(item: item, section: old)])
    default:
      guard let call = inserts.randomElement(using: &random), let other = stayed.first else { return nil }
      name = "inserted elsewhere"
      calls[call] = .insertItems([IndexPath(item: other, section: position)])
    }
  }
}

extension ListOperation {
  fileprivate var insertedItem: IndexPath? { if case .insertItems(let paths) = self { paths[0] } else { nil } }
  fileprivate var deletedItem: IndexPath? { if case .deleteItems(let paths) = self { paths[0] } else { nil } }
}
