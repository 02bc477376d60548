import Figures
import Foundation
import ListEngine

/// What a filter and an order cost: to take on and off, for pages and edits, and in memory.
@MainActor
enum Arrangements {
  private typealias List = PagedList<Int, Item>

  private struct Item: Identifiable, Equatable, Sendable {
    let id: Int
    let date: Int
    let isRead: Bool

    init(id: Int, isRead: Bool = false) { (self.id, date, self.isRead) = (id, id &* 7_919 % 100_003, isRead) }
  }

  static func run() async {
    var rows: [[String]] = []
    for count in [1_000, 10_000, 100_000] {
      let plain = await list(count)
      let arranged = await list(count)
      arranged.arrange(0, filter: { !$0.isRead }, order: { $0.date > $1.date })
      let other = await list(count)
      rows.append([
        "\(count)",
        await best {
          microseconds {
            other.arrange(0, filter: { $0.id % 2 == 0 })
          } after: {
            other.arrange(0)
          }
        },
        await best {
          other.arrange(0, filter: { $0.id % 2 == 0 })
        } of: {
          other.arrange(0)
        },
        await best {
          microseconds {
            other.arrange(0, order: { $0.date > $1.date })
          } after: {
            other.arrange(0)
          }
        },
        await page(of: plain), await page(of: arranged), edit(of: plain), edit(of: arranged),
      ])
    }
    printTable(
      "A filter and an order, µs, best of 15",
      [
        "items", "filter on", "filter off", "order on", "a page of 20, plain", "with both", "an edit, plain",
        "with both",
      ], rows)
  }

  /// Lists of 100,000, by what the process grows: all are kept until all are measured.
  static func printMemory() async {
    guard let first = Snapshots.residentBytes() else { return }
    var (held, before): ([List], Int) = ([], first)
    var row: [String] = []
    for arrangement in [
      { _ in }, { $0.arrange(0, filter: { $0.id % 2 == 0 }) }, { $0.arrange(0, order: { $0.date > $1.date }) },
    ] as [(List) -> Void] {
      for _ in 0..<10 {
        let list = await list(100_000)
        arrangement(list)
        held.append(list)
      }
      let after = Snapshots.residentBytes() ?? before
      row.append((Double(after - before) / 1_000_000).short)
      before = after
    }
    withExtendedLifetime(held) {}
    printTable(
      "Memory of 100,000 items of 24 bytes, bytes an item",
      ["as loaded", "half of them, by a filter", "all, in an order"], [row])
  }

  private static func list(_ count: Int) async -> List {
    let list = List(sections: [0]) { _, page in
      let start = page.number == 1 ? 0 : count + (page.number - 2) * 20
      return Page(items: (start..<start + (page.number == 1 ? count : 20)).map { Item(id: $0) }, isLast: false)
    }
    list.timeLimit = nil
    list.loadFirstPages()
    await list.settled()
    return list
  }

  private static func page(of list: List) async -> String {
    await turn(of: list) { $0.loadNextPage(in: 0) }
  }

  private static func edit(of list: List) -> String {
    var isRead = false
    let times = (0..<15).map { round in
      isRead.toggle()
      return microseconds {
        for id in 0..<100 {
          let item = Item(id: id * 7, isRead: isRead)
          list.edit { $0.update(item, in: 0) }
        }
      } after: {
      } / 100
    }
    return (times.min() ?? 0).short
  }

  private static func microseconds(_ work: () -> Void, after rest: () -> Void) -> Double {
    let start = ContinuousClock.now
    work()
    defer { rest() }
    return (ContinuousClock.now - start) / .microseconds(1)
  }

  private static func best(_ time: () -> Double) async -> String { ((0..<15).map { _ in time() }.min() ?? 0).short }

  private static func best(_ prepare: () -> Void, of work: () -> Void) async -> String {
    await best {
      prepare()
      return microseconds(work) {}
    }
  }
}
