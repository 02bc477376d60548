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
      // A list view hands over an index path that it has made.
      func paths(_ offsets: [Int]) -> [IndexPath] { offsets.map { IndexPath(item: $0, section: 0) } }
      let (pathsInOrder, pathsAnywhere, middle) = (paths(inOrder), paths(anywhere), paths([count / 2])[0])
      let times = Times.best(
        of: 100,
        [
          { for _ in inOrder { sum &+= list.numberOfItems(inSection: 0) } },
          { for path in pathsInOrder { sum &+= list.item(at: path)?.id ?? 0 } },
          { for path in pathsInOrder { if case .item(let item) = list.row(at: path) { sum &+= item.id } } },
          { for path in pathsAnywhere { sum &+= list.item(at: path)?.id ?? 0 } },
          { for offset in anywhere { sum &+= array[offset].id } },
          { for id in anywhere { sum &+= list.indexPath(of: id, in: 0)?[1] ?? 0 } },
          { for id in anywhere { sum &+= offsets[id] ?? 0 } },
          { for _ in inOrder { list.willDisplay(middle) } },
          { for _ in inOrder { sum &+= list.state(of: 0).repeats } },
        ])
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
