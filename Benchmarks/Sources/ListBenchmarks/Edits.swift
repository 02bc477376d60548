import Figures
import Foundation
import ListEngine

/// What edits cost in the middle of a long list, and what sections cost where there are many.
enum Edits {
  static func run() {
    printTable(
      "1,000 edits of a snapshot of 100,000, in ms",
      ["edit", "one call for all", "a call for each", "times as long"], edits())
    printTable(
      "Many sections, in ms",
      [
        "sections", "appended one by one", "five items appended to each", "all deleted", "in front one by one",
        "moved to the front one by one", "deleted one by one from the front",
      ], [1_000, 4_000, 16_000].map(sections))
    printTable(
      "1,000 items in each section, ns an item",
      ["sections", "unique ids", "the same ids in all", "times as long"], [1, 10, 100, 300].map(sameIDs))
  }

  static func edits() -> [[String]] {
    let ids = (0..<100_000).map { _ in UUID() }
    let some = Array(ids.shuffled().prefix(1_000))
    let old = Snapshots.snapshot(ids)
    let front = Array(ids[..<1_000])
    let new = (0..<1_000).map { _ in UUID() }
    let cases: [(String, (inout ListSnapshot<Int, UUID>, [UUID]) throws -> Void, [UUID])] = [
      ("delete in front", { try $0.deleteItems($1) }, front),
      ("delete anywhere", { try $0.deleteItems($1) }, some),
      ("insert in front", { try $0.insertItems($1, beforeItem: ids[0]) }, new),
      ("move to the front", { try $0.insertItems($1, beforeItem: ids[0]) }, some.filter { $0 != ids[0] }),
    ]
    return cases.map { name, edit, ids in
      func time(_ body: (inout ListSnapshot<Int, UUID>) throws -> Void) -> Double {
        Times.measure(rounds: 9) {
          var list = old
          do { try body(&list) } catch { fatalError("\(error)") }
        }.median
      }
      let (one, each) = (time { try edit(&$0, ids) }, time { list in for id in ids { try edit(&list, [id]) } })
      return [name, one.short, each.short, (each / one).short]
    }
  }

  static func sections(_ count: Int) -> [String] {
    var snapshot = ListSnapshot<Int, Int>()
    do {
      let appending = try Times.once { for section in 0..<count { try snapshot.appendSections([section]) } }
      let filling = try Times.once {
        for section in 0..<count { try snapshot.appendItems(Array(section * 5..<section * 5 + 5), toSection: section) }
      }
      let deleting = try Times.once { try snapshot.deleteSections(Array(0..<count)) }
      try snapshot.appendSections([0])
      let front = try Times.once {
        for section in 1..<count { try snapshot.insertSections([section], beforeSection: section - 1) }
      }
      let moving = try Times.once {
        for section in 1..<count { try snapshot.moveSection(count - section - 1, beforeSection: count - section) }
      }
      let single = try Times.once { for section in 0..<count { try snapshot.deleteSections([section]) } }
      return ["\(count)"] + [appending, filling, deleting, front, moving, single].map(\.short)
    } catch {
      fatalError("\(error)")
    }
  }

  struct Item: Identifiable, Sendable { let id: Int }

  static func sameIDs(_ sections: Int) -> [String] {
    func time(distance: Int) -> Double {
      let items = (0..<sections).map { section in (0..<1_000).map { Item(id: section * distance + $0) } }
      return Times.measure(rounds: 5) {
        var list = SectionedList<Int, Item>(sections: Array(0..<sections))
        for section in 0..<sections { list.append(items[section], to: section) }
      }.median
    }
    let (unique, same) = (time(distance: 1_000), time(distance: 0))
    let items = Double(sections * 1_000)
    return ["\(sections)", (unique * 1e6 / items).short, (same * 1e6 / items).short, (same / unique).short]
  }
}
