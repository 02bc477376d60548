import Figures
import Foundation
import ListEngine

/// What a screen takes of the main actor: four sections of 5,000 items behind a view that completes at once, and asks for what
/// fills its window after each change. Each figure is a turn in which one thing happens, as processor time of its thread, beside a
/// frame of 8.3 ms at 120 Hz: a busy machine takes a turn's thread away for some milliseconds at a time.
@MainActor
enum Screens {
  private struct Post: Identifiable, Equatable, Sendable {
    let id: Int
    let title: String
    var isRead = false
  }

  private typealias List = PagedList<Int, Post>

  private nonisolated static let (sections, size, frame) = (4, 5_000, 8.3)

  /// Counts, completes at once, and asks for 20 cells of each section, as a list view does after an update.
  private final class View: ListView {
    let list: List
    var cells = 0

    init(_ list: List) { self.list = list }

    func reloadAndCount() {
      for section in 0..<list.numberOfSections {
        let count = list.numberOfItems(inSection: section)
        for offset in max(0, count - 20)..<count {
          if case .item(let post) = list.row(at: [section, offset]) { cells &+= post.title.count }
        }
      }
    }

    func performUpdate(
      animated: Bool, _ commit: @escaping @MainActor () -> ListUpdate?, completion: @escaping @MainActor () -> Void
    ) {
      if commit() != nil { reloadAndCount() }
      completion()
    }
  }

  static func run() async {
    let list = List(sections: Array(0..<sections)) { section, page in
      // A refresh has 20 new posts, and 20 others are gone; a next page has 20.
      let start = page.number == 1 ? Int.random(in: 0..<1_000) * 20 : 20_000_000 + page.number * 20
      return Page(
        items: (start..<start + (page.number == 1 ? size : 20)).map { Post(id: $0, title: "Post \($0)") },
        isLast: false)
    }
    list.timeLimit = nil
    let view = View(list)
    let binding = list.bind(to: view)
    list.loadFirstPages()
    await list.settled()
    var rows: [[String]] = []
    func row(_ what: String, _ times: [Double]) {
      let times = Times(times)
      let part = times.quantile(0.99) / frame * 100
      rows.append([what, times.quantile(0.5).short, times.quantile(0.99).short, times.worst.short, part.short + " %"])
    }
    await row("a page of 20", turns(400, of: list) { list.loadNextPage(in: $0 % sections) })
    row("an edit of one item", edits(400, of: list))
    await row("a refresh of 5,000 items, up to all of them new", turns(300, of: list) { list.refresh($0 % sections) })
    row("a filter on, half of 5,000 items stay", filters(1_000, of: list))
    let all = ids(of: list)
    row("a cell asked for at random", cells(2_000, of: list, all))
    binding.cancel()
    printTable(
      "A screen of four sections of 5,000 items, ms on the main actor",
      ["what", "50th percentile", "99th", "worst", "the 99th of a frame of 8.3 ms"], rows)
    await printLongPages()
  }

  /// A first page so long that its turn is seen, and one that comes on top of as many.
  private static func printLongPages() async {
    var rows: [[String]] = []
    for count in [1_000, 10_000, 100_000] {
      var (first, next): ([Double], [Double]) = ([], [])
      for _ in 0..<9 {
        let list = List(sections: [0]) { _, page in
          let start = (page.number - 1) * count
          return Page(items: (start..<start + count).map { Post(id: $0, title: "Post \($0)") }, isLast: false)
        }
        list.timeLimit = nil
        first += await turns(1, of: list) { _ in list.loadFirstPages() }
        next += await turns(1, of: list) { _ in list.loadNextPage(in: 0) }
      }
      rows.append(["\(count)", Times(first).median.short, Times(next).median.short])
    }
    printTable("Long pages, ms on the main actor", ["items of the page", "the first", "the second"], rows)
  }

  /// The times of turns: a change is held back until it waits, and let go.
  private static func turns(_ count: Int, of list: List, asking: (Int) -> Void) async -> [Double] {
    var times: [Double] = []
    for round in 0..<count {
      let pause = list.gate.pause()
      asking(round)
      while list.gate.waiting == 0 { await Task.yield() }
      times.append(Times.onThread { pause.release() })
      await list.settled()
    }
    return times
  }

  private static func edits(_ count: Int, of list: List) -> [Double] {
    (0..<count).map { round in
      let section = round % sections
      guard let post = list.item(at: [section, round * 37 % list.numberOfItems(inSection: section)]) else { return 0 }
      return Times.onThread { list.edit { $0.update(Post(id: post.id, title: post.title, isRead: true), in: section) } }
    }
  }

  private static func filters(_ count: Int, of list: List) -> [Double] {
    (0..<count).map { round in
      let section = round % sections
      let time = Times.onThread { list.arrange(section, filter: { $0.id % 2 == 0 }) }
      list.arrange(section)
      return time
    }
  }

  private static func ids(of list: List) -> [[Int]] { (0..<sections).map { list.items(in: $0).map(\.id) } }

  /// What one cell asks: its row, and where its item stands.
  private static func cells(_ count: Int, of list: List, _ ids: [[Int]]) -> [Double] {
    (0..<count).map { round in
      let (section, offset) = (round % sections, round &* 7_919 % size)
      return Times.once {
        if case .item(let post) = list.row(at: [section, offset]) {
          precondition(list.indexPath(of: post.id, in: section)?[1] == offset)
        }
      }
    }
  }
}
