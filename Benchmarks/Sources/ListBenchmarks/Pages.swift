import Figures
import Foundation
import ListEngine
import Reactive

/// What a list does on the main actor: pages on their whole way, edits, refreshes, seeds, and answers beside edits that
/// are remembered.
@MainActor
enum Pages {
  struct Item: Identifiable, Equatable, Sendable {
    let id: Int
    var text = "text"
  }

  typealias List = PagedList<Int, Item>

  /// Counts, and completes at once.
  final class View: ListView {
    let list: List
    var counts: [Int] = []

    init(_ list: List) { self.list = list }

    func reloadAndCount() { counts = (0..<list.numberOfSections).map { list.numberOfItems(inSection: $0) } }

    func performUpdate(
      animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
    ) {
      if commit() != nil { reloadAndCount() }
      completion()
    }
  }

  static func list(sections: Int, size: Int = 20) -> List {
    let list = List(sections: Array(0..<sections)) { section, page in
      Page(items: ((page.number - 1) * size..<page.number * size).map { Item(id: $0) }, isLast: false)
    }
    list.timeLimit = nil
    return list
  }

  static func run() async {
    var rows: [[String]] = []
    for (sections, isBound) in [(1, false), (4, false), (1, true), (4, true)] {
      var times: [Double] = []
      for _ in 0..<15 {
        let list = list(sections: sections)
        let view = View(list)
        let binding = isBound ? list.bind(to: view) : nil
        let pages = 400 / sections
        let start = ContinuousClock.now
        for section in 0..<sections { list.fill(section, with: pages * 20) }
        await list.settled()
        times.append((ContinuousClock.now - start) / .microseconds(1) / Double(pages * sections))
        binding?.cancel()
      }
      rows.append(["\(sections)", isBound ? "one" : "none", (times.min() ?? 0).short])
    }
    printTable(
      "A page of 20 from the wish to the end of its load, best of 15", ["sections", "bound views", "µs"], rows)
    await printEdits()
    await printSections()
  }

  /// A section of so many items.
  private static func filled(_ count: Int, sections: Int = 1) async -> List {
    let list = list(sections: sections, size: count)
    list.loadFirstPages()
    await list.settled()
    return list
  }

  private static func best(of work: () async -> Double) async -> String {
    var times: [Double] = []
    for _ in 0..<15 { times.append(await work()) }
    return (times.min() ?? 0).short
  }

  private static func microseconds(_ work: () async -> Void) async -> Double {
    let start = ContinuousClock.now
    await work()
    return (ContinuousClock.now - start) / .microseconds(1)
  }

  private static func printEdits() async {
    let list = await filled(10_000)
    var rows = [
      [
        "one item updated",
        await best {
          await microseconds { for id in 0..<100 { list.edit { $0.update(Item(id: id, text: "new"), in: 0) } } } / 100
        },
      ],
      [
        "refresh, nothing new",
        await best {
          await microseconds {
            list.refresh(0)
            await list.settled()
          }
        },
      ],
    ]
    for remembered in [0, 10, 100] {
      let time = await best {
        let list = await filled(10_000)
        let pending = (0..<remembered).map { id in list.pendingEdit { $0.remove([id * 7], from: 0) } }
        list.loadNextPage(in: 0)
        let time = await microseconds { await list.idleAfterLoads() }
        pending.forEach { $0.confirm() }
        return time
      }
      rows.append(["a page of 10,000 on \(remembered) edits that are being sent", time])
    }
    for count in [100, 1_000] {
      let times = await manyEdits(count)
      for (what, time) in zip(["made", "half of them confirmed", "half of them taken back"], times) {
        rows.append(["\(count) edits that are being sent, \(what)", time.short])
      }
    }
    printTable("A list of 10,000 items, best of 15", ["what", "µs"], rows)
  }

  /// Makes so many edits of a list of 5,000, confirms half of them and takes the others back, one after another.
  private static func manyEdits(_ count: Int) async -> [Double] {
    let list = await filled(5_000)
    var edits: [PendingEdit<Int, Item>] = []
    let made = await microseconds {
      for id in 0..<count { edits.append(list.pendingEdit { $0.update(Item(id: id * 3, text: "edited"), in: 0) }) }
    }
    let confirmed = await microseconds { for edit in edits.prefix(count / 2) { edit.confirm() } }
    let takenBack = await microseconds { for edit in edits.suffix(count / 2) { edit.takeBack() } }
    return [made, confirmed, takenBack]
  }

  private static func printSections() async {
    var rows: [[String]] = []
    for sections in [1, 100, 1_000, 8_000] {
      let list = await filled(1, sections: sections)
      let edit = await best {
        await microseconds { for id in 0..<20 { list.edit { $0.append([Item(id: -1 - id)], to: 0) } } } / 20
      }
      let refresh = await microseconds {
        list.refreshAll()
        await list.settled()
      }
      let other = Self.list(sections: sections)
      let seed = await microseconds { for section in 0..<sections { other.seed(section, [Item(id: 1)], next: nil) } }
      rows.append(["\(sections)", edit, (refresh / Double(sections)).short, (seed / Double(sections)).short])
    }
    printTable("Many sections, µs", ["sections", "an edit of one item", "refreshAll, a section", "a seed"], rows)
  }
}

extension PagedList {
  /// Returns when no load is in flight; edits may be open.
  fileprivate func idleAfterLoads() async { while loadsInFlight > 0 { await Task.yield() } }
}
