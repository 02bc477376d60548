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

  @Test("scrolling to the end loads page after page, and no page twice")
  func pages() async throws {
    let service = ManualPages()
    let pages = PagedList(sections: ["a"], prefetchDistance: 3) { try await service.load($0, $1) }.withoutTimeLimit()
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
