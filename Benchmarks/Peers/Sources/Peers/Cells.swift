import Figures
import Foundation
import ListEngine

/// What a list view's questions cost, with the app's own types and observation by section: it asks them for every cell that
/// comes into view. Beside an array and a dictionary of offsets, at the same places.
@MainActor
enum Cells {
  struct Item: Identifiable, Equatable, Sendable { let id: Int, title: String }

  static func run() async {
    var rows: [[String]] = []
    for count in [20, 4_000, 100_000] {
      let list = PagedList<Int, Item>(sections: [0]) { _, page in
        Page(items: (0..<count).map { Item(id: $0, title: "\($0)") }, number: page.number, isLast: true)
      }
      list.loadFirstPages()
      await list.settled()
      let array = Array(list.items(in: 0))
      let offsets = Dictionary(uniqueKeysWithValues: array.enumerated().map { ($0.element.id, $0.offset) })
      let inOrder = (0..<2_000).map { $0 % count }
      let anywhere = (0..<2_000).map { $0 &* 7_919 % count }
      var sum = 0
      let asks: [([Int], (Int) -> Int)] = [
        (inOrder, { _ in list.numberOfItems(inSection: 0) }),
        (inOrder, { list.item(at: [0, $0])?.id ?? 0 }),
        (inOrder, { if case .item(let item) = list.row(at: [0, $0]) { item.id } else { 0 } }),
        (anywhere, { list.item(at: [0, $0])?.id ?? 0 }),
        (anywhere, { array[$0].id }),
        (anywhere, { list.indexPath(of: $0, in: 0)?[1] ?? 0 }),
        (anywhere, { offsets[$0] ?? 0 }),
        (
          inOrder,
          { _ in
            list.willDisplay([0, count / 2])
            return 0
          }
        ),
        (inOrder, { _ in list.state(of: 0).repeats }),
      ]
      let times = Times.best(of: 100, asks.map { places, ask in { for place in places { sum &+= ask(place) } } })
      precondition(sum != 1)  // else the optimizer sees that nothing comes of it
      rows.append(["\(count)"] + times.map { ($0 * 1e6 / Double(inOrder.count)).short })
    }
    printTable(
      "What a cell asks, ns; beside an array and a dictionary of offsets",
      [
        "items", "numberOfItems", "item(at:) in order", "row(at:) in order", "item(at:) anywhere", "an array's, there",
        "indexPath(of:in:)", "dictionary", "willDisplay", "state(of:)",
      ], rows)
  }
}
