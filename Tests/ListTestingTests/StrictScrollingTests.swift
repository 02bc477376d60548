import Foundation
import ListViewModelsTestSupport
import Testing

@testable import ListEngine
@testable import ListTesting

@MainActor
@Suite("The strict view scrolls", .leavesNothing)
struct StrictScrollingTests {
  let model = CountModel(3, 30)
  let list: StrictListView
  let seen = Seen()

  init() {
    list = StrictListView(dataSource: model)
    list.willDisplay = { [seen] in seen.paths.append($0) }
  }

  @MainActor final class Seen { var paths: [IndexPath] = [] }

  private func paths(_ section: Int, _ items: Range<Int>) -> [IndexPath] {
    items.map { IndexPath(item: $0, section: section) }
  }

  @Test("what comes into sight is told once, across sections, and again after a reload")
  func inSight() {
    list.itemsOnScreen = 5
    list.scroll(to: [0, 0])
    #expect(seen.paths == paths(0, 0..<3) + paths(1, 0..<2))
    seen.paths = []
    list.scroll(to: [0, 2])
    #expect(seen.paths == paths(1, 2..<4))
    seen.paths = []
    list.reloadData()
    list.scroll(to: [0, 2])
    #expect(seen.paths == paths(0, 2..<3) + paths(1, 0..<4))
  }

  @Test("at the end the screen is full of the last items")
  func end() {
    list.itemsOnScreen = 4
    list.scrollToEnd(ofSection: 1)
    #expect(seen.paths == paths(1, 26..<30))
    list.scrollToEnd(ofSection: 0)
    #expect(seen.paths.suffix(4) == paths(0, 0..<3) + paths(1, 0..<1))
    list.scrollToEnd(ofSection: 1)
    seen.paths = []
    list.itemsOnScreen = 2
    list.scrollToEnd(ofSection: 0)
    #expect(seen.paths == paths(0, 1..<3))
  }

  @Test("a screen at the end stays where it is when items come behind it, also after a reload or on a larger screen")
  func behind() {
    let model = CountModel(10)
    let list = StrictListView(dataSource: model) { "\($0.item)" }
    func append(_ count: Int) {
      list.performBatchUpdates {
        guard case .insert(let paths) = model.insertion(of: count)() else { return }
        list.insertItems(at: paths)
      }
    }
    list.itemsOnScreen = 5
    list.scroll(to: [0, 9])
    append(3)
    #expect(list.cellsInSight == ["5", "6", "7", "8", "9"])
    list.scroll(to: [0, 8])
    model.counts = [6]
    list.reloadAndCount()
    append(7)
    #expect(list.cellsInSight == ["1", "2", "3", "4", "5"])
    list.scroll(to: [0, 8])
    list.itemsOnScreen = 7
    append(1)
    #expect(list.cellsInSight == ["6", "7", "8", "9", "10", "11", "12"])
  }

  @Test("a screen that keeps its place is scrolled no further than to its end")
  func behindTheKeptPlace() {
    let model = ListFixture([(0..<10).map { "\($0)" }])
    let list = model.makeView()
    list.itemsOnScreen = 5
    list.scroll([0, 9], to: 0)
    model.sections[0] += ["10", "11", "12"]
    list.insertItems(at: [[0, 10], [0, 11], [0, 12]])
    #expect(list.cellsInSight == ["5", "6", "7", "8", "9"])
  }

  @Test("scrolling to the end loads page after page, and no page twice")
  func pages() async throws {
    let service = ManualPages()
    let pages = PagedList(sections: ["a"], prefetchDistance: 3, loadPage: service.load).withoutTimeLimit()
    let list = StrictListView(dataSource: pages)
    list.willDisplay = { pages.willDisplay($0) }
    let binding = pages.bind(to: list)
    pages.loadFirstPages()
    for page in 1...3 {
      await service.answer("a", .success(Page(page * 20..<page * 20 + 20, number: page, isLast: page == 3)))
      await service.arrived(in: pages)
      await pages.idle()
      list.scrollToEnd(ofSection: 0)
    }
    #expect(list.numberOfItems(inSection: 0) == 60 && pages.state(of: "a").isFinished && service.calls == 3)
    binding.cancel()
  }
}
