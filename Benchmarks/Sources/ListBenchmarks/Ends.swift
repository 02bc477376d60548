import Figures
import Foundation
import ListEngine

/// The time on the main actor of a page's turn alone, in µs, best of 15: the change is held back, and let go.
@MainActor
func turn<Item>(of list: PagedList<Int, Item>, asking: (PagedList<Int, Item>) -> Void) async -> String {
  var best = Double.infinity
  for _ in 0..<15 {
    let pause = list.gate.pause()
    asking(list)
    while list.gate.waiting == 0 { await Task.yield() }
    let start = ContinuousClock.now
    pause.release()
    best = min(best, (ContinuousClock.now - start) / .microseconds(1))
    await list.settled()
  }
  return best.short
}

/// What a page of 20 costs at either end of a list, and a refresh that joins on.
@MainActor
enum Ends {
  private struct Item: Identifiable, Equatable, Sendable { let id: Int }

  static func run() async {
    var rows: [[String]] = []
    for count in [1_000, 10_000, 100_000] {
      let (back, front, joined) = (await list(count), await list(count), await list(count))
      rows.append([
        "\(count)", await turn(of: back) { $0.loadNextPage(in: 0) },
        await turn(of: front) { $0.loadPreviousPage(in: 0) },
        await turn(of: joined) { $0.refresh(0, at: PageKey(number: 0, cursor: "join"), joiningOn: true) },
      ])
    }
    printTable(
      "A page of 20 at either end, and a page of 20 that joins on to ten items in the middle, µs, best of 15",
      ["items", "at the end", "in front", "joins on"], rows)
  }

  private static func list(_ count: Int) async -> PagedList<Int, Item> {
    let list = PagedList<Int, Item>(sections: [0]) { _, page in
      let ids =
        switch page {
        case .first: 0..<count
        case _ where page.isPrevious: page.number * 20..<page.number * 20 + 20
        case _ where page.cursor == "join": count / 2..<count / 2 + 20
        default: count + page.number * 20..<count + page.number * 20 + 20
        }
      return Page(items: ids.map { Item(id: $0) }, previousCursor: "\(page.number)", nextCursor: "\(page.number)")
    }
    list.timeLimit = nil
    list.loadFirstPages()
    await list.settled()
    return list
  }
}
