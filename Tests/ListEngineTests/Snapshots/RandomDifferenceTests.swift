import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListEngine

@Suite("Difference of random lists")
struct RandomDifferenceTests {
  /// Sections, items a section, how many pairs of lists.
  static let sizes = [(1, 12, 400), (4, 8, 600), (6, 3, 600), (2, 300, 60)]

  private func forEachPair(
    _ size: (Int, Int, Int), seed: UInt64, _ body: (RandomLists, _ step: Int) -> Bool
  ) {
    var random = SeededGenerator(seed: seed)
    for step in 0..<size.2 {
      let lists = RandomLists(sections: size.0, items: size.1, sharing: step.isMultiple(of: 2), using: &random)
      guard body(lists, step) else { return }
    }
  }

  @Test("replaying it on the old list gives the new one", arguments: sizes)
  func replay(sections: Int, items: Int, count: Int) {
    forEachPair((sections, items, count), seed: SeededGenerator.seed()) { lists, step in
      let batch = lists.new.difference(from: lists.old)
      let replayed = ReplayedBatch(batch, from: lists.old, to: lists.new)
      let isRight =
        replayed.faults.isEmpty
        && replayed.sections == lists.new.sections.map { Array(lists.new.items(in: $0)) }
      #expect(isRight, "step \(step), \(replayed.faults): \(batch)")
      return isRight
    }
  }

  @Test("a strict list view accepts it in one batch and shows the new list", arguments: sizes)
  @MainActor
  func strictView(sections: Int, items: Int, count: Int) {
    forEachPair((sections, items, count), seed: SeededGenerator.seed()) { lists, step in
      func text(_ list: RandomLists.List) -> [[String]] {
        list.sections.map { section in list.items(in: section).map { "\($0.id) \($0.text)" } }
      }
      let model = ListFixture(text(lists.old))
      let view = model.makeView()
      let batch = lists.new.difference(from: lists.old, updating: step.isMultiple(of: 3) ? .reload : .reconfigure)
      view.performUpdate(animated: true) {
        model.sections = text(lists.new)
        return .batch(batch)
      } completion: {
      }
      let isRight = view.violations.isEmpty && view.discrepancies.isEmpty && view.cells == model.sections
      #expect(isRight, "step \(step), \(view.violations) \(view.discrepancies): \(batch)")
      return isRight
    }
  }

  @Test("nothing that stays in its section is deleted and inserted, and no set of moves is smaller", arguments: sizes)
  func isMinimal(sections: Int, items: Int, count: Int) {
    forEachPair((sections, items, count), seed: SeededGenerator.seed()) { lists, step in
      let (old, new) = (lists.old, lists.new)
      let batch = new.difference(from: old)
      var (deleted, inserted, moves) = (0, 0, 0)
      func isRecreated(_ section: Int) -> Bool { batch.insertedSections.contains(new.position(of: section) ?? -1) }
      for section in Set(old.sections).intersection(new.sections) where !isRecreated(section) {
        let kept = new.items(in: section).compactMap { old.indexPath(of: $0.id, in: section)?.item }
        deleted += old.numberOfItems(in: section) - kept.count
        inserted += new.numberOfItems(in: section) - kept.count
        moves += indicesOutsideLongestIncreasingSubsequence(ContiguousArray(kept.map(Int32.init))).count
      }
      let crossings = batch.movedItems.filter { old.sections[$0.from.section] != new.sections[$0.to.section] }
      let isMinimal =
        batch.movedItems.count - crossings.count == moves
        && batch.deletedItems.count == deleted
          - crossings.count { !batch.deletedSections.contains($0.from.section) }
        && batch.insertedItems.count == inserted
          - crossings.count { !batch.insertedSections.contains($0.to.section) }
      #expect(isMinimal, "step \(step): \(batch)")
      return isMinimal
    }
  }

  @Test("an item that left one section and came into another is moved, never deleted and inserted", arguments: sizes)
  func crossingsAreMoves(sections: Int, items: Int, count: Int) {
    forEachPair((sections, items, count), seed: SeededGenerator.seed()) { lists, step in
      let batch = lists.new.difference(from: lists.old)
      let deleted = Set(batch.deletedItems.map { lists.old[$0].id })
      let inserted = Set(batch.insertedItems.map { lists.new[$0].id })
      #expect(deleted.isDisjoint(with: inserted), "step \(step): \(batch)")
      return deleted.isDisjoint(with: inserted)
    }
  }

  @Test("no section moves to its own position, and none moves whose items change", arguments: sizes)
  func isSafe(sections: Int, items: Int, count: Int) {
    forEachPair((sections, items, count), seed: SeededGenerator.seed()) { lists, step in
      let batch = lists.new.difference(from: lists.old)
      let losing = Set(batch.deletedItems.map(\.section) + batch.movedItems.map(\.from.section))
      let gaining = Set(batch.insertedItems.map(\.section) + batch.movedItems.map(\.to.section))
      let isSafe = batch.movedSections.allSatisfy { move in
        move.from != move.to && !losing.contains(move.from) && !gaining.contains(move.to)
      }
      // What is deleted and inserted could not have moved.
      let recreated = Set(lists.old.sections).intersection(lists.new.sections).filter { section in
        batch.insertedSections.contains(lists.new.position(of: section) ?? -1)
      }
      let isNeeded = recreated.allSatisfy { section in
        lists.old.position(of: section) == lists.new.position(of: section)
          || !lists.old.items(in: section).map(\.id).elementsEqual(lists.new.items(in: section).map(\.id))
      }
      #expect(isSafe && isNeeded, "step \(step): \(batch)")
      return isSafe && isNeeded
    }
  }
}
